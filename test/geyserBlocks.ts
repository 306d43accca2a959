import { isVote } from '../src/engine/decode/calledPrograms.ts';
import { readMessage } from '../src/engine/decode/readMessage.ts';
import type {
  RpcBlock,
  RpcBlockTransaction,
  RpcInnerInstruction,
  RpcInstruction,
  RpcMeta,
  RpcTokenBalance,
} from '../src/engine/decode/rpcBlock.ts';
import {
  instructionErrorNames,
  transactionErrorNames,
} from '../src/engine/sources/geyser/readTransactionError.ts';
import { decodeBase58 } from '../src/solana/base58.ts';
import { decodeTransactionBytes } from '../src/solana/wireTransaction.ts';
import { encodeMessage } from './geyserProtocol.ts';

/** Encodes blocks of `getBlock` as a Geyser server sends them. */

/** Bytes of a `SubscribeUpdate` with the block. Servers of before Alpenglow name no bank. */
export const encodeBlockUpdate = (slot: number, block: RpcBlock, bankId?: number): Buffer =>
  encodeMessage('SubscribeUpdate', {
    filters: ['arbscope'],
    block: { ...toBlock(slot, block), ...(bankId !== undefined && { bankId }) },
    createdAt: { seconds: 1_800_000_000, nanos: 7 },
  });

const slotStatuses = { processed: 0, confirmed: 1, finalized: 2 } as const;

/** Bytes of a `SubscribeUpdate` with the status of a bank. */
export const encodeSlotUpdate = (
  slot: number,
  status: keyof typeof slotStatuses,
  bankId?: number,
): Buffer =>
  encodeMessage('SubscribeUpdate', {
    filters: ['arbscope'],
    slot: { slot, status: slotStatuses[status], ...(bankId !== undefined && { bankId }) },
  });

/** Same in two steps; the first, slow one can be shared by many blocks. */
export const encodeTransactions = (transactions: readonly RpcBlockTransaction[]): Buffer =>
  encodeMessage('SubscribeUpdateBlock', { transactions: transactions.map(toInfo) });

export function encodeUpdateWith(
  slot: number,
  head: Omit<RpcBlock, 'transactions'>,
  transactions: Buffer,
): Buffer {
  const { transactions: _, ...members } = toBlock(slot, { ...head, transactions: [] });
  // Fields of a message may come in any order, so the parts can be concatenated.
  const block = Buffer.concat([encodeMessage('SubscribeUpdateBlock', members), transactions]);
  return Buffer.concat([Buffer.from([5 * 8 + 2]), varint(block.length), block]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const toBlock = (slot: number, block: RpcBlock): Record<string, unknown> => ({
  slot,
  blockhash: block.blockhash,
  rewards: { rewards: [{ pubkey: 'leader', lamports: 5, postBalance: 7 }] },
  ...(block.blockTime != null && { blockTime: { timestamp: block.blockTime } }),
  ...(block.blockHeight != null && { blockHeight: { blockHeight: block.blockHeight } }),
  parentSlot: block.parentSlot,
  parentBlockhash: block.previousBlockhash,
  executedTransactionCount: block.transactions.length,
  // Servers send no particular order; `index` has it.
  transactions: block.transactions.map(toInfo).reverse(),
});

function toInfo(entry: RpcBlockTransaction, index: number): object {
  const { transaction, meta } = entry;
  const message = readMessage(entry);
  return {
    signature: bytes(message.signature()),
    isVote: isVote(message) && message.instructions.length === 1,
    transaction: Array.isArray(transaction)
      ? fromWire(Buffer.from(String(transaction[0]), 'base64'))
      : fromJson(transaction as Exclude<typeof transaction, readonly unknown[]>, entry.version),
    ...(meta !== null && { meta: toMeta(meta) }),
    index,
  };
}

function fromWire(wireBytes: Buffer): object {
  const wire = decodeTransactionBytes(wireBytes);
  return {
    signatures: wire.signatures,
    message: {
      header: {
        numRequiredSignatures: wire.requiredSignatures,
        numReadonlySignedAccounts: wire.readonlySigned,
        numReadonlyUnsignedAccounts: wire.readonlyUnsigned,
      },
      accountKeys: wire.staticKeys.map(bytes),
      recentBlockhash: bytes(wire.blockhash),
      instructions: wire.instructions.map(({ programIndex, accountIndexes, data }) => ({
        programIdIndex: programIndex,
        accounts: Uint8Array.from(accountIndexes),
        data,
      })),
      versioned: wire.version !== 'legacy',
      addressTableLookups: wire.lookups.map((lookup) => ({
        accountKey: bytes(lookup.table),
        writableIndexes: Uint8Array.from(lookup.writableIndexes),
        readonlyIndexes: Uint8Array.from(lookup.readonlyIndexes),
      })),
      ...(wire.config !== null && {
        config: {
          ...(wire.config.priorityFeeLamports !== null && {
            priorityFee: Number(wire.config.priorityFeeLamports),
          }),
          ...(wire.config.computeUnitLimit !== null && {
            computeUnitLimit: wire.config.computeUnitLimit,
          }),
        },
      }),
    },
  };
}

const fromJson = (
  { signatures, message }: Exclude<RpcBlockTransaction['transaction'], readonly unknown[]>,
  version: RpcBlockTransaction['version'],
): object => ({
  signatures: signatures.map(bytes),
  message: {
    header: message.header,
    accountKeys: message.accountKeys.map((key) =>
      bytes(typeof key === 'string' ? key : key.pubkey),
    ),
    recentBlockhash: bytes(message.recentBlockhash ?? ''),
    instructions: (message.instructions as readonly RpcInstruction[]).map(toInstruction),
    versioned: version !== undefined && version !== 'legacy',
    addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
      accountKey: bytes(lookup.accountKey),
      writableIndexes: Uint8Array.from(lookup.writableIndexes),
      readonlyIndexes: Uint8Array.from(lookup.readonlyIndexes),
    })),
    ...(message.transactionConfig && {
      config:
        message.transactionConfig.computeUnitLimit == null
          ? {}
          : { computeUnitLimit: message.transactionConfig.computeUnitLimit },
    }),
  },
});

