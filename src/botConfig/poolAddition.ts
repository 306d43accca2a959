/** A pool to add to a config. */
export interface PoolAddition {
  readonly pool: string;
  readonly program: string;
  /** That it trades; empty: unknown. */
  readonly mints: readonly string[];
  /** Index in the config's `groups`; null: none of them. */
  readonly group: number | null;
  /**
   * Of pools of no group: those with the same number make one new group together, as far as the form
   * has such groups; null: those that share a token do.
   */
  readonly newGroup: number | null;
  /** After the address, without a number sign, in forms that have comments; empty: none. */
  readonly comment: string;
}
