import type { NameId } from './nameId.ts';

/** A token traded on a pool of an AMM; the pool is 0 if unknown. */
export interface CreditedStop {
  readonly token: NameId;
  readonly amm: NameId;
  readonly pool: NameId;
}

/**
 * Sums of arbitrages by route stop: about 10,000 unordered rows, figures as columns, other fields
 * by row number from 0. An arbitrage is attributed once to each stop of its route. To sum by token,
 * use only rows that are the first of their token; likewise for the AMMs of a token.
 */
export interface CreditSums {
  readonly rowCount: number;
  readonly revenuesUsd: ArrayLike<number>;
  readonly profitsUsd: ArrayLike<number>;
  readonly transactions: ArrayLike<number>;
  readonly volumeUsd: ArrayLike<number>;
  stopOf(row: number): CreditedStop;
  isFirstOfToken(row: number): boolean;
  isFirstOfAmm(row: number): boolean;
  /** Address of an id in `stopOf`; empty for 0. */
  nameOf(id: NameId): string;
}
