import { t } from '@vscode/l10n';
import { formatCount } from '../api/format.ts';
import { WireFormatError, WireReader } from './wireReader.ts';

/** Bytes. */
export const transactionSizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

export type TransactionVersion = keyof typeof transactionSizeLimits;

/** Accounts that a transaction may have on mainnet in November 2026. */
export const accountLimit = 64;
/** Accounts that a transaction of version 1 may have once the chain activates SIMD-0596. */
export const futureAccountLimit = 96;

export interface WireInstruction {
  readonly programIndex: number;
  /** Indexes into the account keys: static, then loaded writable, then loaded readonly. */
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
}

interface WireLookup {
  readonly table: string;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

/** Version 1 header fields that replace compute-budget instructions. */
interface WireConfig {
  /** Total for the whole transaction, not a price per unit. */
  readonly priorityFeeLamports: bigint | null;
  readonly computeUnitLimit: number | null;
  readonly loadedAccountsDataSizeLimit: number | null;
  readonly heapSizeBytes: number | null;
}

export interface WireTransaction {
  readonly version: TransactionVersion;
  /** 64 bytes per signer; all zeros if not signed yet. */
  readonly signatures: readonly Uint8Array[];
  readonly messageBytes: Uint8Array;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** Base58 keys in the transaction itself; the first `requiredSignatures` are the signers. */
  readonly staticKeys: readonly string[];
  /** Version 0 only. */
  readonly lookups: readonly WireLookup[];
  readonly instructions: readonly WireInstruction[];
  /** Recent blockhash, or the value of a durable nonce. */
  readonly blockhash: string;
  /** `null` except for version 1. */
  readonly config: WireConfig | null;
}

const signatureBytes = 64;
const versionFlag = 0x80;

/**
 * Decodes one transaction of version legacy, 0 or 1. Throws a WireFormatError for bytes that are
 * empty, too long, truncated, followed by others, of an unknown version, or not in canonical form.
 */
export function decodeTransactionBytes(bytes: Uint8Array): WireTransaction {
  const first = bytes[0];
  if (first === undefined) throw new WireFormatError(t('Empty transaction'));
  if (bytes.length > transactionSizeLimits[1]) {
    const most = transactionSizeLimits[1];
    throw new WireFormatError(
      t('Too large: {0} bytes, limit {1}', formatCount(bytes.length), formatCount(most)),
    );
  }
  const transaction =
    (first & versionFlag) === 0 ? decodeLegacyOrVersion0(bytes) : decodeVersion1(bytes);
  assertHeader(transaction);
  const limit = transactionSizeLimits[transaction.version];
  if (bytes.length > limit) {
    throw new WireFormatError(
      t('Too large: {0} bytes, limit {1}', formatCount(bytes.length), formatCount(limit)),
    );
  }
  assertIndexes(transaction);
  return transaction;
}

export function tryDecodeTransaction(bytes: Uint8Array): WireTransaction | null {
  try {
    return decodeTransactionBytes(bytes);
  } catch (error) {
    if (WireFormatError.is(error)) return null;
    throw error;
  }
}

const truncatedMessage = t('Truncated or malformed message');
const truncatedSignatures = t('Truncated signatures');

function decodeLegacyOrVersion0(bytes: Uint8Array): WireTransaction {
  const reader = new WireReader(bytes, truncatedSignatures);
  // One byte: larger counts would set the version flag.
  const signatures = reader.array(reader.u8(), () => reader.bytes(signatureBytes));
  const messageBytes = bytes.subarray(reader.offset);
  const first = reader.u8();
  const isVersioned = (first & versionFlag) !== 0;
  if (isVersioned) assertVersion(first, 0);
  reader.truncatedMessage = truncatedMessage;
  const requiredSignatures = isVersioned ? reader.u8() : first;
  const header = { requiredSignatures, ...readReadonlyCounts(reader) };
  const staticKeys = reader.array(reader.compactU16(), () => reader.address());
  const blockhash = reader.address();
  const instructions = reader.array(reader.compactU16(), () => readInstruction(reader));
  const lookups = isVersioned ? reader.array(reader.compactU16(), () => readLookup(reader)) : [];
  reader.expectEnd();
  return {
    version: isVersioned ? 0 : 'legacy',
    signatures,
    messageBytes,
    ...header,
    staticKeys,
    lookups,
    instructions,
    blockhash,
    config: null,
  };
}

function assertVersion(first: number, read: 0 | 1): void {
  const version = first & ~versionFlag;
  if (version > 1) throw new WireFormatError(t('Unknown transaction version: {0}', version));
  if (version === read) return;
  throw new WireFormatError(
    read === 0
      ? t('Version 1 transaction with its signatures first')
      : t('Version 0 message without its signatures'),
  );
}

const readReadonlyCounts = (reader: WireReader) => {
  const readonlySigned = reader.u8();
  return { readonlySigned, readonlyUnsigned: reader.u8() };
};

const readInstruction = (reader: WireReader): WireInstruction => ({
  programIndex: reader.u8(),
  accountIndexes: [...reader.bytes(reader.compactU16())],
  data: Uint8Array.from(reader.bytes(reader.compactU16())),
});

const readLookup = (reader: WireReader): WireLookup => ({
  table: reader.address(),
  writableIndexes: [...reader.bytes(reader.compactU16())],
  readonlyIndexes: [...reader.bytes(reader.compactU16())],
});

/** Version 1: the message first, then the number of signatures in its header. */
function decodeVersion1(bytes: Uint8Array): WireTransaction {
  const reader = new WireReader(bytes, truncatedMessage);
  assertVersion(reader.u8(), 1);
  const requiredSignatures = reader.u8();
  const header = { requiredSignatures, ...readReadonlyCounts(reader) };
  const mask = reader.u32();
  const blockhash = reader.address();
  const instructionCount = reader.u8();
  const staticKeys = reader.array(reader.u8(), () => reader.address());
  const config = readConfig(reader, mask);
  const heads = reader.array(instructionCount, () => ({
    programIndex: reader.u8(),
    accounts: reader.u8(),
    dataBytes: reader.u16(),
  }));
  const instructions = heads.map(({ programIndex, accounts, dataBytes }) => ({
    programIndex,
    accountIndexes: [...reader.bytes(accounts)],
    data: Uint8Array.from(reader.bytes(dataBytes)),
  }));
  const messageBytes = bytes.subarray(0, reader.offset);
  reader.truncatedMessage = truncatedSignatures;
  const signatures = reader.array(requiredSignatures, () => reader.bytes(signatureBytes));
  reader.expectEnd();
  return {
    version: 1,
    signatures,
    messageBytes,
    ...header,
    staticKeys,
    lookups: [],
    instructions,
    blockhash,
    config,
  };
}

/** The priority fee uses two mask bits and eight bytes; other fields one bit and four bytes. */
function readConfig(reader: WireReader, mask: number): WireConfig {
  const isFeeHalf = (mask & 0b11) === 1 || (mask & 0b11) === 2;
  if (mask > 0b11111 || isFeeHalf) throw new WireFormatError(t('Invalid configuration mask'));
  const u32 = (bit: number) => ((mask & bit) === 0 ? null : reader.u32());
  return {
    priorityFeeLamports: (mask & 0b11) === 0 ? null : reader.u64(),
    computeUnitLimit: u32(0b100),
    loadedAccountsDataSizeLimit: u32(0b1000),
    heapSizeBytes: u32(0b10000),
  };
}

function assertHeader(transaction: WireTransaction): void {
  const { signatures, requiredSignatures, readonlySigned, readonlyUnsigned } = transaction;
  if (signatures.length !== requiredSignatures) {
    throw new WireFormatError(
      t('{0} signatures, but the header requires {1}', signatures.length, requiredSignatures),
    );
  }
  const keys = transaction.staticKeys.length;
  if (
    requiredSignatures === 0 ||
    readonlySigned >= requiredSignatures ||
    requiredSignatures + readonlyUnsigned > keys
  ) {
    throw new WireFormatError(
      t('The header does not match the number of account keys ({0})', keys),
    );
  }
}

function assertIndexes({ staticKeys, lookups, instructions }: WireTransaction): void {
  const keys = staticKeys.length + countLoadedKeys(lookups);
  for (const { programIndex, accountIndexes } of instructions) {
    for (const index of [programIndex, ...accountIndexes]) {
      if (index >= keys) {
        throw new WireFormatError(t('Account index {0} out of range: {1} accounts', index, keys));
      }
    }
  }
}

export const countLoadedKeys = (lookups: readonly WireLookup[]): number =>
  lookups.reduce(
    (sum, { writableIndexes, readonlyIndexes }) =>
      sum + writableIndexes.length + readonlyIndexes.length,
    0,
  );

export const countWritable = (transaction: WireTransaction): number => {
  const { readonlySigned, readonlyUnsigned, staticKeys, lookups } = transaction;
  const statics = staticKeys.length - readonlyUnsigned - readonlySigned;
  return lookups.reduce((sum, lookup) => sum + lookup.writableIndexes.length, statics);
};

/** Static keys come first, then the writable keys of all tables, then the readonly ones. */
export function isWritable(transaction: WireTransaction, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, lookups } = transaction;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  const statics = staticKeys.length;
  if (index < statics) return index < statics - readonlyUnsigned;
  const writable = lookups.reduce((sum, lookup) => sum + lookup.writableIndexes.length, 0);
  return index < statics + writable;
}
