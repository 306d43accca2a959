import type { RpcAddressTableLookup } from '../../decode/rpcBlock.ts';
import { type Amm, amms, type SwapInstruction } from './amms.ts';
import { cumulative, Random } from './random.ts';
import { SharedAccounts } from './sharedAccounts.ts';
import type { SimulatedToken } from './tokens.ts';

/** Where an account of a swap instruction comes from. */
export type AccountSlot =
  | { readonly from: 'payer' | 'userA' | 'userB' }
  | { readonly from: 'writable' | 'readonly' | 'shared'; readonly at: number };

/** A swap instruction of one pool in one direction, ready to be filled with account indexes. */
export interface SwapTemplate {
  readonly program: number;
  readonly accounts: readonly AccountSlot[];
  readonly discriminator: Uint8Array;
  /** Length of the data: discriminator, two amounts, the rest zeros. */
  readonly dataLength: number;
}

/** A token account beside the vaults that takes a part of each swap. */
export interface FeeAccount {
  /** Position among the pool's writable accounts. */
  readonly at: number;
  readonly owner: string;
}

export interface SimulatedPool {
  readonly id: number;
  readonly amm: Amm;
  readonly address: string;
  readonly tokenA: SimulatedToken;
  readonly tokenB: SimulatedToken;
  /** Both sides together. */
  readonly liquidityUsd: number;
  /** Share of the input that the pool keeps. */
  readonly feeRate: number;
  /** Loads the pool's own accounts. */
  readonly lookup: RpcAddressTableLookup;
  /** The pool, vault A, vault B, then what the AMM writes besides. */
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
  /** Ids of shared accounts that its instructions name. */
  readonly shared: readonly number[];
  readonly vaultOwner: string;
  readonly feeAccounts: readonly FeeAccount[];
  readonly sellA: SwapTemplate;
  readonly sellB: SwapTemplate;
}

export const vaultAPosition = 1;
export const vaultBPosition = 2;

/** All pools, and how to find those of a pair. */
export class PoolBook {
  readonly all: readonly SimulatedPool[];
  readonly shared: SharedAccounts;
  readonly #byPair = new Map<number, SimulatedPool[]>();

  constructor(tokens: readonly SimulatedToken[], seed: number) {
    this.shared = new SharedAccounts(seed);
    const pools: SimulatedPool[] = [];
    for (const [tokenA, tokenB] of pairs(tokens, seed)) {
      const pool = makePool(pools.length, tokenA, tokenB, this.shared, seed);
      pools.push(pool);
      for (const key of [pairKey(tokenA, tokenB), pairKey(tokenB, tokenA)]) {
        const known = this.#byPair.get(key);
        if (known) known.push(pool);
        else this.#byPair.set(key, [pool]);
      }
    }
    this.all = pools;
  }

  /** Pools of two tokens in either order. */
  ofPair(one: SimulatedToken, other: SimulatedToken): readonly SimulatedPool[] {
    return this.#byPair.get(pairKey(one, other)) ?? [];
  }
}

const pairKey = (one: SimulatedToken, other: SimulatedToken) => one.id * 1_000 + other.id;

/** Pairs of the market, a pair once for each of its pools; the quote token is the second. */
function* pairs(
  tokens: readonly SimulatedToken[],
  seed: number,
): Generator<readonly [SimulatedToken, SimulatedToken]> {
  const [sol, usdc, usdt, ...others] = tokens;
  if (!sol || !usdc || !usdt) throw new RangeError('the market needs SOL, USDC and USDT');
  for (let pool = 0; pool < 10; pool++) yield [sol, usdc];
  for (let pool = 0; pool < 5; pool++) yield [sol, usdt];
  for (let pool = 0; pool < 4; pool++) yield [usdt, usdc];
  for (const token of others) {
    const random = new Random(seed, 'pairs', token.id);
    for (let pool = 0; pool < token.poolCount; pool++) {
      // Two against SOL first, so that every token has a way round.
      const isSol = pool < 2 || random.chance(0.6);
      yield [token, isSol ? sol : random.chance(0.75) ? usdc : usdt];
    }
  }
}

