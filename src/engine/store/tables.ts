import { type CellOf, type ColumnType, valueTypes } from '../base/columnTypes.ts';

/**
 * The tables of the store. `names` numbers addresses, providers and bots, so that rows contain a
 * few integers; 0 means none. Rows are appended in the order of blocks, so DuckDB can skip row
 * groups outside a time window. No column is nullable.
 */

export type Columns = Readonly<Record<string, ColumnType>>;
export type RowOf<Table extends Columns> = {
  readonly [Name in keyof Table]: CellOf<Table[Name]>;
};

export const tables = {
  names: { id: 'UINTEGER', name: 'VARCHAR' },

  /** Indexed blocks; makes indexing idempotent and lets it resume after a restart. */
  blocks: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    blockhash: 'VARCHAR',
    transactions: 'UINTEGER',
    votes: 'UINTEGER',
    unreadable: 'UINTEGER',
  },

  /** Blocks missing from the source, by minute; rows of the same minute add up. */
  left_out: { minute: 'UINTEGER', blocks: 'UINTEGER' },

  /** One row for each record of any type. Times are Unix seconds. */
  transactions: {
    slot: valueTypes.slot,
    position: valueTypes.position,
    time: valueTypes.time,
    /** Five characters of the signature as a number: finds signatures without reading texts. */
    signature_key: 'UINTEGER',
    signature: 'VARCHAR',
    /** Index in `transactionTypes`. */
    type: 'UTINYINT',
    is_success: 'UTINYINT',
    wallet: 'UINTEGER',
    bot: 'UINTEGER',
    provider: 'UINTEGER',
    fee_lamports: valueTypes.amount,
    /** Sum of all tips in SOL. */
    tip_lamports: valueTypes.amount,
    /** `amountBucket` of `fee_lamports` and `tip_lamports`. */
    fee_bucket: 'USMALLINT',
    tip_bucket: 'USMALLINT',
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    base: 'UINTEGER',
    base_input: valueTypes.amount,
    revenues_usd: 'DOUBLE',
    profits_usd: 'DOUBLE',
    net_gains_sol: 'DOUBLE',
    volume_usd: 'DOUBLE',
    volume_sol: 'DOUBLE',
    /** The rest of the record (`recordDetail.ts`). */
    detail: 'VARCHAR',
    /** Rises in the order in which rows become visible; streams continue from it. */
    number: 'UBIGINT',
  },

  /** Rolled-up failures: one row per minute, wallet, bot, provider, compute band and exact fee. */
  failures: {
    minute: 'UINTEGER',
    wallet: 'UINTEGER',
    bot: 'UINTEGER',
    provider: 'UINTEGER',
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    fee_lamports: valueTypes.amount,
    fee_bucket: 'USMALLINT',
    attempts: 'UINTEGER',
    net_gains_sol: 'DOUBLE',
    profits_usd: 'DOUBLE',
  },

  /** One row per transaction, provider and tip mint. */
  tips: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    wallet: 'UINTEGER',
    provider: 'UINTEGER',
    mint: 'UINTEGER',
    amount: valueTypes.amount,
    bucket: 'USMALLINT',
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    base_input: valueTypes.amount,
  },

  places: { id: 'UINTEGER', token: 'UINTEGER', amm: 'UINTEGER', pool: 'UINTEGER' },

  /**
   * Attribution of arbitrages: one row per arbitrage and route stop. `place_credit` is the number
   * of the route stop times four, plus 1 on the transaction's first row for the token, plus 2 on
   * its first row for the token's AMM. One grouping by this integer gives all three rollups, with
   * each arbitrage attributed once to every token, AMM and pool.
   */
  credits: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    wallet: 'UINTEGER',
    base: 'UINTEGER',
    place_credit: 'UINTEGER',
    revenues_usd: 'DOUBLE',
    profits_usd: 'DOUBLE',
    volume_usd: 'DOUBLE',
  },

  /** One row per route stop of each transaction with a route, of every type; used by filters. */
  stops: { number: 'UBIGINT', slot: valueTypes.slot, time: valueTypes.time, place: 'UINTEGER' },

  /** Traded volume of a mint by minute; rows of the same minute add up. */
  trades: { minute: 'UINTEGER', mint: 'UINTEGER', volume_usd: 'DOUBLE' },

  /** Newest price of a mint and the time of its swap; 0 if there is no price. */
  prices: {
    mint: 'UINTEGER',
    price: 'DOUBLE',
    time: valueTypes.time,
    digits: 'UTINYINT',
    /** JSON of the swaps behind the price (`pricedSwaps.ts`). */
    swaps: 'VARCHAR',
  },

  pools: {
    pool: 'UINTEGER',
    program: 'UINTEGER',
    lookup_table: 'UINTEGER',
    /** JSON of the mints, and of a recent swap's accounts or null. */
    mints: 'VARCHAR',
    swap: 'VARCHAR',
    /** Slots of the blocks with the lookup table and the swap; older blocks do not replace them. */
    lookup_table_slot: valueTypes.slot,
    swap_slot: valueTypes.slot,
  },
  vaults: {
    pool: 'UINTEGER',
    vault: 'UINTEGER',
    mint: 'UINTEGER',
    amount: valueTypes.amount,
    slot: valueTypes.slot,
  },

  /**
   * Addresses are texts: numbering hundreds of thousands of them would keep them all in memory.
   * Empty text if the file lacks a value. Written only by `poolImport.ts`.
   */
  imported_pools: {
    /** In import order; used for paging. */
    position: 'UINTEGER',
    pool: 'VARCHAR',
    program: 'VARCHAR',
    mint_a: 'VARCHAR',
    mint_b: 'VARCHAR',
    vault_a: 'VARCHAR',
    vault_b: 'VARCHAR',
    lookup_table: 'VARCHAR',
    /** JSON objects: the entry's `params`, and accounts of a swap by name. */
    parameters: 'VARCHAR',
    addresses: 'VARCHAR',
    is_aggregator: 'UTINYINT',
  },
} as const satisfies Record<string, Columns>;

export type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as TableName[];
