export interface QueryOptions {
  /** Aborts the query, which then throws a MarketError of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}
