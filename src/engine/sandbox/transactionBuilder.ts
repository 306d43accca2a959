import type { RpcBlockTransaction, RpcInstruction } from '../decode/rpcBlock.ts';
import type { ExpectedRecord } from './expectedRecord.ts';
import { systemTransferData, tokenTransferData } from './instructionData.ts';
import {
  type AccountRef,
  type SharedAccounts,
  vaultAPosition,
  vaultBPosition,
} from './poolAccounts.ts';
import type { PoolReserves } from './poolReserves.ts';
import { SimulatedBalances } from './simulatedBalances.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

/** Lamports of accounts that the pool writes; `readonlyRent`: that it only reads. */
const stateAccountRent = 3_591_360;
const readonlyRent = 1_141_440;

/** An error reverts all balance changes except the fee. */
type ExecutionOutcome = Pick<
  ExpectedRecord,
  'signature' | 'feeLamports' | 'computeUnits' | 'error' | 'log'
>;

/**
 * Version 0, in RPC form. Call in this order: `begin`, the static accounts (writable ones, then
 * programs), `loadPools`, instructions, `finish`.
 */
export class TransactionBuilder {
  readonly #shared: SharedAccounts;
  readonly #state: PoolReserves;
  readonly #balances = new SimulatedBalances();
  /** By id; -1: not in this transaction. */
  readonly #sharedIndex = new Int16Array(256);
  #keys: string[] = [];
  #readonlyCount = 0;
  #writable: string[] = [];
  #readonly: string[] = [];
  #pools: readonly SimulatedPool[] = [];
  #writableStart: number[] = [];
  #readonlyStart: number[] = [];
  #sharedLoaded: number[] = [];
  #instructions: RpcInstruction[] = [];
  #inner: { index: number; instructions: RpcInstruction[] }[] = [];

  constructor(shared: SharedAccounts, state: PoolReserves) {
    this.#shared = shared;
    this.#state = state;
  }

  begin(payer: string, lamports: number): void {
    this.#balances.clear();
    this.#sharedIndex.fill(-1);
    this.#keys = [];
    this.#readonlyCount = 0;
    this.#writable = [];
    this.#readonly = [];
    this.#pools = [];
    this.#writableStart = [];
    this.#readonlyStart = [];
    this.#sharedLoaded = [];
    this.#instructions = [];
    this.#inner = [];
    this.addWritable(payer, lamports);
  }

  /** Not for token accounts. Returns the account index. */
  addWritable(address: string, lamports: number): number {
    this.#balances.addAccount(lamports);
    return this.#keys.push(address) - 1;
  }

  addTokenAccount(address: string, token: SimulatedToken, owner: string, amount: number): number {
    const index = this.addWritable(address, 0);
    this.#balances.setTokenAccount(index, token, owner, amount);
    return index;
  }

  /** Neither a program nor a pool's account; call it where programs are added. */
  addReadonly(address: string, lamports: number): number {
    this.#readonlyCount++;
    return this.addWritable(address, lamports);
  }

  /** For a top-level call: such programs are never loaded from a table. */
  addProgram(address: string): number {
    const index = this.addReadonly(address, 1);
    this.#sharedIndex[this.#shared.id(address)] = index;
    return index;
  }

  /** Takes the current vault balances, so call it before trading. */
  loadPools(pools: readonly SimulatedPool[], alsoShared: readonly string[] = []): void {
    this.#pools = pools;
    const own = this.#keys.length;
    for (const pool of pools) {
      const start = own + this.#writable.length;
      this.#writableStart.push(start);
      for (const address of pool.writable) {
        this.#writable.push(address);
        this.#balances.addAccount(stateAccountRent);
      }
      const { tokenA, tokenB, vaultOwner } = pool;
      const reserveA = this.#state.reserve(pool, tokenA);
      const reserveB = this.#state.reserve(pool, tokenB);
      this.#balances.setTokenAccount(start + vaultAPosition, tokenA, vaultOwner, reserveA);
      this.#balances.setTokenAccount(start + vaultBPosition, tokenB, vaultOwner, reserveB);
      for (const { at, owner } of pool.feeAccounts) {
        this.#balances.setTokenAccount(start + at, tokenB, owner, Math.floor(reserveB / 97));
      }
    }
    const loaded = own + this.#writable.length;
    for (const pool of pools) {
      this.#readonlyStart.push(loaded + this.#readonly.length);
      for (const address of pool.readonly) this.#loadReadonly(address);
    }
    for (const pool of pools) {
      for (const id of pool.shared) this.#loadShared(id, loaded);
    }
    for (const address of alsoShared) this.#loadShared(this.#shared.id(address), loaded);
  }

