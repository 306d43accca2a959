import type {
  RpcBlockTransaction,
  RpcInstruction,
  RpcMessage,
  RpcParsedInstruction,
  RpcTransaction,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { tokenProgram } from '../../../../src/solana/knownPrograms.ts';

/** Converts transactions from the json encoding to the other encodings of nodes. */

type JsonTransaction = Exclude<RpcBlockTransaction['transaction'], readonly unknown[]>;

const bytesOf = (text: string): Uint8Array => {
  const bytes = decodeBase58(text);
  if (!bytes) throw new Error(`not Base58: ${text}`);
  return bytes;
};

const compact = (length: number): number[] =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];

const jsonOf = ({ transaction }: RpcTransaction): JsonTransaction => transaction as JsonTransaction;

const keysOf = (message: RpcMessage): string[] =>
  message.accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey));

export const accountKeysOf = (transaction: RpcTransaction): string[] =>
  keysOf(jsonOf(transaction).message);

/** The same transaction in base64, version 0 with lookup tables, otherwise legacy. */
export function asBase64(transaction: RpcTransaction): RpcTransaction {
  const { signatures, message } = jsonOf(transaction);
  const keys = keysOf(message);
  const lookups = message.addressTableLookups ?? [];
  const version = lookups.length > 0 ? [0x80] : [];
  const body = [...version, ...headerOf(message), ...compact(keys.length)];
  for (const key of keys) body.push(...bytesOf(key));
  body.push(...bytesOf(message.recentBlockhash ?? ''), ...instructionBytes(message));
  if (lookups.length > 0) body.push(...compact(lookups.length));
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    body.push(...bytesOf(accountKey), ...compact(writableIndexes.length), ...writableIndexes);
    body.push(...compact(readonlyIndexes.length), ...readonlyIndexes);
  }
  return { ...transaction, transaction: [wire(signatures, body), 'base64'] };
}

/**
 * The same transaction in base64, version 0, with all keys after the first `own` ones loaded
 * through a lookup table. `own` must include the signers and all programs.
 */
export function asVersion0(
  transaction: RpcTransaction,
  own: number,
  table: string,
): RpcTransaction {
  const { signatures, message } = jsonOf(transaction);
  const keys = keysOf(message);
  const loaded = keys.slice(own);
  const body = [0x80, ...headerOf(message), ...compact(own)];
  for (const key of keys.slice(0, own)) body.push(...bytesOf(key));
  body.push(...bytesOf(message.recentBlockhash ?? ''), ...instructionBytes(message));
  body.push(1, ...bytesOf(table), ...compact(loaded.length), ...loaded.map((_, index) => index), 0);
  const { meta } = transaction;
  return {
    ...transaction,
    version: 0,
    transaction: [wire(signatures, body), 'base64'],
    meta: meta && { ...meta, loadedAddresses: { writable: loaded, readonly: [] } },
  };
}

/** The same transaction in jsonParsed: parsed token transfers, addresses instead of indexes. */
export function asJsonParsed(transaction: RpcTransaction): RpcTransaction {
  const { signatures, message } = jsonOf(transaction);
  const keys = keysOf(message);
  const parse = (instruction: RpcInstruction | RpcParsedInstruction): RpcParsedInstruction => {
    if (!('programIdIndex' in instruction)) return instruction;
    const programId = keys[instruction.programIdIndex] ?? '';
    const accounts = instruction.accounts.map((index) => keys[index] ?? '');
    const stackHeight = instruction.stackHeight ?? null;
    const data = Buffer.from(bytesOf(instruction.data));
    if (programId !== tokenProgram || data[0] !== 12) {
      return { programId, accounts, data: instruction.data, stackHeight };
    }
    const [source, mint, destination, authority] = accounts;
    const tokenAmount = { amount: data.readBigUInt64LE(1).toString(), decimals: data[9] };
    const info = { source, mint, destination, authority, tokenAmount };
    return {
      program: 'spl-token',
      programId,
      parsed: { type: 'transferChecked', info },
      stackHeight,
    };
  };
  const required = message.header?.numRequiredSignatures ?? 1;
  const { meta } = transaction;
  if (!meta) throw new Error('no metadata');
  const { loadedAddresses: _, ...rest } = meta;
  return {
    ...transaction,
    transaction: {
      signatures,
      message: {
        accountKeys: keys.map((pubkey, index) => ({
          pubkey,
          signer: index < required,
          writable: true,
        })),
        instructions: message.instructions.map(parse),
      },
    },
    meta: {
      ...rest,
      innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
        index,
        instructions: (instructions as (RpcInstruction | RpcParsedInstruction)[]).map(parse),
      })),
    },
  };
}

const headerOf = ({ header }: RpcMessage): number[] => [
  header?.numRequiredSignatures ?? 1,
  header?.numReadonlySignedAccounts ?? 0,
  header?.numReadonlyUnsignedAccounts ?? 0,
];

function instructionBytes(message: RpcMessage): number[] {
  const instructions = message.instructions as readonly RpcInstruction[];
  const bytes = compact(instructions.length);
  for (const { programIdIndex, accounts, data } of instructions) {
    const decoded = bytesOf(data);
    bytes.push(programIdIndex, ...compact(accounts.length), ...accounts);
    bytes.push(...compact(decoded.length), ...decoded);
  }
  return bytes;
}

function wire(signatures: readonly string[], body: readonly number[]): string {
  const head = [...compact(signatures.length), ...signatures.flatMap((each) => [...bytesOf(each)])];
  return Buffer.from([...head, ...body]).toString('base64');
}
