import { type Table, type TableName, tables, typeNames } from './schema.ts';

/** Retention in days of block time; `null`: forever. */
export interface StoreRetention {
  readonly rowDays: number | null;
  readonly rollupDays: number | null;
}

export interface SchemaTarget {
  readonly onCluster: string;
  table(name: string, options?: { readonly isLocal?: boolean }): string;
  readonly target: { readonly cluster: string | null; readonly database: string };
}

/** DDL of a table; on a cluster, the local tables and a distributed one over them. */
export function createStatements(
  name: TableName,
  store: SchemaTarget,
  retention: StoreRetention,
): string[] {
  const { columns, key, version, time, shardBy, defaults = {}, indexes = [] }: Table = tables[name];
  const { cluster, database } = store.target;
  const lines = Object.entries(columns).map(([column, type]) => {
    const value = defaults[column];
    return `${column} ${typeNames[type]}${value === undefined ? '' : ` DEFAULT ${value}`}${codecOf(column)}`;
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

/** Texts and JSON shrink many times and are rarely read. */
const codecOf = (column: string): string =>
  column === 'detail' || column === 'swaps' || column === 'value' ? ' CODEC(ZSTD(3))' : '';

/** Names expire later than rows, as they are only written once a day. */
const nameSlackDays = 3;

export function ttlOf(name: TableName, { rowDays, rollupDays }: StoreRetention): string | null {
  const { time, retention }: Table = tables[name];
  if (name === 'names' || name === 'places') {
    if (rowDays === null || rollupDays === null) return null;
    return `toDateTime(day * 86400) + INTERVAL ${Math.max(rowDays, rollupDays) + nameSlackDays} DAY`;
  }
  const days = retention === 'rows' ? rowDays : retention === 'rollups' ? rollupDays : null;
  return days === null || time === undefined ? null : `toDateTime(${time}) + INTERVAL ${days} DAY`;
}
