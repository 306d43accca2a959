/** A pool to add to a config. */
export interface PoolAddition {
  readonly pool: string;
  readonly program: string;
  /** Traded mints; empty: unknown. */
  readonly mints: readonly string[];
  /** Index in the config's `groups`; null for none. */
  readonly group: number | null;
  /**
   * For pools without a group: those with the same number form one new group if the form supports
   * it; those with null are grouped by shared tokens.
   */
  readonly newGroup: number | null;
  /** Comment after the address, without a number sign, if the form allows comments; empty: none. */
  readonly comment: string;
}
