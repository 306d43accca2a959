import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getShortU16Decoder,
  getShortU16Encoder,
} from '@solana/kit';

/** Most bytes of a transaction, by version. */
export const transactionSizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

export type TransactionVersion = keyof typeof transactionSizeLimits;

export interface WireInstruction {
  /** Index of the program in the account keys. */
  readonly programIndex: number;
  /** Indexes into the account keys: static, then loaded writable, then loaded readonly. */
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

export interface WireLookup {
  /** Address of the lookup table. */
  readonly table: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

/** What the header of version 1 holds in place of compute-budget instructions. */
export interface WireConfig {
  /** Total for the whole transaction, not a price. */
  readonly priorityFeeLamports: bigint | null;
  readonly computeUnitLimit: number | null;
  readonly loadedAccountsDataSizeLimit: number | null;
  readonly heapSizeBytes: number | null;
}

/** A signed transaction as it travels. */
export interface WireTransaction {
  readonly version: TransactionVersion;
  /** 64 bytes each, one per signer; all zeros where a signer has not signed yet. */
  readonly signatures: readonly Uint8Array[];
  /** What the signatures sign. */
  readonly messageBytes: Uint8Array;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** Base58 keys in the transaction itself; the first `requiredSignatures` are the signers. */
  readonly staticKeys: readonly string[];
  /** Version 0 only. */
  readonly lookups: readonly WireLookup[];
  readonly instructions: readonly WireInstruction[];
  /** Recent blockhash, or the durable nonce's value. */
  readonly blockhash: string;
  /** `null` but for version 1. */
  readonly config: WireConfig | null;
}

/** Bytes that are no transaction; the message says why, in words that follow "the transaction". */
export class WireFormatError extends Error {
  override readonly name = 'WireFormatError';

