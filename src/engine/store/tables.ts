/**
 * The tables of the store. Addresses, providers and bots are numbered in `names`, so that a row is
 * a handful of integers; 0 stands for "none". Rows are appended in the order of blocks, which lets
 * DuckDB skip what lies outside a time window. No column is nullable.
 */

export const columnTypes = [
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'DOUBLE',
  'VARCHAR',
] as const;
export type ColumnType = (typeof columnTypes)[number];

/** Value of a column in a row that is about to be written. */
export type CellOf<Type extends ColumnType> = Type extends 'VARCHAR'
  ? string
  : Type extends 'UBIGINT'
    ? bigint
    : number;

export type Columns = Readonly<Record<string, ColumnType>>;
export type RowOf<Table extends Columns> = {
  readonly [Name in keyof Table]: CellOf<Table[Name]>;
};

export const tables = {
  /** Number of a text: address, provider name or bot family. */
  names: { id: 'UINTEGER', name: 'VARCHAR' },

  /** Blocks that are indexed; what makes indexing idempotent and a restart resume. */
  blocks: {
    slot: 'UINTEGER',
    time: 'UINTEGER',
    blockhash: 'VARCHAR',
    transactions: 'UINTEGER',
    votes: 'UINTEGER',
    unreadable: 'UINTEGER',
  },

  /** Blocks that a source left out, by minute; several rows of one minute add up. */
  left_out: { minute: 'UINTEGER', blocks: 'UINTEGER' },

  /** One row per record, of every type. Times are Unix seconds. */
  transactions: {
    slot: 'UINTEGER',
    position: 'UINTEGER',
    time: 'UINTEGER',
    /** Five characters of the signature as a number: finds a signature without reading texts. */
    signature_key: 'UINTEGER',
    signature: 'VARCHAR',
    /** Index in `transactionTypes`. */
    type: 'UTINYINT',
    is_success: 'UTINYINT',
    wallet: 'UINTEGER',
    bot: 'UINTEGER',
    /** Provider of the largest tip, or NO_PROVIDER. */
    provider: 'UINTEGER',
    fee_lamports: 'UBIGINT',
    /** All tips in SOL. */
    tip_lamports: 'UBIGINT',
    /** `amountBucket` of the two. */
    fee_bucket: 'USMALLINT',
    tip_bucket: 'USMALLINT',
    compute_units: 'UINTEGER',
    base: 'UINTEGER',
    base_input: 'UBIGINT',
    revenues_usd: 'DOUBLE',
    profits_usd: 'DOUBLE',
    net_gains_sol: 'DOUBLE',
    volume_usd: 'DOUBLE',
    volume_sol: 'DOUBLE',
    /** The rest of the record (`recordDetail.ts`). */
    detail: 'VARCHAR',
    /** Rises in the order in which rows become visible: where a stream continues (`visibleRows.ts`). */
    number: 'UBIGINT',
  },

  /** Rolled-up failures: one row per minute, wallet, bot, provider, compute band and exact fee. */
  failures: {
    minute: 'UINTEGER',
    wallet: 'UINTEGER',
    bot: 'UINTEGER',
    provider: 'UINTEGER',
    compute_units: 'UINTEGER',
    fee_lamports: 'UBIGINT',
    fee_bucket: 'USMALLINT',
    attempts: 'UINTEGER',
    net_gains_sol: 'DOUBLE',
    profits_usd: 'DOUBLE',
  },

  /** One row per transaction, provider and tip mint. */
  tips: {
    slot: 'UINTEGER',
    time: 'UINTEGER',
    wallet: 'UINTEGER',
    provider: 'UINTEGER',
    mint: 'UINTEGER',
    amount: 'UBIGINT',
    bucket: 'USMALLINT',
    compute_units: 'UINTEGER',
    base_input: 'UBIGINT',
  },

  /** Where a route can pass: a token traded on a pool of an AMM. */
  places: { id: 'UINTEGER', token: 'UINTEGER', amm: 'UINTEGER', pool: 'UINTEGER' },

  /**
   * One row per arbitrage and place that it touches. `place_credit` is the place's number times
   * four, plus 1 on the transaction's first row for the token and plus 2 on its first row for the
   * token's AMM: so one grouping by one integer gives all three rollups with every token, AMM and
   * pool credited once.
   */
  credits: {
    slot: 'UINTEGER',
    time: 'UINTEGER',
    wallet: 'UINTEGER',
    base: 'UINTEGER',
    place_credit: 'UINTEGER',
    revenues_usd: 'DOUBLE',
    profits_usd: 'DOUBLE',
    volume_usd: 'DOUBLE',
  },

  /** One row per transaction with a route, of every type, and place of the route: what filters find. */
  stops: { number: 'UBIGINT', slot: 'UINTEGER', time: 'UINTEGER', place: 'UINTEGER' },

  /** What anybody traded of a mint, in minutes; several rows of one minute add up. */
  trades: { minute: 'UINTEGER', mint: 'UINTEGER', volume_usd: 'DOUBLE' },

  /** Newest price of a mint, with the time of the swap behind it; 0 where there is no price. */
  prices: {
    mint: 'UINTEGER',
    price: 'DOUBLE',
    time: 'UINTEGER',
    digits: 'UTINYINT',
    /** JSON of the swaps behind the price (`storeState.ts`). */
    swaps: 'VARCHAR',
  },

  /** Pools seen, with the lookup table that held them most recently. */
  pools: {
    pool: 'UINTEGER',
    program: 'UINTEGER',
    lookup_table: 'UINTEGER',
    /** JSON of the mints, and of a recent swap's accounts or null. */
    mints: 'VARCHAR',
    swap: 'VARCHAR',
    /** Slots that showed the table and the swap; what an older block shows does not replace them. */
    lookup_table_slot: 'UINTEGER',
    swap_slot: 'UINTEGER',
  },
  vaults: {
    pool: 'UINTEGER',
    vault: 'UINTEGER',
    mint: 'UINTEGER',
    amount: 'UBIGINT',
    slot: 'UINTEGER',
  },

  /**
   * Pools of imported files, by text: there are hundreds of thousands, and numbering their
   * addresses would hold them all in memory. Empty text where the file does not tell. Written by
   * `poolImport.ts` alone.
   */
  imported_pools: {
    /** In the order of import; what answers are paged by. */
    position: 'UINTEGER',
    pool: 'VARCHAR',
    program: 'VARCHAR',
    mint_a: 'VARCHAR',
    mint_b: 'VARCHAR',
    vault_a: 'VARCHAR',
    vault_b: 'VARCHAR',
    lookup_table: 'VARCHAR',
    /** JSON objects: the entry's own `params`, and accounts of a swap by their names. */
    parameters: 'VARCHAR',
    addresses: 'VARCHAR',
    is_aggregator: 'UTINYINT',
  },
} as const satisfies Record<string, Columns>;

export type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as TableName[];
