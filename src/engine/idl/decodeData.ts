import { eventCallPrefix } from './anchorIdl.ts';
import type { Idl, IdlEvent, IdlInstruction, IdlLayout } from './model.ts';
import { ValueReader } from './valueReader.ts';
import type { IdlFieldValue } from './values.ts';

/**
 * `complete`: all bytes are values. `leftover`: bytes are left behind the fields. `short`: the data
 * ends inside the fields. `invalid`: a value that its type does not have, or a type that cannot be
 * read. `unknown`: no discriminator fits. Fields in front of a fault keep their values; the others
 * are `null`.
 */
export const decodingStates = ['complete', 'leftover', 'short', 'invalid', 'unknown'] as const;
type DecodingState = (typeof decodingStates)[number];

export interface IdlDecoding<Layout extends IdlLayout = IdlLayout> {
  readonly state: DecodingState;
  /** `null`: unknown. */
  readonly layout: Layout | null;
  readonly fields: readonly IdlFieldValue[];
  /** Of `short` and `invalid`. */
  readonly fault: string | null;
  /** Bytes behind the fields or from the fault on, hexadecimal; empty: none. */
  readonly rest: string;
  /** Names of others whose discriminators fit as well, at most twenty. */
  readonly alternatives: readonly string[];
}

export const decodeInstructionData = (idl: Idl, data: Uint8Array): IdlDecoding<IdlInstruction> =>
  decodeData(idl.instructions, data);

export const decodeEventData = (idl: Idl, data: Uint8Array): IdlDecoding<IdlEvent> =>
  decodeData(idl.events, data);

/** The event in the data of an instruction by which a program calls itself; `null`: it has none. */
export function decodeEventCall(idl: Idl, data: Uint8Array): IdlDecoding<IdlEvent> | null {
  const prefix = data.subarray(0, eventCallPrefix.length);
  return Buffer.from(prefix).equals(eventCallPrefix)
    ? decodeEventData(idl, data.subarray(eventCallPrefix.length))
    : null;
}

/** A file may have thousands of instructions without a discriminator. */
const maxAlternatives = 20;

function decodeData<Layout extends IdlLayout>(
  layouts: readonly Layout[],
  data: Uint8Array,
): IdlDecoding<Layout> {
  const fitting = layouts
    .flatMap((layout) => {
      const length = matchedBytes(layout, data);
      return length === null ? [] : [{ layout, length }];
    })
    .sort((first, second) => second.length - first.length);
  const named = fitting.some(({ length }) => length > 0)
    ? fitting.filter(({ length }) => length > 0)
    : fitting;
  const [best, ...others] = named;
  if (best === undefined) return unknownData(data);
  const decoded = decodeLayout(best.layout, data);
  // Without a discriminator, only the values can show that the layout fits.
  if (best.length === 0 && decoded.state !== 'complete') return unknownData(data);
  const { name } = best.layout;
  const names = new Set(others.map(({ layout }) => layout.name).filter((other) => other !== name));
  return { ...decoded, alternatives: [...names].slice(0, maxAlternatives) };
}

const unknownData = (data: Uint8Array): IdlDecoding<never> => ({
  state: 'unknown',
  layout: null,
  fields: [],
  fault: null,
  rest: hexOf(data),
  alternatives: [],
});

const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Bytes of the discriminators; `null`: they do not fit. */
function matchedBytes({ discriminators }: IdlLayout, data: Uint8Array): number | null {
  if (discriminators === null) return null;
  let length = 0;
  for (const one of discriminators) {
    if (one.kind === 'size') {
      if (data.length !== one.size) return null;
      continue;
    }
    if (one.offset + one.bytes.length > data.length) return null;
    for (const [at, byte] of one.bytes.entries()) {
      if (data[one.offset + at] !== byte) return null;
    }
    length += one.bytes.length;
  }
  return length;
}

function decodeLayout<Layout extends IdlLayout>(
  layout: Layout,
  data: Uint8Array,
): IdlDecoding<Layout> {
  const reader = new ValueReader(data, Math.min(layout.dataOffset, data.length));
  const fields = fieldsOf(layout, reader);
  const { fault, offset } = reader;
  return {
    state: fault?.state ?? (reader.hasLeftover || fields.some(isUnread) ? 'leftover' : 'complete'),
    layout,
    fields,
    fault: fault?.reason ?? null,
    rest: hexOf(data.subarray(Math.min(offset, data.length))),
    alternatives: [],
  };
}

const isUnread = ({ value }: IdlFieldValue): boolean => value === null;

/** An event is a defined type, whose fields are its fields. */
function fieldsOf({ type }: IdlLayout, reader: ValueReader): IdlFieldValue[] {
  if (type.kind === 'fields') return reader.readEach(type.fields);
  const value = reader.read(type);
  if (value?.kind === 'fields') return [...value.fields];
  if (type.kind === 'defined' && type.target.type.kind === 'fields') {
    // Nothing in front of the fault.
    return type.target.type.fields.map(({ name }) => ({ name, value }));
  }
  return [{ name: null, value }];
}
