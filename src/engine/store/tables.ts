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

/** Of totals. */
const outcomeColumns = {
  type: valueTypes.code,
  is_success: valueTypes.flag,
  /** 1: net gains above 0; 2: an arbitrage without known gains. */
  is_gain: valueTypes.code,
} as const;

/** A sum beyond 64 bits takes several rows: rows of totals add up. */
const attemptSums = {
  transactions: valueTypes.count,
  fee_lamports: valueTypes.lamports,
  tip_lamports: valueTypes.lamports,
  revenues_nanocents: valueTypes.nanocents,
  profits_nanocents: valueTypes.nanocents,
  net_gains_lamports: valueTypes.lamports,
  volume_nanocents: valueTypes.nanocents,
  volume_lamports: valueTypes.lamports,
} as const;

export const tables = {
  names: { id: valueTypes.id, name: valueTypes.text },

  /** Indexed blocks; makes indexing idempotent and lets it resume after a restart. */
  blocks: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    blockhash: valueTypes.text,
    transactions: valueTypes.count,
    votes: valueTypes.count,
    unreadable: valueTypes.count,
  },

  /** Blocks missing from the source, by minute; rows of the same minute add up. */
  left_out: { minute: valueTypes.time, blocks: valueTypes.count },

  /** One row for each record of any type. Times are Unix seconds. */
  transactions: {
    slot: valueTypes.slot,
    position: valueTypes.position,
    time: valueTypes.time,
    /** Five characters of the signature as a number: finds signatures without reading texts. */
    signature_key: valueTypes.signatureKey,
    signature: valueTypes.text,
    /** Index in `transactionTypes`. */
    type: valueTypes.code,
    is_success: valueTypes.flag,
    wallet: valueTypes.id,
    bot: valueTypes.id,
    provider: valueTypes.id,
    fee_lamports: valueTypes.amount,
    /** Sum of all tips in SOL. */
    tip_lamports: valueTypes.amount,
    /** `amountBucket` of `fee_lamports` and `tip_lamports`. */
    fee_bucket: valueTypes.bucket,
    tip_bucket: valueTypes.bucket,
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    base: valueTypes.id,
    base_input: valueTypes.amount,
    revenues_nanocents: valueTypes.nanocents,
    profits_nanocents: valueTypes.nanocents,
    net_gains_lamports: valueTypes.lamports,
    volume_nanocents: valueTypes.nanocents,
    volume_lamports: valueTypes.lamports,
    /** The rest of the record (`recordDetail.ts`). */
    detail: valueTypes.text,
    /** Rises in the order in which rows become visible; streams continue from it. */
    number: valueTypes.rowNumber,
    /** One of `durableNonceValues`. */
    durable_nonce: valueTypes.code,
    /** SOL price at the transaction; 0 if unknown. */
    sol_price: valueTypes.price,
  },

  /**
   * Rolled-up failures: one row per minute, wallet, bot, provider, compute band, exact fee,
   * `durable_nonce` and set of stops.
   */
  failures: {
    minute: valueTypes.time,
    wallet: valueTypes.id,
    bot: valueTypes.id,
    provider: valueTypes.id,
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    fee_lamports: valueTypes.amount,
    fee_bucket: valueTypes.bucket,
    attempts: valueTypes.count,
    net_gains_lamports: valueTypes.lamports,
    profits_nanocents: valueTypes.nanocents,
    durable_nonce: valueTypes.code,
    /** The set of stops that the attempts tried (`tried_stops`); 0: unknown. */
    tried: valueTypes.hashedId,
  },

  /** Stops of rolled-up failures: one row per set and stop. Few sets, as a bot repeats its groups. */
  tried_stops: { tried: valueTypes.hashedId, place: valueTypes.id },

  /** One row per transaction, provider and tip mint. */
  tips: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    wallet: valueTypes.id,
    provider: valueTypes.id,
    mint: valueTypes.id,
    amount: valueTypes.amount,
    bucket: valueTypes.bucket,
    /** 0: unknown. */
    compute_units: valueTypes.computeUnits,
    base_input: valueTypes.amount,
  },

  places: { id: valueTypes.id, token: valueTypes.id, amm: valueTypes.id, pool: valueTypes.id },

  /**
   * Attribution of arbitrages: one row per arbitrage and route stop. `place_credit` is the number
   * of the route stop times four, plus 1 on the transaction's first row for the token, plus 2 on
   * its first row for the token's AMM. One grouping by this integer gives all three rollups, with
   * each arbitrage attributed once to every token, AMM and pool.
   */
  credits: {
    slot: valueTypes.slot,
    time: valueTypes.time,
    wallet: valueTypes.id,
    base: valueTypes.id,
    place_credit: valueTypes.id,
    revenues_nanocents: valueTypes.nanocents,
    profits_nanocents: valueTypes.nanocents,
    volume_nanocents: valueTypes.nanocents,
  },

  /**
   * One row per route stop of each transaction with a route, of every type, and per pool that an
   * attempt without a swap tried; used by filters.
   */
  stops: {
    number: valueTypes.rowNumber,
    slot: valueTypes.slot,
    time: valueTypes.time,
    place: valueTypes.id,
  },

  /** Traded volume of a mint by minute; rows of the same minute add up. */
  trades: {
    minute: valueTypes.time,
    mint: valueTypes.id,
    volume_nanocents: valueTypes.nanocentsSum,
  },

  /**
   * Totals of whole hours (`duckdb/hourTotals.ts`), for the hours of `summed_hours` only: of all
   * attempts, of those of a wallet, and of those through a token, AMM or pool.
   */
  hour_totals: {
    hour: valueTypes.time,
    ...outcomeColumns,
    bot: valueTypes.id,
    provider: valueTypes.id,
    base: valueTypes.id,
    ...attemptSums,
  },
  hour_wallets: {
    hour: valueTypes.time,
    ...outcomeColumns,
    wallet: valueTypes.id,
    bot: valueTypes.id,
    ...attemptSums,
  },
  hour_routes: {
    hour: valueTypes.time,
    ...outcomeColumns,
    /** Index in `routeMembers`. */
    member: valueTypes.code,
    name: valueTypes.id,
    base: valueTypes.id,
    ...attemptSums,
  },
  /** Totals of `credits` and `trades`, for reads of many hours; deleted with the rows. */
  hour_credits: {
    hour: valueTypes.time,
    base: valueTypes.id,
    place_credit: valueTypes.id,
    transactions: valueTypes.count,
    revenues_nanocents: valueTypes.nanocents,
    profits_nanocents: valueTypes.nanocents,
    volume_nanocents: valueTypes.nanocents,
  },
  hour_trades: {
    hour: valueTypes.time,
    mint: valueTypes.id,
    volume_nanocents: valueTypes.nanocentsSum,
  },
  /** Hours with totals. Rows of the same hour add up. */
  summed_hours: {
    hour: valueTypes.time,
    /** 0: its rows are deleted. */
    has_rows: valueTypes.flag,
    blocks: valueTypes.count,
    /** Blocks missing from the source. */
    omitted: valueTypes.count,
    /** Time of its first block; 0 without one. */
    first_time: valueTypes.time,
  },

  /** Newest price of a mint and the time of its swap; 0 if there is no price. */
  prices: {
    mint: valueTypes.id,
    price: valueTypes.price,
    time: valueTypes.time,
    digits: valueTypes.decimals,
    /** JSON of the swaps behind the price (`pricedSwaps.ts`). */
    swaps: valueTypes.text,
  },

  pools: {
    pool: valueTypes.id,
    program: valueTypes.id,
    lookup_table: valueTypes.id,
    /** JSON of the mints, and of a recent swap's accounts or null. */
    mints: valueTypes.text,
    swap: valueTypes.text,
    /** Slots of the blocks with the lookup table and the swap; older blocks do not replace them. */
    lookup_table_slot: valueTypes.slot,
    swap_slot: valueTypes.slot,
  },
  vaults: {
    pool: valueTypes.id,
    vault: valueTypes.id,
    mint: valueTypes.id,
    amount: valueTypes.amount,
    slot: valueTypes.slot,
  },

  /**
   * Addresses are texts: numbering hundreds of thousands of them would keep them all in memory.
   * Empty text if the file lacks a value. Written only by `poolImport.ts`.
   */
  imported_pools: {
    /** In import order; used for paging. */
    position: valueTypes.position,
    pool: valueTypes.text,
    program: valueTypes.text,
    mint_a: valueTypes.text,
    mint_b: valueTypes.text,
    vault_a: valueTypes.text,
    vault_b: valueTypes.text,
    lookup_table: valueTypes.text,
    /** JSON objects: the entry's `params`, and accounts of a swap by name. */
    parameters: valueTypes.text,
    addresses: valueTypes.text,
    is_aggregator: valueTypes.flag,
  },
} as const satisfies Record<string, Columns>;

export type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as TableName[];