  #loadShared(id: number, start: number): void {
    if (this.#sharedIndex[id] !== -1) return;
    this.#sharedIndex[id] = start + this.#readonly.length;
    this.#sharedLoaded.push(id);
    this.#loadReadonly(this.#shared.addresses[id] ?? '');
  }

  #loadReadonly(address: string): void {
    this.#readonly.push(address);
    this.#balances.addAccount(readonlyRent);
  }

  get accountCount(): number {
    return this.#balances.accountCount;
  }

  shared(address: string): number {
    return this.#sharedIndex[this.#shared.id(address)] ?? -1;
  }

  poolWritable(position: number, at: number): number {
    return (this.#writableStart[position] ?? 0) + at;
  }

  vault(position: number, token: SimulatedToken): number {
    const isA = this.#pools[position]?.tokenA === token;
    return this.poolWritable(position, isA ? vaultAPosition : vaultBPosition);
  }

  accountIndex(position: number, slot: AccountRef, userA: number, userB: number): number {
    switch (slot.from) {
      case 'payer':
        return 0;
      case 'userA':
        return userA;
      case 'userB':
        return userB;
      case 'writable':
        return this.poolWritable(position, slot.at);
      case 'readonly':
        return (this.#readonlyStart[position] ?? 0) + slot.at;
      case 'shared':
        return this.#sharedIndex[slot.at] ?? -1;
    }
  }

  addInstruction(programIdIndex: number, accounts: readonly number[], data: string): void {
    this.#instructions.push({ programIdIndex, accounts, data, stackHeight: null });
  }

  /** Below the last top-level instruction, at a stack height of at least 2. */
  addInnerInstruction(
    programIdIndex: number,
    accounts: readonly number[],
    data: string,
    height: number,
  ): void {
    const index = this.#instructions.length - 1;
    let group = this.#inner.at(-1);
    if (group?.index !== index) {
      group = { index, instructions: [] };
      this.#inner.push(group);
    }
    group.instructions.push({ programIdIndex, accounts, data, stackHeight: height });
  }

  /** Transfer or TransferChecked. Raw amount before fees. */
  transfer(from: number, to: number, amount: number, checked: boolean, height: number): void {
    const token = this.#balances.transferTokens(from, to, amount);
    const authority = this.#indexOf(this.#balances.ownerOf(from));
    const accounts = checked
      ? [from, this.shared(token.mint), to, authority]
      : [from, to, authority];
    const data = tokenTransferData(amount, checked ? token.decimals : null);
    this.addInnerInstruction(this.shared(token.program), accounts, data, height);
  }

  /** Height 1: a top-level instruction. */
  payLamports(system: number, to: number, lamports: number, height: number): void {
    const data = systemTransferData(lamports);
    if (height === 1) this.addInstruction(system, [0, to], data);
    else this.addInnerInstruction(system, [0, to], data, height);
    this.#balances.transferLamports(to, lamports);
  }

  /** Only the payer or a loaded account can own token accounts. */
  #indexOf(address: string): number {
    if (address === this.#keys[0]) return 0;
    const own = this.#keys.length;
    const writable = this.#writable.indexOf(address);
    if (writable >= 0) return own + writable;
    return own + this.#writable.length + this.#readonly.indexOf(address);
  }

  finish(outcome: ExecutionOutcome, recentBlockhash: string): RpcBlockTransaction {
    const { error, feeLamports } = outcome;
    const balances = this.#balances.toMetadata(feeLamports, error !== null);
    const lookups = this.#pools.map(({ lookup }) => lookup);
    lookups.push({
      accountKey: this.#shared.lookupTable,
      writableIndexes: [],
      readonlyIndexes: this.#sharedLoaded,
    });
    return {
      version: 0,
      transaction: {
        signatures: [outcome.signature],
        message: {
          accountKeys: this.#keys,
          header: {
            numRequiredSignatures: 1,
            numReadonlySignedAccounts: 0,
            numReadonlyUnsignedAccounts: this.#readonlyCount,
          },
          instructions: this.#instructions,
          addressTableLookups: lookups,
          recentBlockhash,
        },
      },
      meta: {
        err: error,
        fee: feeLamports,
        computeUnitsConsumed: outcome.computeUnits,
        innerInstructions: this.#inner,
        loadedAddresses: { writable: this.#writable, readonly: this.#readonly },
        logMessages: outcome.log,
        preBalances: balances.preBalances,
        postBalances: balances.postBalances,
        preTokenBalances: balances.preTokenBalances,
        postTokenBalances: balances.postTokenBalances,
      },
    };
  }
}
