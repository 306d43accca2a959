import { encodeBase58 } from '../../../solana/base58.ts';
import { addressAt } from '../../decode/readMessage.ts';
import type { RpcBlockTransaction, RpcInstruction } from '../../decode/rpcBlock.ts';
import { GeyserFormatError, type ProtobufReader } from './protobufReader.ts';

/** Twice the longest transaction, 4,096 bytes in version 1. */
const maxTransactionBytes = 8_192;
const addressBytes = 32;
const signatureBytes = 64;
const maxCompactLength = 0x3fff;

interface CompiledInstruction {
  readonly program: number;
  readonly accounts: Buffer;
  readonly data: Buffer;
}

interface LookupTable {
  readonly address: Buffer;
  readonly writable: Buffer;
  readonly readonly: Buffer;
}

interface GeyserMessage {
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly keys: readonly Buffer[];
  readonly blockhash: Buffer;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookupTables: readonly LookupTable[];
  readonly version: 'legacy' | 0 | 1;
  /** Version 1 only; `null`: not set. */
  readonly computeUnitLimit: number | null;
}

type ReadTransaction = Pick<RpcBlockTransaction, 'transaction'> & {
  readonly version: 'legacy' | 0 | 1;
};

/** Legacy and version 0 become Base64, version 1 `json`. Throws a GeyserFormatError. */
export function readTransaction(reader: ProtobufReader): ReadTransaction {
  const signatures: Buffer[] = [];
  let message: GeyserMessage | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) signatures.push(sized(reader.bytes(), signatureBytes));
    else if (field === 2) message = readMessage(reader.message());
    else reader.skip();
  }
  if (message === null) throw new GeyserFormatError('transaction-has-no-message');
  const { version } = message;
  return {
    transaction:
      version === 1 ? toJson(signatures, message) : [toBase64(signatures, message), 'base64'],
    version,
  };
}

function readMessage(reader: ProtobufReader): GeyserMessage {
  let header = { requiredSignatures: 0, readonlySigned: 0, readonlyUnsigned: 0 };
  const keys: Buffer[] = [];
  let blockhash: Buffer | null = null;
  const instructions: CompiledInstruction[] = [];
  const lookupTables: LookupTable[] = [];
  let isVersioned = false;
  let config: { readonly computeUnitLimit: number | null } | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    switch (field) {
      case 1:
        header = readHeader(reader.message());
        break;
      case 2:
        keys.push(sized(reader.bytes(), addressBytes));
        break;
      case 3:
        blockhash = sized(reader.bytes(), addressBytes);
        break;
      case 4:
        instructions.push(readInstruction(reader.message()));
        break;
      case 5:
        isVersioned = reader.boolean();
        break;
      case 6:
        lookupTables.push(readLookupTable(reader.message()));
        break;
      case 7:
        config = readConfig(reader.message());
        break;
      default:
        reader.skip();
    }
  }
  if (blockhash === null) throw new GeyserFormatError('transaction-has-no-blockhash');
  const version = !isVersioned ? 'legacy' : config === null ? 0 : 1;
  const computeUnitLimit = config?.computeUnitLimit ?? null;
  return { ...header, keys, blockhash, instructions, lookupTables, version, computeUnitLimit };
}

function readHeader(reader: ProtobufReader) {
  const header = { requiredSignatures: 0, readonlySigned: 0, readonlyUnsigned: 0 };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) header.requiredSignatures = byte(reader.integer());
    else if (field === 2) header.readonlySigned = byte(reader.integer());
    else if (field === 3) header.readonlyUnsigned = byte(reader.integer());
    else reader.skip();
  }
  return header;
}

const noBytes: Buffer = Buffer.alloc(0);

function readInstruction(reader: ProtobufReader): CompiledInstruction {
  let program = 0;
  let accounts: Buffer = noBytes;
  let data: Buffer = noBytes;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) program = byte(reader.integer());
    else if (field === 2) accounts = reader.bytes();
    else if (field === 3) data = reader.bytes();
    else reader.skip();
  }
  return { program, accounts, data };
}

