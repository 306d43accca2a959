import type { IdlCallNames, IdlEventNames } from '../../api/arbscope/idlNames.ts';
import { errorNameSeparator, joinNote } from '../../api/join.ts';
import type { KnownError } from '../../solana/programErrors/errorTable.ts';
import { findAnchorError } from '../../solana/programErrors/knownErrors.ts';
import { type CallAccount, nameAccounts } from './compareAccounts.ts';
import {
  decodeEventCall,
  decodeEventData,
  decodeInstructionData,
  type IdlDecoding,
} from './decodeData.ts';
import { formatIdlValue } from './formatIdlValue.ts';
import type { Idl, IdlInstruction } from './model.ts';
import type { ProgramIdls, SourcedIdl } from './programIdls.ts';
import { type KnownTokens, noTokens, scaleAmounts } from './tokenAmounts.ts';

export interface CalledProgram {
  readonly program: string;
  readonly data: Uint8Array;
  readonly accounts: readonly CallAccount[];
  readonly isTopLevel: boolean;
  /** Whether the program called itself: only then may the call be an event. */
  readonly isSelfCall: boolean;
  readonly tokens?: KnownTokens;
}

/** `null`: no IDL of the program. Of several IDLs, the first that fits; others that name it otherwise are told. */
export function nameCall(idls: ProgramIdls, call: CalledProgram): IdlCallNames | null {
  const sources = idls.of(call.program);
  const named = sources.map((source) => nameWith(source, call));
  const best = firstFitting(named);
  return best && { ...best, also: [...best.also, ...otherNames(named, best)] };
}

const firstFitting = <Names extends IdlEventNames>(named: readonly Names[]): Names | null =>
  named.find(({ state }) => state !== 'unknown') ?? named[0] ?? null;

const otherNames = (all: readonly IdlEventNames[], best: IdlEventNames): string[] =>
  all.flatMap(({ name, source }) =>
    name === null || name === best.name ? [] : [joinNote(name, source)],
  );

function nameWith(source: SourcedIdl, call: CalledProgram): IdlCallNames {
  const { idl } = source;
  const event = call.isSelfCall ? decodeEventCall(idl, call.data) : null;
  const decoding: IdlDecoding = event ?? decodeInstructionData(idl, call.data);
  const expected = event === null ? accountsOf(decoding) : null;
  const { names, isDoubtful, notes } =
    expected === null
      ? { names: [], isDoubtful: false, notes: [] }
      : nameAccounts(expected, call.accounts, call);
  const accounts = call.accounts.map(({ address, isWritable, isSigner }, at) => ({
    name: names[at] ?? null,
    address,
    is_writable: isWritable,
    is_signer: isSigner,
  }));
  const isCertain = !isDoubtful && ['complete', 'leftover'].includes(decoding.state);
  const type = decoding.layout?.type;
  const fields =
    isCertain && type?.kind === 'fields'
      ? scaleAmounts(type.fields, decoding.fields, accounts, call.tokens ?? noTokens)
      : decoding.fields;
  return {
    ...toNames(source, { ...decoding, fields }),
    is_event: event !== null,
    accounts,
    are_accounts_doubtful: isDoubtful,
    notes: [...notes],
  };
}

const accountsOf = ({ layout }: IdlDecoding): IdlInstruction['accounts'] | null =>
  layout !== null && 'accounts' in layout ? (layout as IdlInstruction).accounts : null;

const toNames = ({ source }: SourcedIdl, decoding: IdlDecoding): IdlEventNames => ({
  source,
  state: decoding.state,
  name: decoding.layout?.name ?? null,
  also: [...decoding.alternatives],
  values: decoding.fields.map(({ name, value }) => ({
    name: name ?? '',
    value: value === null ? null : formatIdlValue(value),
  })),
  fault: decoding.fault,
  rest: decoding.rest,
});

const dataLine = /^Program data: ([A-Za-z0-9+/=]+)$/;

/**
 * The event in a line of a log that the program wrote; `null`: another line, or no IDL. Of several
 * IDLs as for calls.
 */
export function nameEvent(idls: ProgramIdls, program: string, line: string): IdlEventNames | null {
  const [, text] = dataLine.exec(line) ?? [];
  if (text === undefined) return null;
  const data = Buffer.from(text, 'base64');
  const named = idls
    .of(program)
    .map((source) => toNames(source, decodeEventData(source.idl, data)));
  const best = firstFitting(named);
  return best && { ...best, also: [...best.also, ...otherNames(named, best)] };
}

/**
 * `null`: no IDL of the program has the code, and it is none of Anchor’s own. All names that IDLs
 * have for it, with the message of the first.
 */
export function nameError(idls: ProgramIdls, program: string, code: number): KnownError | null {
  const sources = idls.of(program);
  const found = sources.flatMap(({ source, idl }) =>
    idl.errors.flatMap((error) => (error.code === code ? [{ ...error, source }] : [])),
  );
  const [first] = found;
  if (first === undefined) {
    return sources.some(({ idl }) => isAnchor(idl)) ? findAnchorError(code) : null;
  }
  const names = new Map<string, string>();
  for (const { name, source } of found) {
    if (!names.has(name)) names.set(name, source === first.source ? name : joinNote(name, source));
  }
  return { name: [...names.values()].join(errorNameSeparator), message: first.message };
}

/** Adds the name that Arbscope knows, if there is one and no IDL has it. */
export const addErrorName = (names: string, known: string | null): string =>
  known === null || names.split(errorNameSeparator).includes(known)
    ? names
    : `${names}${errorNameSeparator}${known}`;

/** The legacy form is also that of native programs, whose discriminators are shorter. */
const isAnchor = ({ format, instructions }: Idl): boolean =>
  format === 'anchor' ||
  (format === 'anchor-legacy' && instructions.every(({ dataOffset }) => dataOffset === 8));
