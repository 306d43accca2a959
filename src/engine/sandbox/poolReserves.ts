import type { ActivityModel } from './activityModel.ts';
import { Random } from './random.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

export interface SwapAmounts {
  readonly paid: number;
  readonly poolReceived: number;
  readonly poolSent: number;
  readonly received: number;
  /** Of the quote token, for each fee account of the pool. */
  readonly sideFee: number;
}

/** Trades affect the reserves for one second, then the market restores the price. */
export class PoolReserves {
  readonly #activity: ActivityModel;
  readonly #reserveA: Float64Array;
  readonly #reserveB: Float64Array;
  readonly #touched: Float64Array;
  readonly #seed: number;
  readonly #random = new Random();
  #second = 0;
  /** A repeated second starts from fresh reserves. */
  #generation = 0;

  constructor(poolCount: number, activity: ActivityModel, seed: number) {
    this.#activity = activity;
    this.#seed = seed;
    this.#reserveA = new Float64Array(poolCount);
    this.#reserveB = new Float64Array(poolCount);
    this.#touched = new Float64Array(poolCount).fill(-1);
  }

  advanceTo(second: number): void {
    this.#second = second;
    this.#generation++;
  }

  isUntouched(pool: SimulatedPool): boolean {
    return this.#touched[pool.id] !== this.#generation;
  }

  reserve(pool: SimulatedPool, token: SimulatedToken): number {
    this.#touch(pool);
    return (token === pool.tokenA ? this.#reserveA : this.#reserveB)[pool.id] ?? 0;
  }

  scale(pool: SimulatedPool, token: SimulatedToken, factor: number): void {
    this.set(pool, token, Math.floor(this.reserve(pool, token) * factor));
  }

  quote(pool: SimulatedPool, input: SimulatedToken, amount: number): SwapAmounts {
    const output = otherSide(pool, input);
    const sideRate = pool.amm.sideFeeRate;
    const takers = pool.feeAccounts.length;
    const takesQuoteIn = sideRate > 0 && input === pool.tokenB;
    const offered = takesQuoteIn ? Math.floor(amount / (1 + sideRate * takers)) - takers : amount;
    const feeIn = takesQuoteIn ? Math.ceil(offered * sideRate) : 0;
    const poolReceived = offered - transferFee(input, offered);
    const effective = poolReceived * (1 - pool.feeRate);
    const reserveIn = this.reserve(pool, input);
    const reserveOut = this.reserve(pool, output);
    const gross = Math.floor(reserveOut * (effective / (reserveIn + effective)));
    const feeOut = sideRate > 0 && !takesQuoteIn ? Math.ceil(gross * sideRate) : 0;
    const poolSent = gross - feeOut * takers;
    return {
      paid: offered + feeIn * takers,
      poolReceived,
      poolSent: gross,
      received: poolSent - transferFee(output, poolSent),
      sideFee: feeIn + feeOut,
    };
  }

  apply(pool: SimulatedPool, input: SimulatedToken, swap: SwapAmounts): void {
    const output = otherSide(pool, input);
    this.set(pool, input, this.reserve(pool, input) + swap.poolReceived);
    this.set(pool, output, this.reserve(pool, output) - swap.poolSent);
  }

  #touch(pool: SimulatedPool): void {
    if (this.#touched[pool.id] === this.#generation) return;
    this.#touched[pool.id] = this.#generation;
    this.#random.reseed(this.#seed, this.#second, 0x5eed + pool.id);
    const { tokenA, tokenB } = pool;
    const half = (pool.liquidityUsd / 2) * this.#random.between(0.995, 1.005);
    const drift = this.#random.between(-0.0005, 0.0005);
    this.#reserveA[pool.id] = this.#activity.rawAmountOfUsd(tokenA, half * (1 + drift));
    this.#reserveB[pool.id] = this.#activity.rawAmountOfUsd(tokenB, half * (1 - drift));
  }

  set(pool: SimulatedPool, token: SimulatedToken, amount: number): void {
    (token === pool.tokenA ? this.#reserveA : this.#reserveB)[pool.id] = amount;
  }
}

export const otherSide = (pool: SimulatedPool, token: SimulatedToken): SimulatedToken =>
  token === pool.tokenA ? pool.tokenB : pool.tokenA;

/** Rounded up, like the program does. */
export const transferFee = (token: SimulatedToken, amount: number): number =>
  token.transferFeeBasisPoints === 0
    ? 0
    : Math.ceil((amount * token.transferFeeBasisPoints) / 10_000);
