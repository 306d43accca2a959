import type { Outcome } from '../../../api/arbscope/arbitrageFilter.ts';

/**
 * Which transactions count: those that match one entry of every list. A list that is left out or
 * empty is no filter; a text that the store has never seen matches nothing. What users landed
 * themselves is not part of the market and never counts.
 */
export interface TransactionFilter {
  /** Mints traded in the route, base mints left out. */
  readonly tokens?: readonly string[] | undefined;
  /** Programs of the route. */
  readonly amms?: readonly string[] | undefined;
  /** Pools of the route. */
  readonly pools?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  /** Families. */
  readonly bots?: readonly string[] | undefined;
  readonly providers?: readonly string[] | undefined;
  readonly bases?: readonly string[] | undefined;
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly minNetGainsUsd?: number | undefined;
}
