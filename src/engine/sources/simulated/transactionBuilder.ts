import { wrappedSolMint } from '../../../solana/knownMints.ts';
import type {
  RpcBlockTransaction,
  RpcInstruction,
  RpcTokenBalance,
} from '../../decode/rpcBlock.ts';
import { systemTransferData, tokenTransferData } from './instructionData.ts';
import type { PoolState } from './poolState.ts';
import { transferFee } from './poolState.ts';
import type { AccountSlot, SimulatedPool } from './pools.ts';
import { vaultAPosition, vaultBPosition } from './pools.ts';
import type { SharedAccounts } from './sharedAccounts.ts';
import type { SimulatedToken } from './tokens.ts';

/** Rent of a token account, of a program's account, and what a program account holds. */
const tokenAccountRent = 2_039_280;
const stateAccountRent = 3_591_360;
const programLamports = 1_141_440;

interface TokenAccount {
  readonly index: number;
  readonly token: SimulatedToken;
  readonly owner: string;
  readonly before: number;
  amount: number;
}

export interface Outcome {
  readonly signature: string;
  readonly recentBlockhash: string;
  readonly feeLamports: number;
  readonly computeUnits: number;
  /** The chain's error; the balances are then left as they were, but for the fee. */
  readonly error: unknown;
}

/**
 * Writes one transaction of version 0 in RPC form and keeps its books: every transfer changes the
 * balances that the metadata shows. Call in this order: `begin`, the accounts that the
 * transaction names itself (writable ones, then programs), `load`, instructions, `finish`.
 */
export class TransactionBuilder {
  readonly #shared: SharedAccounts;
  readonly #state: PoolState;
  /** Account index by shared account's id; -1: not in this transaction. */
  readonly #sharedIndex = new Int16Array(256);
  #keys: string[] = [];
  #readonlyKeys = 0;
  #lamports: number[] = [];
  #spentLamports = new Map<number, number>();
  #tokens: TokenAccount[] = [];
  #tokenAt: (TokenAccount | undefined)[] = [];
  #writable: string[] = [];
  #readonly: string[] = [];
  #pools: readonly SimulatedPool[] = [];
  #writableStart: number[] = [];
  #readonlyStart: number[] = [];
  #sharedIndexes: number[] = [];
  #instructions: RpcInstruction[] = [];
  #inner: { index: number; instructions: RpcInstruction[] }[] = [];

  constructor(shared: SharedAccounts, state: PoolState) {
    this.#shared = shared;
    this.#state = state;
  }

  begin(payer: string, lamports: number): void {
    this.#keys = [payer];
    this.#readonlyKeys = 0;
    this.#lamports = [lamports];
    this.#spentLamports.clear();
    this.#tokens = [];
    this.#tokenAt = [];
    this.#writable = [];
    this.#readonly = [];
    this.#pools = [];
    this.#writableStart = [];
    this.#readonlyStart = [];
    this.#sharedIndex.fill(-1);
    this.#sharedIndexes = [];
    this.#instructions = [];
    this.#inner = [];
  }

  /** Adds a writable account that is no token account; returns its index. */
  writable(address: string, lamports: number): number {
    this.#lamports.push(lamports);
    return this.#keys.push(address) - 1;
  }

  /** Adds a token account of the payer or of anybody else. */
  tokenAccount(address: string, token: SimulatedToken, owner: string, amount: number): number {
    const index = this.writable(address, tokenAccountRent);
    this.#enter(index, token, owner, amount);
    return index;
  }

  /** Adds a program that the transaction calls itself; such a one is never loaded. */
  program(address: string): number {
    this.#lamports.push(1);
    this.#readonlyKeys++;
    const index = this.#keys.push(address) - 1;
    this.#sharedIndex[this.#shared.id(address)] = index;
    return index;
  }

