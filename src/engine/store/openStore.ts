import { DuckDbStore } from './duckdb/duckdbStore.ts';
import type { Retention } from './duckdb/retention.ts';
import type { StoreSource } from './duckdb/storeSource.ts';
import type { StoreReader } from './storeReader.ts';
import type { StoreWriter } from './storeWriter.ts';

export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly storePath: string;
  /** How much is kept; a store of recorded blocks is kept whole whatever this says. */
  readonly retention: Retention;
  /** What it holds, or is to hold. */
  readonly source: StoreSource;
}

/** A store that is written and read in one process. */
export type Store = StoreWriter & StoreReader;

/** Opens or makes a store. Throws a MarketError that says what to do when it cannot be opened. */
export const openStore = ({ storePath, retention, source }: StoreOptions): Promise<Store> =>
  DuckDbStore.open(storePath, retention, source);