function readLookupTable(reader: ProtobufReader): LookupTable {
  let address: Buffer = noBytes;
  let writable: Buffer = noBytes;
  let readonly: Buffer = noBytes;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) address = reader.bytes();
    else if (field === 2) writable = reader.bytes();
    else if (field === 3) readonly = reader.bytes();
    else reader.skip();
  }
  return { address: sized(address, addressBytes), writable, readonly };
}

function readConfig(reader: ProtobufReader): { readonly computeUnitLimit: number | null } {
  let computeUnitLimit: number | null = null;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) computeUnitLimit = reader.integer();
    else reader.skip();
  }
  return { computeUnitLimit };
}

const scratch = Buffer.alloc(maxTransactionBytes);

class WireWriter {
  length = 0;

  byte(value: number): void {
    if (this.length >= maxTransactionBytes) throw tooLong();
    scratch[this.length++] = value;
  }

  bytes(bytes: Buffer): void {
    if (this.length + bytes.length > maxTransactionBytes) throw tooLong();
    bytes.copy(scratch, this.length);
    this.length += bytes.length;
  }

  /** Solana's compact-u16. */
  compactLength(length: number): void {
    if (length > maxCompactLength) throw tooLong();
    if (length >= 0x80) this.byte((length & 0x7f) | 0x80);
    this.byte(length >= 0x80 ? length >> 7 : length);
  }

  sizedBytes(bytes: Buffer): void {
    this.compactLength(bytes.length);
    this.bytes(bytes);
  }
}

function toBase64(signatures: readonly Buffer[], message: GeyserMessage): string {
  const writer = new WireWriter();
  writer.compactLength(signatures.length);
  for (const signature of signatures) writer.bytes(signature);
  if (message.version === 0) writer.byte(0x80);
  writer.byte(message.requiredSignatures);
  writer.byte(message.readonlySigned);
  writer.byte(message.readonlyUnsigned);
  writer.compactLength(message.keys.length);
  for (const key of message.keys) writer.bytes(key);
  writer.bytes(message.blockhash);
  writer.compactLength(message.instructions.length);
  for (const { program, accounts, data } of message.instructions) {
    writer.byte(program);
    writer.sizedBytes(accounts);
    writer.sizedBytes(data);
  }
  if (message.version === 0) {
    writer.compactLength(message.lookupTables.length);
    for (const { address, writable, readonly } of message.lookupTables) {
      writer.bytes(address);
      writer.sizedBytes(writable);
      writer.sizedBytes(readonly);
    }
  }
  return scratch.toString('base64', 0, writer.length);
}

const toJson = (
  signatures: readonly Buffer[],
  message: GeyserMessage,
): RpcBlockTransaction['transaction'] => ({
  signatures: signatures.map(encodeBase58),
  message: {
    accountKeys: message.keys.map((key) => addressAt(key, 0)),
    header: {
      numRequiredSignatures: message.requiredSignatures,
      numReadonlySignedAccounts: message.readonlySigned,
      numReadonlyUnsignedAccounts: message.readonlyUnsigned,
    },
    instructions: message.instructions.map(
      ({ program, accounts, data }): RpcInstruction => ({
        programIdIndex: program,
        accounts: [...accounts],
        data: encodeBase58(data),
        stackHeight: null,
      }),
    ),
    recentBlockhash: encodeBase58(message.blockhash),
    transactionConfig: { computeUnitLimit: message.computeUnitLimit },
  },
});

function sized(bytes: Buffer, length: number): Buffer {
  if (bytes.length !== length) throw new GeyserFormatError('key-or-signature-has-another-length');
  return bytes;
}

function byte(value: number): number {
  if (value > 0xff) throw new GeyserFormatError('index-is-too-large');
  return value;
}

const tooLong = () => new GeyserFormatError('transaction-is-too-long');
