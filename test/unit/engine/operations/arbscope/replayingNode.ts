import assert from 'node:assert/strict';
import type { JsonInteger } from '../../../../../src/api/json.ts';
import type {
  RpcMeta,
  RpcTokenBalance,
  RpcTransaction,
} from '../../../../../src/engine/decode/rpcBlock.ts';
import { RpcError } from '../../../../../src/engine/rpc/rpcError.ts';
import { decodeBase58 } from '../../../../../src/solana/base58.ts';
import {
  addressLookupTableProgram,
  systemProgram,
  tokenProgram,
} from '../../../../../src/solana/knownPrograms.ts';

export type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

export const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
export const loadedBytes = 1_234_567;

export class AnsweringNode {
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = { getGenesisHash: () => mainnetGenesis, ...answers };
  }

  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    this.asked.push({ method, params });
    const answer = this.#answers[method];
    if (answer === undefined) {
      throw new RpcError('unknown-method', `${method}: Method not found`, { code: -32_601 });
    }
    // A real response is parsed from JSON.
    return JSON.parse(JSON.stringify(await answer(params)));
  }

  get methods(): string[] {
    return this.asked.map(({ method }) => method);
  }
}

/** The `value` of `simulateTransaction` of Agave 3.0 or later, for a landed transaction. */
export const simulationOf = (meta: RpcMeta) => ({
  err: meta.err,
  logs: meta.logMessages ?? [],
  accounts: null,
  unitsConsumed: meta.computeUnitsConsumed ?? null,
  loadedAccountsDataSize: loadedBytes,
  returnData: null,
  innerInstructions: meta.innerInstructions ?? [],
  replacementBlockhash: { blockhash: mainnetGenesis, lastValidBlockHeight: 1 },
  fee: meta.fee,
  preBalances: meta.preBalances,
  postBalances: meta.postBalances,
  preTokenBalances: meta.preTokenBalances ?? [],
  postTokenBalances: meta.postTokenBalances ?? [],
  loadedAddresses: meta.loadedAddresses ?? { readonly: [], writable: [] },
});

/** Addresses from lookup tables; jsonParsed lists them among the account keys. */
export function loadedAddresses({ transaction, meta }: RpcTransaction) {
  if (meta?.loadedAddresses !== undefined || !('message' in transaction)) {
    return meta?.loadedAddresses ?? { writable: [], readonly: [] };
  }
  const { accountKeys, addressTableLookups } = transaction.message;
  const lookups = addressTableLookups ?? [];
  const readonly = lookups.reduce((sum, one) => sum + one.readonlyIndexes.length, 0);
  const writable = lookups.reduce((sum, one) => sum + one.writableIndexes.length, 0);
  const keys = accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey));
  const own = keys.length - readonly - writable;
  return { writable: keys.slice(own, own + writable), readonly: keys.slice(own + writable) };
}

/** A node that simulates a landed transaction with its original result. */
export const replayingNode = (landed: RpcTransaction, more: Answers = {}): AnsweringNode =>
  new AnsweringNode({
    simulateTransaction: () => ({
      context: { slot: landed.slot, apiVersion: '3.1.8' },
      value: landed.meta && {
        ...simulationOf(landed.meta),
        loadedAddresses: loadedAddresses(landed),
      },
    }),
    ...more,
  });

/** State of a node in addition to the transaction's balances. */
export interface OldNodeState {
  readonly keys: readonly string[];
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  readonly decimals?: Readonly<Record<string, number>>;
}

interface WireAccount {
  readonly owner: string;
  readonly lamports: JsonInteger;
  readonly data: readonly [string, 'base64'];
}

/** Agave 2.x for a landed transaction: returns accounts before and, if requested, after it. */
export function oldNode(landed: RpcTransaction, state: OldNodeState): AnsweringNode {
  const { meta, slot } = landed;
  assert.ok(meta);
  const context = { slot, apiVersion: '2.3.9' };
  const account = (address: string, when: 'pre' | 'post'): WireAccount | null => {
    const index = state.keys.indexOf(address);
    const table = state.tables?.[address];
    if (table !== undefined) return wireAccount(addressLookupTableProgram, 1, tableData(table));
    const digits = state.decimals?.[address];
    if (digits !== undefined) return wireAccount(tokenProgram, 1, mintData(digits));
    const lamports = meta[`${when}Balances`][index] ?? 0;
    const token = meta[`${when}TokenBalances`]?.find((one) => one.accountIndex === index);
    if (token === undefined) {
      return lamports === 0 ? null : wireAccount(systemProgram, lamports, Buffer.alloc(0));
    }
    return wireAccount(token.programId ?? tokenProgram, lamports, tokenData(token));
  };
  return new AnsweringNode({
    getMultipleAccounts: ([addresses, options]) => {
      const { dataSlice } = options as { dataSlice?: { length: number } };
      const value = (addresses as string[]).map((one) => {
        const found = account(one, 'pre');
        const data = Buffer.from(found?.data[0] ?? '', 'base64').subarray(0, dataSlice?.length);
        return found && { ...found, data: [data.toString('base64'), 'base64'] };
      });
      return { context, value };
    },
    simulateTransaction: ([, options]) => {
      const { accounts } = options as { accounts?: { addresses: string[] } };
      const { err, logs, unitsConsumed, returnData, innerInstructions, replacementBlockhash } =
        simulationOf(meta);
      const after = (one: string) => (err === null ? account(one, 'post') : null);
      return {
        context,
        value: {
          ...{ err, logs, unitsConsumed, returnData, innerInstructions, replacementBlockhash },
          accounts: accounts ? accounts.addresses.map(after) : null,
        },
      };
    },
  });
}

const wireAccount = (owner: string, lamports: JsonInteger, data: Buffer): WireAccount => ({
  owner,
  lamports,
  data: [data.toString('base64'), 'base64'],
});

function tokenData({ mint, owner, uiTokenAmount }: RpcTokenBalance): Buffer {
  const data = Buffer.alloc(165);
  data.set(decodeBase58(mint) ?? [], 0);
  data.set(decodeBase58(owner ?? '') ?? [], 32);
  data.writeBigUInt64LE(BigInt(uiTokenAmount.amount), 64);
  return data;
}

function mintData(decimals: number): Buffer {
  const data = Buffer.alloc(82);
  data[44] = decimals;
  return data;
}

function tableData(addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(56);
  head.writeUInt32LE(1, 0);
  head.writeBigUInt64LE(2n ** 64n - 1n, 4);
  return Buffer.concat([head, ...addresses.map((one) => Buffer.from(decodeBase58(one) ?? []))]);
}
