// The global `Buffer` is a getter that runs on every use.
import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { stringifyJson } from '../../api/json.ts';
import { AddressCache, addressBytes } from '../../solana/addressCache.ts';
import { decodeBase58, encodeBase58 } from '../../solana/base58.ts';
import { WireFormatError } from '../../solana/wireReader.ts';
import { decodeTransactionBytes } from '../../solana/wireTransaction.ts';
import {
  AccountKeyList,
  type AccountKeys,
  checkAccounts,
  checkLoadedAddresses,
  createLookupTableResolver,
  createWritableCheck,
  type Instruction,
  invalidMember,
  type LoadedAddresses,
  type Message,
  requireAddress,
  type TableLookup,
  UnreadableTransactionError,
  unknownAccount,
} from './message.ts';
import { hasExecuted, metaMembers } from './metaMembers.ts';
import { ProgramLabels } from './programLabels.ts';
import { type JsonTransaction, readJsonMessage } from './readJsonMessage.ts';
import type { RpcBlockTransaction, RpcMeta } from './rpcBlock.ts';

const noKeys: LoadedAddresses = { writable: [], readonly: [] };

/** A longer value may be a part of a secret key. */
const shortValue = (text: string): string => (text.length <= 20 ? text : '…');

/** Old responses have no version. */
const knownVersions: ReadonlySet<unknown> = new Set([undefined, null, 'legacy', 0, 1]);

/** Throws UnreadableTransactionError. */
export function readMessage(entry: RpcBlockTransaction): Message {
  const { transaction, meta, version } = entry;
  if (!knownVersions.has(version)) {
    throw new UnreadableTransactionError(
      t('unknown version {0}', shortValue(stringifyJson(version))),
    );
  }
  const loaded = readLoadedAddresses(meta);
  // A transaction that was rejected before it ran may have tables that could not be read.
  const isResolved = hasExecuted(meta?.err);
  if (Array.isArray(transaction)) {
    const [data, encoding] = transaction as readonly unknown[];
    if (typeof data !== 'string' || typeof encoding !== 'string') {
      throw invalidMember('transaction');
    }
    if (encoding !== 'base64') {
      throw new UnreadableTransactionError(
        t(
          'encoding {0} is not supported. Request base64, json or jsonParsed.',
          shortValue(String(encoding)),
        ),
      );
    }
    return readWireMessage(Buffer.from(data, 'base64'), loaded, isResolved);
  }
  return readJsonMessage(transaction as JsonTransaction, loaded, isResolved);
}

function readLoadedAddresses(meta: RpcMeta | null | undefined): LoadedAddresses {
  const loaded = meta?.loadedAddresses;
  if (loaded === undefined || loaded === null) return noKeys;
  if (!metaMembers.loadedAddresses.isValid(loaded)) throw invalidMember('loadedAddresses');
  return loaded;
}