function toInstruction(instruction: RpcInnerInstruction): object {
  if (!('programIdIndex' in instruction)) throw new Error('a parsed instruction has no bytes');
  const { programIdIndex, accounts, data, stackHeight } = instruction;
  return {
    programIdIndex,
    accounts: Uint8Array.from(accounts),
    data: typeof data === 'string' ? bytes(data) : data,
    ...(typeof stackHeight === 'number' && { stackHeight }),
  };
}

const toMeta = (meta: RpcMeta): object => ({
  ...(meta.err != null && { err: { err: encodeTransactionError(meta.err) } }),
  fee: String(meta.fee),
  preBalances: meta.preBalances.map(String),
  postBalances: meta.postBalances.map(String),
  innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(toInstruction),
  })),
  innerInstructionsNone: meta.innerInstructions == null,
  logMessages: meta.logMessages ?? [],
  logMessagesNone: meta.logMessages == null,
  preTokenBalances: (meta.preTokenBalances ?? []).map(toTokenBalance),
  postTokenBalances: (meta.postTokenBalances ?? []).map(toTokenBalance),
  loadedWritableAddresses: (meta.loadedAddresses?.writable ?? []).map(bytes),
  loadedReadonlyAddresses: (meta.loadedAddresses?.readonly ?? []).map(bytes),
  returnDataNone: true,
  ...(meta.computeUnitsConsumed !== undefined && {
    computeUnitsConsumed: meta.computeUnitsConsumed,
  }),
});

const toTokenBalance = (balance: RpcTokenBalance): object => ({
  ...balance,
  uiTokenAmount: {
    ...balance.uiTokenAmount,
    uiAmount: Number(balance.uiTokenAmount.amount) / 10 ** balance.uiTokenAmount.decimals,
    uiAmountString: '?',
  },
});

export function encodeTransactionError(error: unknown): Buffer {
  const [name, detail] = variantOf(error);
  const head = u32(indexIn(transactionErrorNames, name));
  if (name === 'InstructionError') {
    const [index, reason] = detail as [number, unknown];
    return Buffer.concat([head, Buffer.from([index]), encodeInstructionError(reason)]);
  }
  if (typeof detail === 'number') return Buffer.concat([head, Buffer.from([detail])]);
  if (typeof detail !== 'object' || detail === null) return head;
  return Buffer.concat([head, Buffer.from([Number(Object.values(detail)[0])])]);
}

function encodeInstructionError(error: unknown): Buffer {
  const [name, detail] = variantOf(error);
  const head = u32(indexIn(instructionErrorNames, name));
  if (typeof detail === 'number') return Buffer.concat([head, u32(detail)]);
  if (typeof detail !== 'string') return head;
  const text = Buffer.from(detail);
  return Buffer.concat([head, u32(text.length), u32(0), text]);
}

const variantOf = (error: unknown): [name: string, detail: unknown] =>
  typeof error === 'string'
    ? [error, null]
    : (Object.entries(error as object)[0] as [string, unknown]);

function indexIn(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index === -1) throw new Error(`no such error: ${name}`);
  return index;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function bytes(text: string): Uint8Array {
  const decoded = decodeBase58(text);
  if (!decoded) throw new Error(`not Base58: ${text}`);
  return decoded;
}
