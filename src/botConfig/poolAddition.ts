export interface PoolAddition {
  readonly pool: string;
  readonly program: string;
  /** Empty: unknown. */
  readonly mints: readonly string[];
  /** Index in the config's `groups`; null for none. */
  readonly group: number | null;
  /**
   * Without a group: pools with the same number form one new group if the form supports it; those
   * with null are grouped by shared tokens.
   */
  readonly newGroup: number | null;
  /** Without a number sign; empty: none. Ignored if the form allows no comments. */
  readonly comment: string;
}
