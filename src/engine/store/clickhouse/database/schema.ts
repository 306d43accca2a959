/**
 * The tables of a ClickHouse store. Several ingesters write to it at once, without any lock, and each
 * may be killed at any moment:
 *
 * - Every attempt to write a block has an id of its own, its `copy` (`blockCopy.ts`), which each of
 *   the block's rows carries. A copy's rows are written first and its row of `blocks` last: that
 *   commits it.
 * - Of the committed copies of a slot the largest one counts, and no other: `visibleCopies` of
 *   `visibleCopies.ts`, which every statement over rows of blocks filters by. So a block that two
 *   ingesters wrote, in whatever batches, counts once, with the figures of one of them in all
 *   tables; a block whose ingester was killed is not seen at all and is written again as another
 *   copy; and a fork that replaces another is seen in its place at once.
 * - Nothing depends on the server's own deduplication of inserts, whose window is finite: a failed
 *   insert is never sent again under the same copy. ReplacingMergeTree drops what a network repeats.
 *   Rows of copies that do not count leave with their partition.
 * - Addresses, providers and bots are 64-bit hashes of their texts (`hashedIds.ts`), 0 being "none",
 *   so that all ingesters give the same ids without asking each other; `names` and `places` tell what
 *   they stand for, and are written before the rows that hold them.
 * - Prices, pools and vaults are not of a block: of each the row with the highest version counts
 *   (`FINAL`), the newest by chain time or slot.
 *
 * Times are Unix seconds of the chain; columns that end in `_ms` Unix milliseconds of the server.
 */

/** Raised when a table changes; what leads there is in `schemaUpgrades`. */
export const schemaVersion = 1;

/** What a column of texts has. */
const text = 'String';

type ColumnType = 'UInt8' | 'UInt16' | 'UInt32' | 'UInt64' | 'Float64' | 'String';

