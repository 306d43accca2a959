/** A pool to add to a config. */
export interface PoolAddition {
  readonly pool: string;
  readonly program: string;
  /** That it trades; empty: unknown. */
  readonly mints: readonly string[];
  /**
   * Index in the config's `groups`; null: none of them. Pools of no group that share a token make a
   * new one together.
   */
  readonly group: number | null;
  /** After the address, without a number sign, in forms that have comments; empty: none. */
  readonly comment: string;
}