function makePool(
  id: number,
  tokenA: SimulatedToken,
  tokenB: SimulatedToken,
  shared: SharedAccounts,
  seed: number,
): SimulatedPool {
  const random = new Random(seed, 'pool', id);
  const needs2022 = tokenA.program !== tokenB.program;
  const candidates = amms.filter((amm) => amm.takesToken2022 || !needs2022);
  const amm = candidates[random.weighted(cumulative(candidates.map(({ weight }) => weight)))];
  if (!amm) throw new RangeError('no AMM takes the pair');

  const writable = [random.address(), random.address(), random.address()];
  const readonly: string[] = [];
  const named = new Map<string, AccountSlot>();
  const sharedIds = new Set<number>();
  const own = (word: string, list: string[], from: 'writable' | 'readonly') => {
    const known = named.get(word);
    if (known) return known;
    const slot: AccountSlot = { from, at: list.push(random.address()) - 1 };
    named.set(word, slot);
    return slot;
  };
  const share = (address: string): AccountSlot => {
    const at = shared.id(address);
    sharedIds.add(at);
    return { from: 'shared', at };
  };
  const slotOf = (word: string, sellsA: boolean): AccountSlot => {
    const side = word.endsWith('A') || (sellsA ? word.endsWith('In') : word.endsWith('Out'));
    if (word.startsWith('@')) return own(word, writable, 'writable');
    if (word.startsWith('#')) return own(word, readonly, 'readonly');
    if (word.startsWith('%')) return share(shared.ofProgram(amm.program, word));
    if (word === 'payer') return { from: 'payer' };
    if (word === 'pool') return { from: 'writable', at: 0 };
    if (word === 'program') return share(amm.program);
    if (word.startsWith('user')) return { from: side ? 'userA' : 'userB' };
    if (word.startsWith('vault')) {
      return { from: 'writable', at: side ? vaultAPosition : vaultBPosition };
    }
    if (word.startsWith('mint')) return share(side ? tokenA.mint : tokenB.mint);
    if (word.startsWith('tokenProgram')) return share(side ? tokenA.program : tokenB.program);
    return share(word);
  };
  const template = (instruction: SwapInstruction, sellsA: boolean): SwapTemplate => {
    const words = instruction.accounts.split(/\s+/);
    const discriminator = Buffer.from(instruction.discriminator, 'hex');
    return {
      program: shared.id(amm.program),
      accounts: words.map((word) => slotOf(word, sellsA)),
      discriminator,
      dataLength: discriminator.length + 16 + instruction.tailBytes,
    };
  };
  const sellA = template(amm.sellA, true);
  const sellB = template(amm.sellB, false);
  for (const address of [amm.program, tokenA.program, tokenB.program, tokenA.mint, tokenB.mint]) {
    share(address);
  }

  const addressOf = (word: string) => {
    const slot = slotOf(word, true);
    if (slot.from === 'writable') return writable[slot.at] ?? '';
    if (slot.from === 'readonly') return readonly[slot.at] ?? '';
    return slot.from === 'shared' ? (shared.addresses[slot.at] ?? '') : '';
  };
  const feeAccount = (account: string, owner: string): FeeAccount[] => {
    const slot = named.get(account);
    return slot?.from === 'writable' ? [{ at: slot.at, owner: addressOf(owner) }] : [];
  };
  return {
    id,
    amm,
    address: writable[0] ?? '',
    tokenA,
    tokenB,
    liquidityUsd: Math.min(liquidity(tokenA, random), countable(tokenA), countable(tokenB)),
    feeRate: random.pick(amm.feeRates),
    lookup: {
      accountKey: random.address(),
      writableIndexes: writable.map((_, at) => at),
      readonlyIndexes: readonly.map((_, at) => writable.length + at),
    },
    vaultOwner: addressOf(amm.vaultOwner),
    feeAccounts:
      amm.sideFeeRate === 0
        ? []
        : [
            ...feeAccount('@protocolFees', '%feeRecipient'),
            ...feeAccount('@creatorFees', '#creator'),
          ],
    writable,
    readonly,
    shared: [...sharedIds],
    sellA,
    sellB,
  };
}

/**
 * The largest pool in USD whose reserves stay well below 2^53 at any price: amounts are counted in
 * numbers here, for speed.
 */
function countable({ decimals, priceUsd, swing }: SimulatedToken): number {
  return (2 ** 53 / 10 ** decimals) * priceUsd * Math.exp(-swing);
}

/** Deep where the token has a real mint, shallow where it is invented. */
function liquidity(token: SimulatedToken, random: Random): number {
  if (token.id < 3) return random.around(4e6, 0.6);
  if (token.id < 12) return random.around(6e5, 0.8);
  return Math.max(12_000, random.around(9e4, 0.9));
}