  static is(error: unknown): error is WireFormatError {
    return error instanceof WireFormatError;
  }
}

type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

const signatureBytes = 64;
const versionFlag = 0x80;

const messageDecoder = getCompiledTransactionMessageDecoder();
const messageEncoder = getCompiledTransactionMessageEncoder();
const countDecoder = getShortU16Decoder();
const countEncoder = getShortU16Encoder();

/**
 * Reads one transaction of version legacy, 0 or 1. Throws a WireFormatError for bytes that are
 * empty, too many, truncated, followed by others, of an unknown version, or not what the same
 * transaction encodes to.
 */
export function decodeTransactionBytes(bytes: Uint8Array): WireTransaction {
  const first = bytes[0];
  if (first === undefined) throw new WireFormatError('is empty');
  const isMessageFirst = (first & versionFlag) !== 0;
  const { signatures, messageBytes, message } = isMessageFirst
    ? readMessageFirst(bytes)
    : readSignaturesFirst(bytes);
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } =
    message.header;
  if (signatures.length !== numSignerAccounts) {
    throw new WireFormatError(
      `holds ${signatures.length} signatures where its header asks for ${numSignerAccounts}`,
    );
  }
  const keys = message.staticAccounts.length;
  if (
    numSignerAccounts === 0 ||
    numReadonlySignerAccounts >= numSignerAccounts ||
    numSignerAccounts + numReadonlyNonSignerAccounts > keys
  ) {
    throw new WireFormatError(`has a header that does not fit its ${keys} account keys`);
  }
  const limit = transactionSizeLimits[message.version];
  if (bytes.length > limit) {
    throw new WireFormatError(
      `is ${bytes.length} bytes; version ${message.version} allows ${limit}`,
    );
  }
  const transaction: WireTransaction = {
    version: message.version,
    signatures,
    messageBytes,
    requiredSignatures: numSignerAccounts,
    readonlySigned: numReadonlySignerAccounts,
    readonlyUnsigned: numReadonlyNonSignerAccounts,
    staticKeys: message.staticAccounts,
    lookups: lookupsOf(message),
    instructions: instructionsOf(message),
    blockhash: message.lifetimeToken,
    config: configOf(message),
  };
  checkIndexes(transaction);
  return transaction;
}

interface Envelope {
  readonly signatures: readonly Uint8Array[];
  readonly messageBytes: Uint8Array;
  readonly message: CompiledMessage;
}

function readSignaturesFirst(bytes: Uint8Array): Envelope {
  const [count, start] = readOr('is truncated in its signature count', () =>
    countDecoder.read(bytes, 0),
  );
  const messageAt = start + count * signatureBytes;
  if (messageAt >= bytes.length) throw new WireFormatError('is truncated in its signatures');
  const messageBytes = bytes.subarray(messageAt);
  refuseUnknownVersion(messageBytes[0] ?? 0);
  const [message, end] = readMessage(messageBytes);
  if (message.version === 1) {
    throw new WireFormatError('is of version 1 but has its signatures first');
  }
  refuseTrailing(messageBytes.length - end);
  refuseLongCounts(messageBytes, message.version);
  if (countEncoder.encode(count).length !== start) {
    throw new WireFormatError('has a signature count that is not in its shortest form');
  }
  return { signatures: signaturesOf(bytes, start, count), messageBytes, message };
}

function readMessageFirst(bytes: Uint8Array): Envelope {
  refuseUnknownVersion(bytes[0] ?? 0);
  if (bytes[0] === versionFlag) {
    throw new WireFormatError('is a version 0 message without its signatures');
  }
  const [message, end] = readMessage(bytes);
  const count = message.header.numSignerAccounts;
  const rest = bytes.length - end - count * signatureBytes;
  if (rest < 0) throw new WireFormatError('is truncated in its signatures');
  refuseTrailing(rest);
  const messageBytes = bytes.subarray(0, end);
  refuseOtherForm(messageBytes, message);
  return { signatures: signaturesOf(bytes, end, count), messageBytes, message };
}

const signaturesOf = (bytes: Uint8Array, start: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    bytes.subarray(start + index * signatureBytes, start + (index + 1) * signatureBytes),
  );

function refuseUnknownVersion(first: number): void {
  const version = first & ~versionFlag;
  if ((first & versionFlag) !== 0 && version > 1) {
    throw new WireFormatError(`is of version ${version}, which is unknown`);
  }
}

const readMessage = (bytes: Uint8Array): readonly [CompiledMessage, number] =>
  readOr('is truncated or malformed in its message', () => messageDecoder.read(bytes, 0));

function readOr<Value>(message: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw new WireFormatError(message, { cause });
  }
}

function refuseTrailing(count: number): void {
  if (count > 0) throw new WireFormatError(`has ${count} bytes after its end`);
}

/**
 * Counts may be written in more bytes than they need, which is all that these versions' content can
 * be written otherwise in. Encoding again shows the same, and takes as long as decoding.
 */
function refuseLongCounts(bytes: Uint8Array, version: 'legacy' | 0): void {
  let at = version === 0 ? 1 : 0;
  const count = (): number => {
    let value = 0;
    for (let part = 0; part < 3; part++) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * part);
      if ((byte & 0x80) !== 0) continue;
      if (byte === 0 && part > 0) throw new WireFormatError(otherForm);
      return value;
    }
    throw new WireFormatError(otherForm);
  };
  const skip = (bytesEach: number): void => {
    const length = count() * bytesEach;
    at += length;
  };
  at += 3;
  skip(32);
  at += 32;
  for (let left = count(); left > 0; left--) {
    at += 1;
    skip(1);
    skip(1);
  }
  if (version === 0) {
    for (let left = count(); left > 0; left--) {
      at += 32;
      skip(1);
      skip(1);
    }
  }
  // The codec takes what is missing at the end for empty.
  if (at !== bytes.length) throw new WireFormatError('is truncated or malformed in its message');
}

const otherForm = 'is not in the form that its content encodes to';

