import type { StoreReader } from '../storeReader.ts';
import { DuckDbStore } from './duckdbStore.ts';

/** The names that files use which are still to move behind the typed queries. */
export const Store = DuckDbStore;
export type Store = StoreReader;
