import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { isByte } from '../../solana/jsonBytes.ts';
import { isAnchorProgram } from '../../solana/programErrors/knownErrors.ts';
import { AnchorTypes } from './anchorTypes.ts';
import { integerBytes } from './constants.ts';
import {
  addressOf,
  isCount,
  isTrue,
  listOf,
  memberOf,
  messageOf,
  nameOf,
  Problems,
  shown,
  textOf,
} from './members.ts';
import {
  broken,
  type Discriminator,
  type Idl,
  type IdlAccount,
  type IdlError,
  type IdlEvent,
  type IdlInstruction,
  maxIdlDepth,
} from './model.ts';

/** IDLs of Anchor in both forms, and of Shank, whose form is that of Anchor before 0.30. */
export function readAnchorIdl(file: unknown): Idl {
  const problems = new Problems();
  const metadata = memberOf(file, 'metadata');
  const address = addressOf(file, 'address') ?? addressOf(metadata, 'address');
  if (address === null && (textOf(file, 'address') ?? textOf(metadata, 'address') ?? '') !== '') {
    problems.add(t('The address of the program is not an address'));
  }
  const accounts = listOf(file, 'accounts');
  const types = new AnchorTypes(listOf(file, 'types'), accounts, problems);
  const format = formatOf(file);
  const errors = readErrors(listOf(file, 'errors'), 'msg', problems);
  const tags = format === 'anchor-legacy' && hasTags(address, errors);
  return {
    format,
    name: nameOf(metadata) ?? nameOf(file) ?? '',
    version: messageOf(metadata, 'version') || messageOf(file, 'version'),
    address,
    instructions: listOf(file, 'instructions').flatMap((one, index) =>
      readInstructions(one, format, tags ? index : null, types, problems),
    ),
    events: listOf(file, 'events').flatMap((one) => readEvent(one, types, problems)),
    errors,
    problems: problems.all,
  };
}

function formatOf(file: unknown): Exclude<Idl['format'], 'codama'> {
  const metadata = memberOf(file, 'metadata');
  const instructions = listOf(file, 'instructions');
  const some = (name: string) => instructions.some((one) => memberOf(one, name) !== undefined);
  if (memberOf(metadata, 'origin') === 'shank' || some('discriminant')) return 'shank';
  if (memberOf(metadata, 'spec') !== undefined || some('discriminator')) return 'anchor';
  return instructions.length === 0 && textOf(file, 'address') !== null ? 'anchor' : 'anchor-legacy';
}

/**
 * Whether a file in the legacy form describes a native program, whose instructions begin with one
 * byte: their number in the file. Anchor's own errors begin at 100 and those of its programs at 6000.
 */
function hasTags(address: string | null, errors: readonly IdlError[]): boolean {
  const isAnchor = address === null ? null : isAnchorProgram(address);
  if (isAnchor !== null) return !isAnchor;
  return errors.some(({ code }) => code < 100) && errors.every(({ code }) => code < 6_000);
}

/** Two if the file allows two discriminators. */
function readInstructions(
  instruction: unknown,
  format: Idl['format'],
  tag: number | null,
  types: AnchorTypes,
  problems: Problems,
): IdlInstruction[] {
  const name = nameOf(instruction);
  if (name === null) {
    problems.add(t('An instruction has no name'));
    return [];
  }
  const discriminators = instructionBytes(instruction, format, tag);
  if (discriminators.length === 0) problems.add(t('Instruction {0} has no discriminator', name));
  const args = types.readFields(listOf(instruction, 'args'));
  const read = {
    name,
    type: { kind: 'fields', fields: args } as const,
    accounts: readAccounts(listOf(instruction, 'accounts'), '', 0),
  };
  if (discriminators.length === 0) return [{ ...read, discriminators: null, dataOffset: 0 }];
  return discriminators.map((bytes) => ({ ...read, ...prefixOf(bytes) }));
}

const prefixOf = (bytes: Uint8Array) => ({
  discriminators: [{ kind: 'bytes', offset: 0, bytes } satisfies Discriminator],
  dataOffset: bytes.length,
});

