import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { storeVersion, type TableName, tables } from '../store/tables.ts';

/**
 * A day of a market that repeats itself, decoded beforehand: the rows of a store as Parquet files,
 * with the minute of the day in place of slot and time: its blocks hold one each. A new store takes them in a moment, where
 * decoding the day's blocks takes seconds (`loadDay.ts`).
 */
export interface SnapshotManifest {
  readonly storeVersion: number;
  readonly seed: number;
  readonly daySeconds: number;
  /** Prices and balances are there as they were at each multiple of this. */
  readonly stateSeconds: number;
  /** What the day was made by: another text means that it may be another day now. */
  readonly madeBy: string;
}

/** Written last, so that a folder without it is none. */
export const manifestFile = 'day.json';

/** Rows that are the same at any time. */
export const staticTables = ['names', 'places', 'pools'] as const satisfies TableName[];
/** Rows of transactions, with the slot and the time of their block. */
export const blockTables = ['transactions', 'tips', 'credits'] as const satisfies TableName[];
/** Rows that a state has of its own. */
export const stateTables = ['prices', 'vaults'] as const satisfies TableName[];

export type SnapshotTable =
  | (typeof staticTables)[number]
  | (typeof blockTables)[number]
  | (typeof stateTables)[number]
  | 'blocks'
  | 'trades'
  /** Swaps that the prices of a state come from: the next price follows from them. */
  | 'swaps';

export const snapshotTableFile = (folder: string, table: SnapshotTable): string =>
  path.join(folder, `${table}.parquet`);

/** A text as SQL writes it. */
export const sqlString = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Columns of a table in their order. */
export const columnNames = (table: TableName): readonly string[] => Object.keys(tables[table]);

/** What a folder holds; throws an error that says why it is of no use to this program. */
export async function readSnapshotManifest(folder: string): Promise<SnapshotManifest> {
  const facts: unknown = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8'));
  if (!isSnapshotManifest(facts)) throw new Error(`${manifestFile} does not tell what the day is`);
  if (facts.storeVersion !== storeVersion) throw new Error('it is of another version');
  return facts;
}

function isSnapshotManifest(value: unknown): value is SnapshotManifest {
  if (typeof value !== 'object' || value === null) return false;
  const numbers = ['storeVersion', 'seed', 'daySeconds', 'stateSeconds'];
  return (
    numbers.every((name) => Number.isSafeInteger(Reflect.get(value, name))) &&
    typeof Reflect.get(value, 'madeBy') === 'string'
  );
}
