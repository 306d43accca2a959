import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import { checkStoreSource, type StoreSource } from '../storeSource.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { noIndexError } from './database/clickHouseErrors.ts';
import { createStatements, type StoreRetention, ttlOf } from './database/createStatements.ts';
import { columnsOf, schemaVersion, type TableName, tables } from './database/schema.ts';
import { schemaUpgrades } from './database/schemaUpgrades.ts';

const tableNames = Object.keys(tables) as TableName[];

const defaultRetention: StoreRetention = { rowDays: 30, rollupDays: 365 };
const keepAll: StoreRetention = { rowDays: null, rollupDays: null };

export interface StoreInfo {
  readonly version: number;
  readonly identity: string;
  readonly source: StoreSource | null;
  readonly retention: StoreRetention;
}

type InfoKey = 'version' | 'source' | 'chain' | 'identity' | 'retention';

/** Creates and upgrades the tables. Safe to run concurrently. Throws a MarketError. */
export async function prepareStore(
  database: ClickHouseDatabase,
  source: StoreSource,
): Promise<StoreInfo> {
  const isMade = await isMadeOnCluster(database);
  await database.createDatabase({ isMade });
  await createTables(database, ['store_info'], defaultRetention, isMade);
  const known = await readInfo(database);
  const version = known.version === undefined ? schemaVersion : Number(known.version);
  checkVersion(database, version);
  const held = retentionOf(known.retention);
  // Deleted rows of a recording could not be fetched again.
  const usual = source.kind === 'recorded' ? keepAll : defaultRetention;
  const wanted = retentionWith(database.target, held ?? usual);
  // Resumes an interrupted run: statements use `IF NOT EXISTS`.
  await createTables(database, tableNames, wanted, isMade);
  for (let from = version; from < schemaVersion; from++) {
    for (const sql of schemaUpgrades[from]?.(database) ?? []) await database.define(sql);
  }
  if (known.version !== String(schemaVersion)) {
    await writeInfo(database, 'version', String(schemaVersion));
  }
  if (held !== null && JSON.stringify(held) !== JSON.stringify(wanted)) {
    await changeRetention(database, held, wanted);
  }
  if (known.retention !== JSON.stringify(wanted)) {
    await writeInfo(database, 'retention', JSON.stringify(wanted));
  }
  if (known.identity === undefined) {
    await writeInfo(database, 'identity', randomUUID().replaceAll('-', ''));
  }
  if (known.source === undefined) await writeInfo(database, 'source', source.kind);
  await confirmStoreChain(database, source);
  return await readStoreInfo(database);
}

/** For readers, which may not change tables: only ingesters upgrade them. */
export async function readUpgradedInfo(database: ClickHouseDatabase): Promise<StoreInfo> {
  const info = await readStoreInfo(database);
  if (info.version === schemaVersion) return info;
  throw new MarketError(
    'service-failing',
    t(
      '{0} is from an earlier version. Start arbscope ingest of this version, which upgrades it.',
      database.target.label,
    ),
  );
}

/** Throws a MarketError if the store does not exist or has a newer version. */
async function readStoreInfo(database: ClickHouseDatabase): Promise<StoreInfo> {
  const known = await readInfo(database);
  if (known.version === undefined || known.identity === undefined) {
    throw noIndexError(database.target.label);
  }
  checkVersion(database, Number(known.version));
  return {
    version: Number(known.version),
    identity: known.identity,
    source: sourceOf(known),
    retention: retentionOf(known.retention) ?? defaultRetention,
  };
}

/** Throws a MarketError if the store has blocks of another chain. */
export async function confirmStoreChain(
  database: ClickHouseDatabase,
  source: StoreSource,
): Promise<void> {
  const check = async (): Promise<StoreSource | null> => {
    const held = sourceOf(await readInfo(database));
    if (held !== null) checkStoreSource(database.target.label, held, source);
    return held;
  };
  const held = await check();
  if (source.chain === '' || held?.chain === source.chain) return;
  await writeInfo(database, 'chain', source.chain);
  // Another ingester may have recorded another chain concurrently: the first one wins.
  await check();
}

async function createTables(
  database: ClickHouseDatabase,
  names: readonly TableName[],
  retention: StoreRetention,
  isMade: boolean,
): Promise<void> {
  for (const name of names) {
    for (const sql of createStatements(name, database, retention)) {
      await database.define(sql, { isMade });
    }
  }
}

/**
 * True if all tables of this version exist. An ingester then starts although a server of the
 * cluster is down, and a server added to the cluster still gets the tables.
 */
async function isMadeOnCluster(database: ClickHouseDatabase): Promise<boolean> {
  if (database.target.cluster === null) return false;
  try {
    return (await readInfo(database)).version === String(schemaVersion);
  } catch (error) {
    if (MarketError.is(error, 'not-found')) return false;
    throw error;
  }
}

/** The first value of each key, but the newest version and retention. */
async function readInfo(
  database: ClickHouseDatabase,
): Promise<{ readonly [Key in InfoKey]?: string }> {
  const rows = await database.query(
    `SELECT key, argMin(value, (added_ms, value)), argMax(value, (added_ms, value))
     FROM ${database.table('store_info')} GROUP BY key`,
  );
  return Object.fromEntries(
    rows.map(([key, first, newest]) => [
      String(key),
      String(key === 'version' || key === 'retention' ? newest : first),
    ]),
  );
}

async function writeInfo(database: ClickHouseDatabase, key: InfoKey, value: string): Promise<void> {
  await database.writeAnew(() =>
    database.insert('store_info', columnsOf('store_info'), [[key, value]]),
  );
}

function sourceOf({ source, chain = '' }: { source?: string; chain?: string }): StoreSource | null {
  if (source === undefined) return null;
  // Only `prepareStore` writes it.
  return { kind: source as StoreSource['kind'], chain };
}

/** Retention from the store's address, with `known` as the default. */
const retentionWith = (
  { rowDays, rollupDays }: ClickHouseDatabase['target'],
  known: StoreRetention,
): StoreRetention => ({
  rowDays: rowDays === undefined ? known.rowDays : rowDays,
  rollupDays: rollupDays === undefined ? known.rollupDays : rollupDays,
});

const retentionOf = (text: string | undefined): StoreRetention | null =>
  text === undefined ? null : (JSON.parse(text) as StoreRetention);

/** Existing rows expire by the new setting with the next merge of their partition. */
async function changeRetention(
  database: ClickHouseDatabase,
  held: StoreRetention,
  wanted: StoreRetention,
): Promise<void> {
  for (const name of tableNames) {
    const ttl = ttlOf(name, wanted);
    if (ttl === ttlOf(name, held)) continue;
    await database.define(
      `ALTER TABLE ${database.table(name, { isLocal: true })}${database.onCluster}
       ${ttl === null ? 'REMOVE TTL' : `MODIFY TTL ${ttl}`}`,
    );
  }
}

function checkVersion(database: ClickHouseDatabase, version: number): void {
  if (version <= schemaVersion) return;
  throw new MarketError(
    'bad-parameter',
    t('{0} was made by a newer version. Update Arbscope.', database.target.label),
  );
}