/** Reads legacy and version 0 without copying; the bulk path for base64 blocks. */
function readWireMessage(bytes: Buffer, loaded: LoadedAddresses, isResolved: boolean): Message {
  if (bytes[0] === 0x81) return readVersion1Message(bytes);
  const reader = new WireReader(bytes);
  const signatures = reader.compactLength();
  if (signatures === 0) throw new UnreadableTransactionError(t('no signature'));
  const firstSignature = reader.offset;
  reader.skip(signatures * 64);
  const first = reader.byte();
  const versioned = (first & 0x80) !== 0;
  if (versioned && first !== 0x80) {
    throw new UnreadableTransactionError(t('unknown version {0}', first & 0x7f));
  }
  const requiredSignatures = versioned ? reader.byte() : first;
  const readonlySigned = reader.byte();
  const readonlyUnsigned = reader.byte();
  const own = reader.compactLength();
  const keysAt = reader.offset;
  reader.skip(own * 32);
  reader.skip(32);
  const instructions: WireInstruction[] = [];
  const count = reader.compactLength();
  for (let topLevel = 0; topLevel < count; topLevel++) {
    instructions.push(new WireInstruction(bytes, reader, topLevel));
  }
  const lookupsAt = reader.offset;
  const lookups = versioned ? countLookups(reader) : noLookups;
  const keyCount = own + lookups.writable + lookups.readonly;
  for (const instruction of instructions) instruction.checkAccounts(keyCount);
  if (isResolved && versioned) checkLoadedAddresses(loaded, lookups);
  const keys = new WireKeys(bytes, keysAt, own, loaded);
  return {
    signature: () => encodeBase58(bytes.subarray(firstSignature, firstSignature + 64)),
    keys,
    programs: new ProgramLabels(keys),
    requiredSignatures,
    isWritable: createWritableCheck(
      own,
      requiredSignatures,
      readonlySigned,
      readonlyUnsigned,
      loaded.writable.length,
    ),
    instructions,
    headerComputeUnitLimit: null,
    lookupTableOf: createLookupTableResolver(
      () => (versioned ? readLookups(bytes, lookupsAt) : []),
      own,
    ),
  };
}

const noLookups = { writable: 0, readonly: 0 } as const;

/** Throws if truncated. */
function countLookups(reader: WireReader): Pick<TableLookup, 'writable' | 'readonly'> {
  const total = { writable: 0, readonly: 0 };
  for (let left = reader.compactLength(); left > 0; left--) {
    reader.skip(32);
    const writable = reader.compactLength();
    reader.skip(writable);
    const readonly = reader.compactLength();
    reader.skip(readonly);
    total.writable += writable;
    total.readonly += readonly;
  }
  return total;
}

function readLookups(bytes: Buffer, start: number): TableLookup[] {
  const reader = new WireReader(bytes, start);
  return Array.from({ length: reader.compactLength() }, () => {
    const keyAt = reader.offset;
    reader.skip(32);
    const writable = reader.compactLength();
    reader.skip(writable);
    const readonly = reader.compactLength();
    reader.skip(readonly);
    return { table: () => addressAt(bytes, keyAt), writable, readonly };
  });
}

/** Uses the slower general reader: version 1 is rare. */
function readVersion1Message(bytes: Uint8Array): Message {
  let wire: ReturnType<typeof decodeTransactionBytes>;
  try {
    wire = decodeTransactionBytes(bytes);
  } catch (cause) {
    if (!WireFormatError.is(cause)) throw cause;
    throw new UnreadableTransactionError(t('it {0}', cause.message), { cause });
  }
  const { requiredSignatures, staticKeys } = wire;
  const [first] = wire.signatures;
  if (!first) throw new UnreadableTransactionError(t('no signature'));
  const keys = new AccountKeyList(staticKeys);
  for (const { accountIndexes } of wire.instructions) checkAccounts(accountIndexes, keys.length);
  return {
    signature: () => encodeBase58(first),
    keys,
    programs: new ProgramLabels(keys),
    requiredSignatures,
    isWritable: createWritableCheck(
      staticKeys.length,
      requiredSignatures,
      wire.readonlySigned,
      wire.readonlyUnsigned,
      0,
    ),
    instructions: wire.instructions.map(({ programIndex, accountIndexes, data }, topLevel) => ({
      program: programIndex,
      accounts: accountIndexes,
      data,
      depth: 1,
      topLevel,
    })),
    headerComputeUnitLimit: wire.config?.computeUnitLimit ?? 0,
    lookupTableOf: () => null,
  };
}

/** Programs recur in every transaction. */
const knownAddresses = new AddressCache();

export function addressAt(bytes: Buffer, start: number): string {
  return knownAddresses.addressAt(bytes, start);
}

/** Creates its parts on demand: most are never read. */
class WireInstruction implements Instruction {
  readonly program: number;
  readonly depth = 1;
  readonly topLevel: number;
  readonly #bytes: Uint8Array;
  readonly #accountsAt: number;
  readonly #accountsEnd: number;
  readonly #dataAt: number;
  readonly #dataEnd: number;
  #accounts: Uint8Array | undefined;
  #data: Uint8Array | undefined;