/** What does not encode to the same bytes holds something that the codec does not know. */
function refuseOtherForm(bytes: Uint8Array, message: CompiledMessage): void {
  const again = readOr('holds what no transaction can', () => messageEncoder.encode(message));
  if (again.length !== bytes.length || again.some((byte, index) => byte !== bytes[index])) {
    throw new WireFormatError(otherForm);
  }
}

function checkIndexes({ staticKeys, lookups, instructions }: WireTransaction): void {
  const loaded = lookups.reduce(
    (sum, { writableIndexes, readonlyIndexes }) =>
      sum + writableIndexes.length + readonlyIndexes.length,
    0,
  );
  const keys = staticKeys.length + loaded;
  for (const { programIndex, accountIndexes } of instructions) {
    for (const index of [programIndex, ...accountIndexes]) {
      if (index >= keys) {
        throw new WireFormatError(`names account ${index} where it has ${keys}`);
      }
    }
  }
}

const lookupsOf = (message: CompiledMessage): WireLookup[] =>
  message.version === 0
    ? (message.addressTableLookups ?? []).map((lookup) => ({
        table: lookup.lookupTableAddress,
        writableIndexes: lookup.writableIndexes,
        readonlyIndexes: lookup.readonlyIndexes,
      }))
    : [];

function instructionsOf(message: CompiledMessage): WireInstruction[] {
  if (message.version === 1) {
    return message.instructionPayloads.map((payload, index) => ({
      programIndex: message.instructionHeaders[index]?.programAccountIndex ?? 0,
      accountIndexes: payload.instructionAccountIndices,
      data: Uint8Array.from(payload.instructionData),
    }));
  }
  return message.instructions.map((instruction) => ({
    programIndex: instruction.programAddressIndex,
    accountIndexes: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
}

/** Fields of the version 1 header in the order of its mask, with the mask's bits. */
const configFields = [
  ['priorityFeeLamports', 0b11, 'u64'],
  ['computeUnitLimit', 0b100, 'u32'],
  ['loadedAccountsDataSizeLimit', 0b1000, 'u32'],
  ['heapSizeBytes', 0b10000, 'u32'],
] as const;

function configOf(message: CompiledMessage): WireConfig | null {
  if (message.version !== 1) return null;
  const values = [...message.configValues];
  const found = new Map(
    configFields
      .filter(([, bits]) => (message.configMask & bits) === bits)
      .map(([field]) => [field, values.shift()?.value] as const),
  );
  const number = (field: (typeof configFields)[number][0]) => {
    const value = found.get(field);
    return value === undefined ? null : Number(value);
  };
  const fee = found.get('priorityFeeLamports');
  return {
    priorityFeeLamports: fee === undefined ? null : BigInt(fee),
    computeUnitLimit: number('computeUnitLimit'),
    loadedAccountsDataSizeLimit: number('loadedAccountsDataSizeLimit'),
    heapSizeBytes: number('heapSizeBytes'),
  };
}

/** The transaction's bytes: those it was decoded from. */
export function encodeTransaction({
  version,
  signatures,
  messageBytes,
}: Pick<WireTransaction, 'version' | 'signatures' | 'messageBytes'>): Uint8Array {
  return Buffer.concat(
    version === 1
      ? [messageBytes, ...signatures]
      : [Uint8Array.from(countEncoder.encode(signatures.length)), ...signatures, messageBytes],
  );
}

/** Whether the key at this index signs. */
export const isSigner = (transaction: WireTransaction, index: number): boolean =>
  index < transaction.requiredSignatures;

/**
 * Whether the key at this index is asked for as writable. Loaded keys follow the static ones:
 * first every table's writable ones, then every table's readonly ones.
 */
export function isWritable(transaction: WireTransaction, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, lookups } = transaction;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  const own = staticKeys.length;
  if (index < own) return index < own - readonlyUnsigned;
  const writable = lookups.reduce((sum, lookup) => sum + lookup.writableIndexes.length, 0);
  return index < own + writable;
}
