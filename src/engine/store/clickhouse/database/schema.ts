import { type ColumnType, valueTypes } from '../../../base/columnTypes.ts';

/**
 * The tables of a ClickHouse store. Several ingesters write to it without locks, and each may be
 * killed at any moment:
 *
 * - Every attempt to write a block has its own id, the `copy` (`blockCopy.ts`), in each row of the
 *   block. The rows are written first and the row of `blocks` last; that commits the copy.
 * - Of the committed copies of a slot only the largest is valid: statements over rows of blocks
 *   filter by `visibleCopies` (`visibleCopies.ts`). A block that two ingesters wrote, in whatever
 *   batches, therefore counts once, with the figures of one of them in all tables. A block whose
 *   ingester was killed stays invisible and is written again as another copy. A fork replaces the
 *   former block atomically.
 * - Nothing depends on the server's deduplication of inserts, whose window is finite: a failed
 *   insert is never sent again under the same copy. ReplacingMergeTree drops rows that the network
 *   repeats. Rows of invalid copies are deleted with their partition.
 * - Ids of addresses, providers and bots are 64-bit hashes of their texts (`hashedIds.ts`), 0 meaning
 *   none, so all ingesters assign the same ids without coordination. `names` and `places` map them
 *   back and are written before the rows that use them.
 * - Prices, pools and vaults are not tied to a block: the row with the highest version wins
 *   (`FINAL`), that is, the newest by block time or slot.
 *
 * Times are Unix seconds of the chain; columns ending in `_ms` are Unix milliseconds of the server.
 */

/** Raised when a table changes; `schemaUpgrades` has the upgrade. */
export const schemaVersion = 4;

export const typeNames: Readonly<Record<ColumnType, string>> = {
  UTINYINT: 'UInt8',
  USMALLINT: 'UInt16',
  UINTEGER: 'UInt32',
  UBIGINT: 'UInt64',
  BIGINT: 'Int64',
  HUGEINT: 'Int128',
  DOUBLE: 'Float64',
  VARCHAR: 'String',
};

export interface Table {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Sorting key; rows with equal keys replace each other. */
  readonly key: readonly string[];
  /** The highest version wins; missing if rows with equal keys are identical. */
  readonly version?: string;
  /** Column with Unix seconds that determines partition and expiry. */
  readonly time?: string;
  readonly retention?: 'rows' | 'rollups';
  /** Sharding key: keeps the rows of a block on one shard. */
  readonly shardBy: string;
  readonly defaults?: Readonly<Record<string, string>>;
  readonly indexes?: readonly string[];
}

/** The server's clock. */
export const nowMs = 'toUnixTimestamp64Milli(now64(3))';

/** First three columns of all tables with rows of blocks. */
export const blockColumns = {
  slot: valueTypes.slot,
  copy: valueTypes.hashedId,
  time: valueTypes.time,
} as const;

/** When the server received the row, which tells rows that arrived after a rollup (`rollups.ts`). */
const received = {
  columns: { added_ms: valueTypes.milliseconds },
  defaults: { added_ms: nowMs },
} as const;

const ofBlocks = {
  time: 'time',
  retention: 'rows',
  shardBy: 'slot',
  defaults: received.defaults,
} as const;
const ofHours = { time: 'hour', retention: 'rollups', shardBy: 'intDiv(hour, 3600)' } as const;

/** Of totals. */
const outcomeColumns = {
  type: valueTypes.code,
  is_success: valueTypes.flag,
  /** 1: net gains above 0; 2: an arbitrage without known gains. */
  is_gain: valueTypes.code,
} as const;
const outcomeKey = ['type', 'is_success', 'is_gain'] as const;
const attemptSums = {
  transactions: valueTypes.count,
  fee_lamports: valueTypes.amount,
  tip_lamports: valueTypes.amount,
  revenues_nanocents: valueTypes.nanocentsSum,
  profits_nanocents: valueTypes.nanocentsSum,
  net_gains_lamports: valueTypes.lamportsSum,
  volume_nanocents: valueTypes.nanocentsSum,
  volume_lamports: valueTypes.lamportsSum,
} as const;

