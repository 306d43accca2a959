import { encodeBase58 } from './base58.ts';
import type {
  TransactionVersion,
  WireConfig,
  WireInstruction,
  WireLookup,
  WireTransaction,
} from './wireTransaction.ts';

/**
 * The reader of programs that cannot carry the codecs behind `wireTransaction.ts`: it reads the
 * same transactions to the same parts, but does not say what is wrong with other bytes.
 */

const sizeLimits = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;
const versionFlag = 0x80;
const signatureBytes = 64;

/** A transaction of version legacy, 0 or 1; `null` for bytes that are none, or not exactly one. */
export function readTransaction(bytes: Uint8Array): WireTransaction | null {
  if (bytes.length === 0 || bytes.length > sizeLimits[1]) return null;
  try {
    const transaction =
      bytes[0] === (versionFlag | 1) ? readVersion1(bytes) : readSignaturesFirst(bytes);
    return isSound(transaction) && bytes.length <= sizeLimits[transaction.version]
      ? transaction
      : null;
  } catch (error) {
    if (error instanceof EndOfBytes) return null;
    throw error;
  }
}

class EndOfBytes extends Error {}

class Reader {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(length: number): Uint8Array {
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new EndOfBytes();
    return this.bytes.subarray(start, this.at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  u16(): number {
    return this.byte() | (this.byte() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  key(): string {
    return encodeBase58(this.take(32));
  }

  /** Up to three bytes of seven bits, in the shortest form alone. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) !== 0) continue;
      if ((byte === 0 && shift > 0) || value > 0xffff) break;
      return value;
    }
    throw new EndOfBytes();
  }

  list<Item>(count: number, read: () => Item): Item[] {
    // Nothing takes less than a byte: a count beyond the bytes is none.
    if (count > this.bytes.length) throw new EndOfBytes();
    return Array.from({ length: count }, read);
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new EndOfBytes();
  }
}

function readSignaturesFirst(bytes: Uint8Array): WireTransaction {
  const reader = new Reader(bytes);
  const signatures = reader.list(reader.length(), () => reader.take(signatureBytes));
  const messageBytes = bytes.subarray(reader.at);
  const first = reader.byte();
  const isVersioned = (first & versionFlag) !== 0;
  if (isVersioned && first !== versionFlag) throw new EndOfBytes();
  const version: TransactionVersion = isVersioned ? 0 : 'legacy';
  const requiredSignatures = isVersioned ? reader.byte() : first;
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()];
  const staticKeys = reader.list(reader.length(), () => reader.key());
  const blockhash = reader.key();
  const instructions = reader.list(reader.length(), () => readInstruction(reader));
  const lookups = isVersioned ? reader.list(reader.length(), () => readLookup(reader)) : [];
  reader.end();
  return {
    version,
    signatures,
    messageBytes,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    lookups,
    instructions,
    blockhash,
    config: null,
  };
}

const indexes = (reader: Reader): number[] => [...reader.take(reader.length())];

const readInstruction = (reader: Reader): WireInstruction => ({
  programIndex: reader.byte(),
  accountIndexes: indexes(reader),
  data: Uint8Array.from(reader.take(reader.length())),
});

const readLookup = (reader: Reader): WireLookup => ({
  table: reader.key(),
  writableIndexes: indexes(reader),
  readonlyIndexes: indexes(reader),
});

function readVersion1(bytes: Uint8Array): WireTransaction {
  const reader = new Reader(bytes);
  reader.byte();
  const requiredSignatures = reader.byte();
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()];
  const mask = reader.u32();
  const blockhash = reader.key();
  const [instructionCount, keyCount] = [reader.byte(), reader.byte()];
  const staticKeys = reader.list(keyCount, () => reader.key());
  const config = readConfig(reader, mask);
  const heads = reader.list(instructionCount, () => ({
    programIndex: reader.byte(),
    accounts: reader.byte(),
    dataBytes: reader.u16(),
  }));
  const instructions = heads.map(({ programIndex, accounts, dataBytes }) => ({
    programIndex,
    accountIndexes: [...reader.take(accounts)],
    data: Uint8Array.from(reader.take(dataBytes)),
  }));
  const messageBytes = bytes.subarray(0, reader.at);
  const signatures = reader.list(requiredSignatures, () => reader.take(signatureBytes));
  reader.end();
  return {
    version: 1,
    signatures,
    messageBytes,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    lookups: [],
    instructions,
    blockhash,
    config,
  };
}

/** The priority fee has two bits of the mask and eight bytes, the others one and four. */
function readConfig(reader: Reader, mask: number): WireConfig {
  if (mask > 0b11111 || (mask & 0b11) === 1 || (mask & 0b11) === 2) throw new EndOfBytes();
  const u32 = (bit: number) => ((mask & bit) === 0 ? null : reader.u32());
  let priorityFeeLamports: bigint | null = null;
  if ((mask & 0b11) !== 0) {
    const low = BigInt(reader.u32());
    priorityFeeLamports = low | (BigInt(reader.u32()) << 32n);
  }
  return {
    priorityFeeLamports,
    computeUnitLimit: u32(0b100),
    loadedAccountsDataSizeLimit: u32(0b1000),
    heapSizeBytes: u32(0b10000),
  };
}

function isSound(transaction: WireTransaction): boolean {
  const { signatures, requiredSignatures, readonlySigned, readonlyUnsigned } = transaction;
  const { staticKeys, lookups, instructions } = transaction;
  const own = staticKeys.length;
  if (requiredSignatures === 0 || signatures.length !== requiredSignatures) return false;
  if (readonlySigned >= requiredSignatures || requiredSignatures + readonlyUnsigned > own) {
    return false;
  }
  const loaded = lookups.reduce(
    (sum, lookup) => sum + lookup.writableIndexes.length + lookup.readonlyIndexes.length,
    0,
  );
  return instructions.every(({ programIndex, accountIndexes }) =>
    [programIndex, ...accountIndexes].every((index) => index < own + loaded),
  );
}
