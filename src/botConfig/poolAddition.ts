/** A pool to add to a config. */
export interface PoolAddition {
  readonly pool: string;
  readonly program: string;
  /** Traded mints; empty: unknown. */
  readonly mints: readonly string[];
  /** Index in the config's `groups`; null for none. */
  readonly group: number | null;
  /**
   * For pools without a group: equal numbers form one new group, if the form supports it; null:
   * pools that share a token do.
   */
  readonly newGroup: number | null;
  /** Comment after the address, without a number sign, if the form allows comments; empty: none. */
  readonly comment: string;
}