  /** The reader must be at the instruction's program index. */
  constructor(bytes: Uint8Array, reader: WireReader, topLevel: number) {
    this.#bytes = bytes;
    this.topLevel = topLevel;
    this.program = reader.byte();
    const accounts = reader.compactLength();
    this.#accountsAt = reader.offset;
    reader.skip(accounts);
    this.#accountsEnd = reader.offset;
    const length = reader.compactLength();
    this.#dataAt = reader.offset;
    reader.skip(length);
    this.#dataEnd = reader.offset;
  }

  /** Without the list of accounts, which most transactions do not need. */
  checkAccounts(keyCount: number): void {
    for (let at = this.#accountsAt; at < this.#accountsEnd; at++) {
      const account = this.#bytes[at] ?? keyCount;
      if (account >= keyCount) throw unknownAccount(account);
    }
  }

  get accounts(): Uint8Array {
    this.#accounts ??= this.#bytes.subarray(this.#accountsAt, this.#accountsEnd);
    return this.#accounts;
  }

  get data(): Uint8Array {
    this.#data ??= this.#bytes.subarray(this.#dataAt, this.#dataEnd);
    return this.#data;
  }
}

class WireKeys implements AccountKeys {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #own: number;
  readonly #writable: readonly string[];
  readonly #readonly: readonly string[];

  constructor(bytes: Buffer, start: number, own: number, { writable, readonly }: LoadedAddresses) {
    this.#bytes = bytes;
    this.#start = start;
    this.#own = own;
    this.#writable = writable;
    this.#readonly = readonly;
    this.length = own + writable.length + readonly.length;
  }

  at(index: number): string {
    if (index >= 0 && index < this.#own) return addressAt(this.#bytes, this.#start + index * 32);
    const loaded = index - this.#own;
    const address = this.#writable[loaded] ?? this.#readonly[loaded - this.#writable.length];
    return requireAddress(address, index);
  }

  /** Compares bytes: to search a block for a pool would otherwise encode every key of it. */
  indexOf(key: string): number {
    const wanted = bytesOf(key);
    for (let index = 0; wanted !== null && index < this.#own; index++) {
      const start = this.#start + index * addressBytes;
      // Calls of `compare` cost more than reading a byte.
      if (this.#bytes[start] !== wanted[0]) continue;
      if (wanted.compare(this.#bytes, start, start + addressBytes) === 0) return index;
    }
    const writable = this.#writable.indexOf(key);
    if (writable >= 0) return this.#own + writable;
    const readonly = this.#readonly.indexOf(key);
    return readonly < 0 ? -1 : this.#own + this.#writable.length + readonly;
  }
}

/** The same few keys are searched for in all transactions of a block. */
const searchedKeys = new Map<string, Buffer>();
const maxSearchedKeys = 64;

/** `null`: no address. */
function bytesOf(key: string): Buffer | null {
  const known = searchedKeys.get(key);
  if (known !== undefined) return known;
  const decoded = decodeBase58(key);
  if (decoded?.length !== addressBytes) return null;
  const bytes = Buffer.from(decoded);
  if (searchedKeys.size >= maxSearchedKeys) searchedKeys.clear();
  searchedKeys.set(key, bytes);
  return bytes;
}

class WireReader {
  offset: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  byte(): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw new UnreadableTransactionError(t('the bytes are truncated'));
    this.offset++;
    return byte;
  }

  skip(length: number): void {
    this.offset += length;
    if (this.offset > this.#bytes.length) {
      throw new UnreadableTransactionError(t('the bytes are truncated'));
    }
  }

  /** Solana's compact-u16: up to three bytes of seven bits. */
  compactLength(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw new UnreadableTransactionError(t('a length is malformed'));
  }
}