  /**
   * Loads the accounts of pools, each through its lookup table, and those that pools share. The
   * vaults are entered as they are now: trade afterwards.
   */
  load(pools: readonly SimulatedPool[], alsoShared: readonly string[] = []): void {
    this.#pools = pools;
    const own = this.#keys.length;
    for (const pool of pools) {
      const start = own + this.#writable.length;
      this.#writableStart.push(start);
      for (const address of pool.writable) {
        this.#writable.push(address);
        this.#lamports.push(stateAccountRent);
      }
      for (const [token, at] of [
        [pool.tokenA, vaultAPosition],
        [pool.tokenB, vaultBPosition],
      ] as const) {
        this.#lamports[start + at] = tokenAccountRent;
        this.#enter(start + at, token, pool.vaultOwner, this.#state.reserve(pool, token));
      }
      for (const { at, owner } of pool.feeAccounts) {
        this.#lamports[start + at] = tokenAccountRent;
        const collected = Math.floor(this.#state.reserve(pool, pool.tokenB) / 97);
        this.#enter(start + at, pool.tokenB, owner, collected);
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
    this.#sharedIndexes.push(id);
    this.#loadReadonly(this.#shared.addresses[id] ?? '');
  }

  #loadReadonly(address: string): void {
    this.#readonly.push(address);
    this.#lamports.push(programLamports);
  }

  #enter(index: number, token: SimulatedToken, owner: string, amount: number): void {
    const account = { index, token, owner, before: amount, amount };
    this.#tokens.push(account);
    this.#tokenAt[index] = account;
    if (token.mint === wrappedSolMint) this.#lamports[index] = tokenAccountRent + amount;
  }

  get accountCount(): number {
    return this.#lamports.length;
  }

  /** Index of a program or of a shared account that is loaded. */
  shared(address: string): number {
    return this.#sharedIndex[this.#shared.id(address)] ?? -1;
  }

  vault(pool: number, token: SimulatedToken): number {
    const isA = this.#pools[pool]?.tokenA === token;
    return (this.#writableStart[pool] ?? 0) + (isA ? vaultAPosition : vaultBPosition);
  }

  poolWritable(pool: number, at: number): number {
    return (this.#writableStart[pool] ?? 0) + at;
  }

  /** Index of an account of a pool's swap instruction. */
  slot(pool: number, slot: AccountSlot, userA: number, userB: number): number {
    switch (slot.from) {
      case 'payer':
        return 0;
      case 'userA':
        return userA;
      case 'userB':
        return userB;
      case 'writable':
        return (this.#writableStart[pool] ?? 0) + slot.at;
      case 'readonly':
        return (this.#readonlyStart[pool] ?? 0) + slot.at;
      case 'shared':
        return this.#sharedIndex[slot.at] ?? -1;
    }
  }

  /** Index of the account that is an authority: the payer's own or, for a vault, its owner. */
  authorityOf(account: number): number {
    const owner = this.#tokenAt[account]?.owner ?? '';
    if (owner === this.#keys[0]) return 0;
    const pool = this.#writable.indexOf(owner);
    if (pool >= 0) return this.#keys.length + pool;
    return this.#keys.length + this.#writable.length + this.#readonly.indexOf(owner);
  }

  /** Adds a top-level instruction; instructions added by `call` run under it. */
  instruct(programIdIndex: number, accounts: readonly number[], data: string): void {
    this.#instructions.push({ programIdIndex, accounts, data, stackHeight: null });
  }

  /** Adds an instruction that the last top-level one called, at a stack height from 2 on. */
  call(programIdIndex: number, accounts: readonly number[], data: string, height: number): void {
    const index = this.#instructions.length - 1;
    let group = this.#inner.at(-1);
    if (group?.index !== index) {
      group = { index, instructions: [] };
      this.#inner.push(group);
    }
    group.instructions.push({ programIdIndex, accounts, data, stackHeight: height });
  }

  /** Moves tokens by a called Transfer or TransferChecked. Raw amount as sent. */
  transfer(from: number, to: number, amount: number, checked: boolean, height: number): void {
    const source = this.#tokenAt[from];
    const target = this.#tokenAt[to];
    if (!source || !target) throw new RangeError('a transfer needs two token accounts');
    const { token } = source;
    source.amount -= amount;
    target.amount += amount - transferFee(token, amount);
    const authority = this.authorityOf(from);
    const accounts = checked
      ? [from, this.shared(token.mint), to, authority]
      : [from, to, authority];
    this.call(
      this.shared(token.program),
      accounts,
      tokenTransferData(amount, checked ? token.decimals : null),
      height,
    );
  }

  /** Moves lamports from the payer; height 1: an instruction of its own. */
  payLamports(system: number, to: number, lamports: number, height: number): void {
    const data = systemTransferData(lamports);
    if (height === 1) this.instruct(system, [0, to], data);
    else this.call(system, [0, to], data, height);
    this.#spentLamports.set(to, (this.#spentLamports.get(to) ?? 0) + lamports);
  }

  /** The transaction as `getBlock` shows it. */
  finish(outcome: Outcome): RpcBlockTransaction {
    const failed = outcome.error !== null;
    const postBalances = this.#lamports.slice();
    const preTokenBalances = this.#tokens.map((account) => tokenBalance(account, account.before));
    postBalances[0] = (postBalances[0] ?? 0) - outcome.feeLamports;
    if (!failed) {
      for (const [to, lamports] of this.#spentLamports) {
        postBalances[0] -= lamports;
        postBalances[to] = (postBalances[to] ?? 0) + lamports;
      }
      for (const { index, token, before, amount } of this.#tokens) {
        if (token.mint === wrappedSolMint) {
          postBalances[index] = (postBalances[index] ?? 0) + amount - before;
        }
      }
    }
    const lookups = this.#pools.map(({ lookup }) => lookup);
    if (this.#sharedIndexes.length > 0) {
      lookups.push({
        accountKey: this.#shared.lookupTable,
        writableIndexes: [],
        readonlyIndexes: this.#sharedIndexes,
      });
    }
    return {
      version: 0,
      transaction: {
        signatures: [outcome.signature],
        message: {
          accountKeys: this.#keys,
          header: {
            numRequiredSignatures: 1,
            numReadonlySignedAccounts: 0,
            numReadonlyUnsignedAccounts: this.#readonlyKeys,
          },
          instructions: this.#instructions,
          addressTableLookups: lookups,
          recentBlockhash: outcome.recentBlockhash,
        },
      },
      meta: {
        err: outcome.error,
        fee: outcome.feeLamports,
        computeUnitsConsumed: outcome.computeUnits,
        innerInstructions: this.#inner,
        loadedAddresses: { writable: this.#writable, readonly: this.#readonly },
        logMessages: null,
        preBalances: this.#lamports,
        postBalances,
        preTokenBalances,
        postTokenBalances: failed
          ? preTokenBalances
          : this.#tokens.map((account, at) => {
              const before = preTokenBalances[at];
              return before && account.amount === account.before
                ? before
                : tokenBalance(account, account.amount);
            }),
      },
    };
  }
}

function tokenBalance({ index, token, owner }: TokenAccount, amount: number): RpcTokenBalance {
  return {
    accountIndex: index,
    mint: token.mint,
    owner,
    programId: token.program,
    uiTokenAmount: { amount: String(amount), decimals: token.decimals },
  };
}
