/** What every typed query takes beside its filter. */
export interface QueryOptions {
  /** Ends the query, which then throws a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}
