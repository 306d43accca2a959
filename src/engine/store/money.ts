import { lamportsPerSol } from '../../api/tokenAmounts.ts';

/**
 * Money in both stores: integers, so that a sum is exact in any order. SOL is in lamports. USD is in
 * nanocents, 10^-11 USD: a figure of 0.0005 USD, less than the fee of a transaction, has eight
 * digits. 64 bits hold ±92 million USD of one transaction; sums have 128 bits. A figure beyond that
 * is unknown, like one without a price. 0 means unknown or none.
 */
export const nanocentsPerUsd = 1e11;

/** The least amounts that 64 bits do not hold. */
const usdLimit = 92_233_720;
const solLimit = 9_223_372_036;
/** Of sums, which have 128 bits: 10^-8 of what these hold, in USD and in SOL. */
const sumLimit = 1e19;

export const isStorableUsd = (usd: number): boolean => Math.abs(usd) < usdLimit;
export const isStorableSol = (sol: number): boolean => Math.abs(sol) < solLimit;

export const toNanocents = (usd: number): bigint => toUnits(usd * nanocentsPerUsd);
export const toLamports = (sol: number): bigint => toUnits(sol * lamportsPerSol);

/** For comparisons with stored nanocents: a bound beyond the range is its end. */
export const nanocentsBound = (usd: number): bigint =>
  toNanocents(Math.max(-usdLimit, Math.min(usd, usdLimit)));

export const nanocentsToUsd = (nanocents: bigint): number => Number(nanocents) / nanocentsPerUsd;

/** An amount other than 0 never becomes 0. */
const toUnits = (units: number): bigint => BigInt(Math.round(units) || Math.sign(units));

/** SQL of both databases; expressions are from this code, never user input. */
export const usdOf = (nanocents: string): string =>
  `(CAST(${nanocents} AS DOUBLE) / ${nanocentsPerUsd})`;
export const solOf = (lamports: string): string =>
  `(CAST(${lamports} AS DOUBLE) / ${lamportsPerSol})`;

/**
 * USD or SOL that former versions stored as a double, in the integer unit. 0, which means unknown,
 * if it or one of `others` is beyond the range.
 */
const fromDouble = (
  { limit, units }: { readonly limit: number; readonly units: number },
  type: string,
  [column = '', ...others]: readonly string[],
): string => `CAST(CASE
    WHEN ${[column, ...others].map((each) => `abs(${each}) >= ${limit}`).join(' OR ')} THEN 0
    WHEN abs(${column}) * ${units} < 1 THEN sign(${column})
    ELSE round(${column} * ${units}) END AS ${type})`;

/**
 * SQL: the SOL price of former versions, which did not store it. Figures in USD and in SOL are the
 * same amounts, and the cycle's input is the largest of them.
 */
export const solPriceOfDoubles = `CASE
    WHEN volume_usd > 0 AND volume_sol > 0 THEN volume_usd / volume_sol
    WHEN volume_usd = 0 AND volume_sol = 0 AND profits_usd * net_gains_sol > 0
      THEN profits_usd / net_gains_sol
    ELSE 0 END`;

/** `type`: the database's name of an integer with 64 bits, or with 128 for sums. */
export const nanocentsOfUsd = (type: string, ...columns: readonly string[]): string =>
  fromDouble({ limit: isSum(type) ? sumLimit : usdLimit, units: nanocentsPerUsd }, type, columns);
export const lamportsOfSol = (type: string, ...columns: readonly string[]): string =>
  fromDouble({ limit: isSum(type) ? sumLimit : solLimit, units: lamportsPerSol }, type, columns);

const isSum = (type: string): boolean => type === 'HUGEINT' || type === 'Int128';
