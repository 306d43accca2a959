import type { Outcome } from '../../../api/arbscope/arbitrageFilter.ts';

/**
 * Matches transactions that have an entry of every list. A missing or empty list matches
 * everything; a text unknown to the store matches nothing. Transactions landed by users of Arbscope
 * are not part of the market and never match.
 */
export interface TransactionFilter {
  /** Mints traded in the route, except base mints; of attempts without a swap, of the tried pools. */
  readonly tokens?: readonly string[] | undefined;
  /** Programs of the route. */
  readonly amms?: readonly string[] | undefined;
  readonly pools?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  /** Bot families. */
  readonly bots?: readonly string[] | undefined;
  readonly providers?: readonly string[] | undefined;
  readonly bases?: readonly string[] | undefined;
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly minNetGainsUsd?: number | undefined;
}