interface Table {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Rows alike in these are one. */
  readonly key: readonly string[];
  /** The highest counts; left out where such rows are equal. */
  readonly version?: string;
  /** Unix seconds that say the day of the partition, and when rows leave. */
  readonly time?: string;
  /** How long rows stay: as rows, or as totals by minute. */
  readonly retention?: 'rows' | 'rollups';
  /** What a cluster distributes rows by: a block's rows are together. */
  readonly shardBy: string;
  /** Columns that the server fills in. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly indexes?: readonly string[];
}

const nowMs = 'toUnixTimestamp64Milli(now64(3))';

/** The first three columns of the rows of a block. */
export const blockColumns = { slot: 'UInt32', copy: 'UInt64', time: 'UInt32' } as const;

export const tables = {
  /** One row for each committed copy of a block. */
  blocks: {
    columns: {
      ...blockColumns,
      blockhash: 'String',
      transactions: 'UInt32',
      votes: 'UInt32',
      unreadable: 'UInt32',
      arbitrages: 'UInt32',
      added_ms: 'UInt64',
    },
    key: ['slot', 'copy'],
    time: 'time',
    retention: 'rollups',
    shardBy: 'slot',
    defaults: { added_ms: nowMs },
    indexes: ['added_ms_index added_ms TYPE minmax GRANULARITY 1'],
  },

  /** As DuckDB's (`duckdb/tables.ts`); `detail` has texts in place of numbers. */
  transactions: {
    columns: {
      ...blockColumns,
      position: 'UInt32',
      signature: 'String',
      type: 'UInt8',
      is_success: 'UInt8',
      wallet: 'UInt64',
      bot: 'UInt64',
      provider: 'UInt64',
      fee_lamports: 'UInt64',
      tip_lamports: 'UInt64',
      fee_bucket: 'UInt16',
      tip_bucket: 'UInt16',
      compute_units: 'UInt32',
      base: 'UInt64',
      base_input: 'UInt64',
      revenues_usd: 'Float64',
      profits_usd: 'Float64',
      net_gains_sol: 'Float64',
      volume_usd: 'Float64',
      volume_sol: 'Float64',
      detail: text,
    },
    key: ['time', 'slot', 'copy', 'position'],
    time: 'time',
    retention: 'rows',
    shardBy: 'slot',
    indexes: [
      'signature_index signature TYPE bloom_filter(0.001) GRANULARITY 4',
      'wallet_index wallet TYPE bloom_filter(0.01) GRANULARITY 4',
    ],
  },

  tips: {
    columns: {
      ...blockColumns,
      position: 'UInt32',
      wallet: 'UInt64',
      provider: 'UInt64',
      mint: 'UInt64',
      amount: 'UInt64',
      bucket: 'UInt16',
      compute_units: 'UInt32',
      base_input: 'UInt64',
    },
    key: ['time', 'slot', 'copy', 'position', 'provider', 'mint'],
    time: 'time',
    retention: 'rows',
    shardBy: 'slot',
  },

  credits: {
    columns: {
      ...blockColumns,
      position: 'UInt32',
      wallet: 'UInt64',
      base: 'UInt64',
      place_credit: 'UInt64',
      revenues_usd: 'Float64',
      profits_usd: 'Float64',
      volume_usd: 'Float64',
    },
    key: ['time', 'slot', 'copy', 'position', 'place_credit'],
    time: 'time',
    retention: 'rows',
    shardBy: 'slot',
  },

  stops: {
    columns: { ...blockColumns, position: 'UInt32', place: 'UInt64' },
    key: ['time', 'slot', 'copy', 'position', 'place'],
    time: 'time',
    retention: 'rows',
    shardBy: 'slot',
  },

  /** What anybody traded of a mint in a block. */
  trades: {
    columns: { ...blockColumns, mint: 'UInt64', volume_usd: 'Float64' },
    key: ['time', 'slot', 'copy', 'mint'],
    time: 'time',
    retention: 'rows',
    shardBy: 'slot',
  },

  /** Texts of hashes. `day`: Unix day of the last writing, which is repeated while one is in use. */
  names: {
    columns: { id: 'UInt64', name: 'String', day: 'UInt32' },
    key: ['id'],
    version: 'day',
    shardBy: 'id',
  },
  places: {
    columns: { id: 'UInt64', token: 'UInt64', amm: 'UInt64', pool: 'UInt64', day: 'UInt32' },
    key: ['id'],
    version: 'day',
    shardBy: 'id',
  },

  /**
   * Blocks that a source left out, by minute. Rows of one writer add up; of several writers, which
   * left out the same blocks, the largest sum counts.
   */
  left_out: {
    columns: { minute: 'UInt32', writer: 'UInt64', part: 'UInt32', blocks: 'UInt32' },
    key: ['minute', 'writer', 'part'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'minute',
  },

  /** Newest price of a mint; 0 where there is none. `swaps` as in `duckdb/tables.ts`. */
  prices: {
    columns: {
      mint: 'String',
      price: 'Float64',
      time: 'UInt32',
      digits: 'UInt8',
      swaps: 'String',
      added_ms: 'UInt64',
    },
    key: ['mint'],
    version: 'time',
    shardBy: 'cityHash64(mint)',
    defaults: { added_ms: nowMs },
  },

  /**
   * What blocks show of a pool, each part by itself, since the newest of each counts:
   * `mints` (JSON; the longest list), `lookup_table` (address) and `swap` (JSON), by slot.
   */
  pool_parts: {
    columns: {
      pool: 'String',
      part: 'String',
      program: 'String',
      value: 'String',
      version: 'UInt64',
      added_ms: 'UInt64',
    },
    key: ['pool', 'part'],
    version: 'version',
    shardBy: 'cityHash64(pool)',
    defaults: { added_ms: nowMs },
  },
  vaults: {
    columns: {
      pool: 'String',
      vault: 'String',
      mint: 'String',
      amount: 'UInt64',
      slot: 'UInt32',
      added_ms: 'UInt64',
    },
    key: ['pool', 'vault'],
    version: 'slot',
    shardBy: 'cityHash64(pool)',
    defaults: { added_ms: nowMs },
  },

  /**
   * Totals of whole hours, by minute: what is left when rows have gone. Written again when an hour
   * gets more blocks; of an hour the rows count whose `run` is the largest in `rollup_runs`.
   */
  minute_totals: {
    columns: {
      minute: 'UInt32',
      run: 'UInt64',
      type: 'UInt8',
      is_success: 'UInt8',
      /** Of those with net gains above 0. */
      is_gain: 'UInt8',
      wallet: 'UInt64',
      bot: 'UInt64',
      provider: 'UInt64',
      base: 'UInt64',
      transactions: 'UInt32',
      fee_lamports: 'UInt64',
      tip_lamports: 'UInt64',
      revenues_usd: 'Float64',
      profits_usd: 'Float64',
      net_gains_sol: 'Float64',
      volume_usd: 'Float64',
      volume_sol: 'Float64',
    },
    key: ['minute', 'run', 'type', 'is_success', 'is_gain', 'wallet', 'bot', 'provider', 'base'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'intDiv(minute, 3600)',
  },
  minute_credits: {
    columns: {
      minute: 'UInt32',
      run: 'UInt64',
      base: 'UInt64',
      place_credit: 'UInt64',
      transactions: 'UInt32',
      revenues_usd: 'Float64',
      profits_usd: 'Float64',
      volume_usd: 'Float64',
    },
    key: ['minute', 'run', 'base', 'place_credit'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'intDiv(minute, 3600)',
  },
  minute_trades: {
    columns: { minute: 'UInt32', run: 'UInt64', mint: 'UInt64', volume_usd: 'Float64' },
    key: ['minute', 'run', 'mint'],
    time: 'minute',
    retention: 'rollups',
    shardBy: 'intDiv(minute, 3600)',
  },
  /** The row that commits a run over an hour; `blocks`: how many it summed up. */
  rollup_runs: {
    columns: { hour: 'UInt32', run: 'UInt64', blocks: 'UInt32' },
    key: ['hour', 'run'],
    time: 'hour',
    retention: 'rollups',
    shardBy: 'intDiv(hour, 3600)',
  },

  /** What is recorded of the store: of `version`, `source`, `chain`, `identity`, `retention`. */
  store_info: {
    columns: { key: 'String', value: 'String', added_ms: 'UInt64' },
    key: ['key', 'value'],
    version: 'added_ms',
    shardBy: 'cityHash64(key)',
    defaults: { added_ms: nowMs },
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export type ColumnsOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string;

/** Tables whose rows belong to a block, in no order; `blocks` itself is not among them. */
export const blockTables = ['transactions', 'tips', 'credits', 'stops', 'trades'] as const;
export type BlockTable = (typeof blockTables)[number];

/** The columns that an insert gives, in their order. */
export function columnsOf(name: TableName): string[] {
  const { columns, defaults = {} }: Table = tables[name];
  return Object.keys(columns).filter((column) => !(column in defaults));
}

/** How long what stays, in days of chain time; `null`: for ever. */
export interface StoreRetention {
  readonly rowDays: number | null;
  readonly rollupDays: number | null;
}

/** How statements write names of tables (`ClickHouseDatabase`). */
export interface SchemaTarget {
  readonly onCluster: string;
  table(name: string, options?: { readonly isLocal?: boolean }): string;
  readonly target: { readonly cluster: string | null; readonly database: string };
}

/** What makes a table: on a cluster its part on each server, and one over all of them. */
export function createStatements(
  name: TableName,
  store: SchemaTarget,
  retention: StoreRetention,
): string[] {
  const { columns, key, version, time, shardBy, defaults = {}, indexes = [] }: Table = tables[name];
  const { cluster, database } = store.target;
  const lines = Object.entries(columns).map(([column, type]) => {
    const value = defaults[column];
    return `${column} ${type}${value === undefined ? '' : ` DEFAULT ${value}`}${codecOf(column)}`;
  });
  const body = [...lines, ...indexes.map((index) => `INDEX ${index}`)].join(', ');
  const engine =
    cluster === null
      ? `ReplacingMergeTree(${version ?? ''})`
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/${database}/${name}', '{replica}'${version === undefined ? '' : `, ${version}`})`;
  const ttl = ttlOf(name, retention);
  const local = `CREATE TABLE IF NOT EXISTS ${store.table(name, { isLocal: true })}${store.onCluster}
    (${body}) ENGINE = ${engine}
    ${time === undefined ? '' : `PARTITION BY intDiv(${time}, 86400)`}
    ORDER BY (${key.join(', ')})
    ${ttl === null ? '' : `TTL ${ttl}`}
    SETTINGS index_granularity = 8192${time === undefined ? '' : ', ttl_only_drop_parts = 1'}`;
  if (cluster === null) return [local];
  return [
    local,
    `CREATE TABLE IF NOT EXISTS ${store.table(name)}${store.onCluster}
     AS ${store.table(name, { isLocal: true })}
     ENGINE = Distributed(\`${cluster}\`, \`${database}\`, \`${name}_local\`, ${shardBy})`,
  ];
}

/** Texts and JSON are many times smaller so, and seldom read. */
const codecOf = (column: string): string =>
  column === 'detail' || column === 'swaps' || column === 'value' ? ' CODEC(ZSTD(3))' : '';

/** Days that a text outlasts the rows that hold its hash: it is written again once a day. */
const nameSlackDays = 3;

/** When rows of a table leave; `null`: never. */
export function ttlOf(name: TableName, { rowDays, rollupDays }: StoreRetention): string | null {
  const { time, retention }: Table = tables[name];
  if (name === 'names' || name === 'places') {
    if (rowDays === null || rollupDays === null) return null;
    return `toDateTime(day * 86400) + INTERVAL ${Math.max(rowDays, rollupDays) + nameSlackDays} DAY`;
  }
  const days = retention === 'rows' ? rowDays : retention === 'rollups' ? rollupDays : null;
  return days === null || time === undefined ? null : `toDateTime(${time}) + INTERVAL ${days} DAY`;
}

/** What makes a store of a version one of the next; each statement may run twice. */
export const schemaUpgrades: Readonly<Record<number, (store: SchemaTarget) => readonly string[]>> =
  {};
