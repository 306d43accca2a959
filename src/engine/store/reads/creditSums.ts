import type { NameId } from './nameId.ts';

/** A token traded on a pool of an AMM; the pool is 0 where it could not be told. */
export interface CreditedStop {
  readonly token: NameId;
  readonly amm: NameId;
  readonly pool: NameId;
}

/**
 * Sums of arbitrages by where they are credited, some 10,000 rows in no order: by columns, and what
 * is not a figure by the number of the row, from 0. An arbitrage is credited once to each place of
 * its route, so that the sums of a token are those of the rows that are its first, and likewise for
 * the AMMs of a token.
 */
export interface CreditSums {
  readonly rowCount: number;
  readonly revenuesUsd: ArrayLike<number>;
  readonly profitsUsd: ArrayLike<number>;
  readonly transactions: ArrayLike<number>;
  readonly volumeUsd: ArrayLike<number>;
  stopOf(row: number): CreditedStop;
  /** Whether the row's arbitrages are credited here to their token for the first time. */
  isFirstOfToken(row: number): boolean;
  /** The same for the AMM, within the token. */
  isFirstOfAmm(row: number): boolean;
  /** Address of a member of `stopOf`; empty for 0. */
  nameOf(id: NameId): string;
}