export const tables = {
  blocks: {
    columns: {
      ...blockColumns,
      blockhash: valueTypes.text,
      transactions: valueTypes.count,
      votes: valueTypes.count,
      unreadable: valueTypes.count,
      arbitrages: valueTypes.count,
      added_ms: valueTypes.milliseconds,
    },
    key: ['slot', 'copy'],
    time: 'time',
    retention: 'rollups',
    shardBy: 'slot',
    defaults: { added_ms: nowMs },
    indexes: ['added_ms_index added_ms TYPE minmax GRANULARITY 1'],
  },

  /** Like the DuckDB table (`store/tables.ts`), but `detail` contains texts instead of numbers. */
  transactions: {
    columns: {
      ...blockColumns,
      position: valueTypes.position,
      signature: valueTypes.text,
      type: valueTypes.code,
      is_success: valueTypes.flag,
      wallet: valueTypes.hashedId,
      bot: valueTypes.hashedId,
      provider: valueTypes.hashedId,
      fee_lamports: valueTypes.amount,
      tip_lamports: valueTypes.amount,
      fee_bucket: valueTypes.bucket,
      tip_bucket: valueTypes.bucket,
      compute_units: valueTypes.computeUnits,
      base: valueTypes.hashedId,
      base_input: valueTypes.amount,
      revenues_nanocents: valueTypes.nanocents,
      profits_nanocents: valueTypes.nanocents,
      net_gains_lamports: valueTypes.lamports,
      volume_nanocents: valueTypes.nanocents,
      volume_lamports: valueTypes.lamports,
      detail: valueTypes.text,
      durable_nonce: valueTypes.code,
      sol_price: valueTypes.price,
      ...received.columns,
    },
    key: ['time', 'slot', 'copy', 'position'],
    ...ofBlocks,
    indexes: [
      'signature_index signature TYPE bloom_filter(0.001) GRANULARITY 4',
      'wallet_index wallet TYPE bloom_filter(0.01) GRANULARITY 4',
    ],
  },

  tips: {
    columns: {
      ...blockColumns,
      position: valueTypes.position,
      wallet: valueTypes.hashedId,
      provider: valueTypes.hashedId,
      mint: valueTypes.hashedId,
      amount: valueTypes.amount,
      bucket: valueTypes.bucket,
      compute_units: valueTypes.computeUnits,
      base_input: valueTypes.amount,
      ...received.columns,
    },
    key: ['time', 'slot', 'copy', 'position', 'provider', 'mint'],
    ...ofBlocks,
  },

  credits: {
    columns: {
      ...blockColumns,
      position: valueTypes.position,
      wallet: valueTypes.hashedId,
      base: valueTypes.hashedId,
      place_credit: valueTypes.hashedId,
      revenues_nanocents: valueTypes.nanocents,
      profits_nanocents: valueTypes.nanocents,
      volume_nanocents: valueTypes.nanocents,
      ...received.columns,
    },
    key: ['time', 'slot', 'copy', 'position', 'place_credit'],
    ...ofBlocks,
  },

  stops: {
    columns: {
      ...blockColumns,
      position: valueTypes.position,
      place: valueTypes.hashedId,
      ...received.columns,
    },
    key: ['time', 'slot', 'copy', 'position', 'place'],
    ...ofBlocks,
  },

  trades: {
    columns: {
      ...blockColumns,
      mint: valueTypes.hashedId,
      volume_nanocents: valueTypes.nanocentsSum,
      ...received.columns,
    },
    key: ['time', 'slot', 'copy', 'mint'],
    ...ofBlocks,
  },

  /** Hash -> text. `day`: Unix day of the last write; entries in use are written daily. */
  names: {
    columns: { id: valueTypes.hashedId, name: valueTypes.text, day: valueTypes.day },
    key: ['id'],
    version: 'day',
    shardBy: 'id',
  },
  places: {
    columns: {
      id: valueTypes.hashedId,
      token: valueTypes.hashedId,
      amm: valueTypes.hashedId,
      pool: valueTypes.hashedId,
      day: valueTypes.day,
    },
    key: ['id'],
    version: 'day',
    shardBy: 'id',
  },

  /** Rows of a writer add up. Writers may lack the same blocks, so the largest sum wins. */
  left_out: {
    columns: {
      minute: valueTypes.time,
      writer: valueTypes.hashedId,
      part: valueTypes.count,
      blocks: valueTypes.count,
    },
    key: ['minute', 'writer', 'part'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'minute',
  },

  /** Newest price of a mint; 0 if unknown. `swaps` as in `store/tables.ts`. */
  prices: {
    columns: {
      mint: valueTypes.text,
      price: valueTypes.price,
      time: valueTypes.time,
      digits: valueTypes.decimals,
      swaps: valueTypes.text,
      added_ms: valueTypes.milliseconds,
    },
    key: ['mint'],
    version: 'time',
    shardBy: 'cityHash64(mint)',
    defaults: { added_ms: nowMs },
  },

  /**
   * Parts of a pool seen in blocks; the newest of each part wins: `mints` (JSON; the longest list),
   * `lookup_table` (address) and `swap` (JSON), by slot.
   */
  pool_parts: {
    columns: {
      pool: valueTypes.text,
      part: valueTypes.text,
      program: valueTypes.text,
      value: valueTypes.text,
      version: valueTypes.version,
      added_ms: valueTypes.milliseconds,
    },
    key: ['pool', 'part'],
    version: 'version',
    shardBy: 'cityHash64(pool)',
    defaults: { added_ms: nowMs },
  },
  vaults: {
    columns: {
      pool: valueTypes.text,
      vault: valueTypes.text,
      mint: valueTypes.text,
      amount: valueTypes.amount,
      slot: valueTypes.slot,
      added_ms: valueTypes.milliseconds,
    },
    key: ['pool', 'vault'],
    version: 'slot',
    shardBy: 'cityHash64(pool)',
    defaults: { added_ms: nowMs },
  },

  /**
   * Totals of whole hours (`rollups.ts`), by minute and by hour, kept when rows are deleted. Written
   * again when an hour gets more blocks; valid are the rows of the largest `run` in `rollup_runs`.
   */
  minute_totals: {
    columns: {
      minute: valueTypes.time,
      run: valueTypes.hashedId,
      ...outcomeColumns,
      wallet: valueTypes.hashedId,
      bot: valueTypes.hashedId,
      provider: valueTypes.hashedId,
      base: valueTypes.hashedId,
      ...attemptSums,
    },
    key: ['minute', 'run', ...outcomeKey, 'wallet', 'bot', 'provider', 'base'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'intDiv(minute, 3600)',
  },
  hour_totals: {
    columns: {
      hour: valueTypes.time,
      run: valueTypes.hashedId,
      ...outcomeColumns,
      bot: valueTypes.hashedId,
      provider: valueTypes.hashedId,
      base: valueTypes.hashedId,
      ...attemptSums,
    },
    key: ['hour', 'run', ...outcomeKey, 'bot', 'provider', 'base'],
    ...ofHours,
  },
  hour_wallets: {
    columns: {
      hour: valueTypes.time,
      run: valueTypes.hashedId,
      ...outcomeColumns,
      wallet: valueTypes.hashedId,
      bot: valueTypes.hashedId,
      ...attemptSums,
    },
    key: ['hour', 'run', ...outcomeKey, 'wallet', 'bot'],
    ...ofHours,
  },
  hour_credits: {
    columns: {
      hour: valueTypes.time,
      run: valueTypes.hashedId,
      base: valueTypes.hashedId,
      place_credit: valueTypes.hashedId,
      transactions: valueTypes.count,
      revenues_nanocents: valueTypes.nanocentsSum,
      profits_nanocents: valueTypes.nanocentsSum,
      volume_nanocents: valueTypes.nanocentsSum,
    },
    key: ['hour', 'run', 'base', 'place_credit'],
    ...ofHours,
  },
  hour_trades: {
    columns: {
      hour: valueTypes.time,
      run: valueTypes.hashedId,
      mint: valueTypes.hashedId,
      volume_nanocents: valueTypes.nanocentsSum,
    },
    key: ['hour', 'run', 'mint'],
    ...ofHours,
  },
  /** Commits the rollup run of an hour; `blocks`: number of blocks it contains. */
  rollup_runs: {
    columns: {
      hour: valueTypes.time,
      run: valueTypes.hashedId,
      blocks: valueTypes.count,
      /** Of the committed copies that decide which are valid (`hourCopies.ts`). */
      copies: valueTypes.count,
      copy_sum: valueTypes.hashedId,
      /** No row that arrives later belongs to one of the blocks; 0: unknown. */
      settled_ms: valueTypes.milliseconds,
      /** Rows of the hour until then that belong to no valid copy. */
      hidden: valueTypes.amount,
    },
    key: ['hour', 'run'],
    ...ofHours,
  },

  /** Metadata of the store: `version`, `source`, `chain`, `identity`, `retention`. */
  store_info: {
    columns: { key: valueTypes.text, value: valueTypes.text, added_ms: valueTypes.milliseconds },
    key: ['key', 'value'],
    version: 'added_ms',
    shardBy: 'cityHash64(key)',
    defaults: { added_ms: nowMs },
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export type ColumnsOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string;

export const blockTables = ['transactions', 'tips', 'credits', 'stops', 'trades'] as const;
export type BlockTable = (typeof blockTables)[number];

/** The columns that inserts provide, in order. */
export function columnsOf(name: TableName): string[] {
  const { columns, defaults = {} }: Table = tables[name];
  return Object.keys(columns).filter((column) => !(column in defaults));
}
