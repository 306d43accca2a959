import type { RpcAddressTableLookup } from '../decode/rpcBlock.ts';
import { PoolAccounts, SharedAccounts, type SwapInstructionTemplate } from './poolAccounts.ts';
import { cumulativeSums, Random } from './random.ts';
import { type SimulatedAmm, simulatedAmms } from './simulatedAmms.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

/** Receives a share of each swap, besides the vaults. */
export interface FeeAccount {
  /** Position among the pool's writable accounts. */
  readonly at: number;
  readonly owner: string;
}

export interface SimulatedPool {
  readonly id: number;
  readonly amm: SimulatedAmm;
  readonly address: string;
  readonly tokenA: SimulatedToken;
  readonly tokenB: SimulatedToken;
  /** Sum of both sides. */
  readonly liquidityUsd: number;
  readonly feeRate: number;
  readonly lookup: RpcAddressTableLookup;
  /** The pool, vault A, vault B, then other accounts that the AMM writes. */
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
  /** Ids of the shared accounts. */
  readonly shared: readonly number[];
  readonly vaultOwner: string;
  readonly feeAccounts: readonly FeeAccount[];
  readonly sellA: SwapInstructionTemplate;
  readonly sellB: SwapInstructionTemplate;
}

export class SimulatedPools {
  readonly all: readonly SimulatedPool[];
  readonly shared: SharedAccounts;
  readonly #byPair = new Map<number, SimulatedPool[]>();

  constructor(tokens: readonly SimulatedToken[], seed: number) {
    this.shared = new SharedAccounts(seed);
    const pools: SimulatedPool[] = [];
    for (const [tokenA, tokenB] of pairs(tokens, seed)) {
      const pool = createPool(pools.length, tokenA, tokenB, this.shared, seed);
      pools.push(pool);
      for (const key of [pairKey(tokenA, tokenB), pairKey(tokenB, tokenA)]) {
        const known = this.#byPair.get(key);
        if (known) known.push(pool);
        else this.#byPair.set(key, [pool]);
      }
    }
    this.all = pools;
  }

  /** `null` for an address of no table of this market. */
  lookupTable(address: string): readonly string[] | null {
    if (address === this.shared.lookupTable) return this.shared.addresses;
    const pool = this.all.find(({ lookup }) => lookup.accountKey === address);
    return pool === undefined ? null : [...pool.writable, ...pool.readonly];
  }

  forPair(one: SimulatedToken, other: SimulatedToken): readonly SimulatedPool[] {
    return this.#byPair.get(pairKey(one, other)) ?? [];
  }
}

const pairKey = (one: SimulatedToken, other: SimulatedToken) => one.id * 1_000 + other.id;

/** The quote token is second. */
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
      // The first two against SOL, so that every token has a round trip.
      const isSol = pool < 2 || random.chance(0.6);
      yield [token, isSol ? sol : random.chance(0.75) ? usdc : usdt];
    }
  }
}

function createPool(
  id: number,
  tokenA: SimulatedToken,
  tokenB: SimulatedToken,
  shared: SharedAccounts,
  seed: number,
): SimulatedPool {
  const random = new Random(seed, 'pool', id);
  const needs2022 = tokenA.program !== tokenB.program;
  const candidates = simulatedAmms.filter((amm) => amm.takesToken2022 || !needs2022);
  const amm =
    candidates[random.weightedIndex(cumulativeSums(candidates.map(({ weight }) => weight)))];
  if (!amm) throw new RangeError('no AMM takes the pair');

  const accounts = new PoolAccounts(amm, [tokenA, tokenB], shared, random);
  const sellA = accounts.createTemplate(amm.sellA, true);
  const sellB = accounts.createTemplate(amm.sellB, false);
  const vaultOwner = accounts.address(amm.vaultOwner);
  const feeAccounts = amm.sideFeeAccounts.map(({ account, owner }) => ({
    at: accounts.writablePosition(account),
    owner: accounts.address(owner),
  }));
  const { writable, readonly } = accounts;
  return {
    id,
    amm,
    address: accounts.address('pool'),
    tokenA,
    tokenB,
    liquidityUsd: Math.min(
      liquidity(tokenA, random),
      exactLiquidityMaximum(tokenA),
      exactLiquidityMaximum(tokenB),
    ),
    feeRate: random.pick(amm.feeRates),
    lookup: {
      accountKey: random.address(),
      writableIndexes: writable.map((_, at) => at),
      readonlyIndexes: readonly.map((_, at) => writable.length + at),
    },
    writable,
    readonly,
    shared: accounts.shared,
    vaultOwner,
    feeAccounts,
    sellA,
    sellB,
  };
}

/** Keeps reserves well below 2^53 at any price, because amounts are numbers for speed. */
function exactLiquidityMaximum({ decimals, priceUsd, volatility }: SimulatedToken): number {
  return (2 ** 53 / 10 ** decimals) * priceUsd * Math.exp(-volatility);
}

function liquidity(token: SimulatedToken, random: Random): number {
  if (token.id < 3) return random.lognormal(4e6, 0.6);
  if (token.id < 12) return random.lognormal(6e5, 0.8);
  return Math.max(12_000, random.lognormal(9e4, 0.9));
}