function instructionBytes(
  instruction: unknown,
  format: Idl['format'],
  tag: number | null,
): Uint8Array[] {
  const written = memberOf(instruction, 'discriminator') ?? memberOf(instruction, 'discriminant');
  if (written !== undefined) {
    const bytes = bytesOfDiscriminator(written);
    return bytes === null ? [] : [bytes];
  }
  if (format !== 'anchor-legacy') return [];
  const hash = hashOf('global', snakeCase(textOf(instruction, 'name') ?? ''));
  return tag === null || tag > 255 ? [hash] : [hash, Uint8Array.of(tag)];
}

/** Anchor lists bytes; Shank has a number with its type. */
function bytesOfDiscriminator(written: unknown): Uint8Array | null {
  if (Array.isArray(written)) {
    return written.every(isByte) ? Uint8Array.from(written as number[]) : null;
  }
  const value = isObject(written) ? memberOf(written, 'value') : written;
  if (Array.isArray(value)) return bytesOfDiscriminator(value);
  if (!isCount(value)) return null;
  const [, bits = null] = /^u(8|16|32|64)$/.exec(textOf(written, 'type') ?? 'u8') ?? [];
  return bits === null ? null : integerBytes(BigInt(value), Number(bits) / 8, false);
}

/** The first eight bytes of the hash, as Anchor's macros take them. */
const hashOf = (namespace: string, name: string): Uint8Array =>
  createHash('sha256').update(`${namespace}:${name}`).digest().subarray(0, 8);

/** As Anchor's legacy client: `swapV2` becomes `swap_v2`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();

function readAccounts(accounts: readonly unknown[], group: string, depth: number): IdlAccount[] {
  return accounts.flatMap((account): IdlAccount[] => {
    const name = `${group}${nameOf(account) ?? ''}`;
    if (Array.isArray(memberOf(account, 'accounts')) && depth < maxIdlDepth) {
      return readAccounts(listOf(account, 'accounts'), `${name}.`, depth + 1);
    }
    return [
      {
        name,
        isWritable: isTrue(account, 'writable', 'isMut'),
        isSigner: isTrue(account, 'signer', 'isSigner') ? true : isOptionalSigner(account),
        isOptional: isTrue(account, 'optional', 'isOptional'),
        address: addressOf(account, 'address'),
      },
    ];
  });
}

const isOptionalSigner = (account: unknown): boolean | 'either' =>
  isTrue(account, 'isOptionalSigner', 'optionalSigner') ? 'either' : false;

/** Before 0.30 an event has its fields; since then it is one of the types. */
function readEvent(event: unknown, types: AnchorTypes, problems: Problems): IdlEvent[] {
  const written = textOf(event, 'name');
  const name = nameOf(event);
  if (name === null || written === null) {
    problems.add(t('An event has no name'));
    return [];
  }
  const discriminator = memberOf(event, 'discriminator');
  const bytes =
    discriminator === undefined ? hashOf('event', written) : bytesOfDiscriminator(discriminator);
  if (bytes === null) problems.add(t('Event {0} has no discriminator', name));
  const prefix = bytes === null ? { discriminators: null, dataOffset: 0 } : prefixOf(bytes);
  if (Array.isArray(memberOf(event, 'fields'))) {
    const fields = types.readFields(listOf(event, 'fields'));
    return [{ name, ...prefix, type: { kind: 'fields', fields } }];
  }
  const target = types.find(written);
  const missing = broken(t('The file does not define the type {0}', shown(written)));
  const type = target ? ({ kind: 'defined', target, generics: [] } as const) : missing;
  return [{ name, ...prefix, type }];
}

export function readErrors(
  errors: readonly unknown[],
  message: 'msg' | 'message',
  problems: Problems,
): IdlError[] {
  return errors.flatMap((error): IdlError[] => {
    const code = memberOf(error, 'code');
    const name = nameOf(error);
    if (name !== null && isCount(code) && code < 2 ** 32) {
      return [{ code, name, message: messageOf(error, message) }];
    }
    problems.add(name === null ? t('An error has no name') : t('An error has no code'));
    return [];
  });
}

/** The discriminator of Anchor's events that a program logs by calling itself. */
export const eventCallPrefix: Uint8Array = Uint8Array.of(
  0xe4,
  0x45,
  0xa5,
  0x2e,
  0x51,
  0xcb,
  0x9a,
  0x1d,
);
