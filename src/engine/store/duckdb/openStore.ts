import type { StoreReader } from '../storeReader.ts';
import type { StoreSource } from '../storeSource.ts';
import type { StoreWriter } from '../storeWriter.ts';
import { DuckDbStore } from './duckdbStore.ts';
import type { Retention } from './retention.ts';

export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** Ignored for recorded blocks, which are kept forever. */
  readonly retention: Retention;
  readonly source: StoreSource;
}

export interface OpenedStore {
  readonly reader: StoreReader;
  /** `null` if other processes write the store. */
  readonly writer: StoreWriter | null;
  /** Throws a MarketError if the store has blocks of another chain. Empty text: chain unknown. */
  checkNodeChain?(chain: string): void;
  /** Reads what other processes have written since; missing if only this process writes. */
  refresh?(): Promise<void>;
  close(): Promise<void>;
}

/** For a store that only this process uses. Throws a MarketError with advice. */
export async function openStore({ path, retention, source }: StoreOptions): Promise<OpenedStore> {
  const store = await DuckDbStore.open(path, retention, source);
  return { reader: store, writer: store, close: () => store.close() };
}
