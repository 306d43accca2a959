import type { StoreReader } from '../storeReader.ts';
import type { StoreSource } from '../storeSource.ts';
import type { StoreWriter } from '../storeWriter.ts';
import { DuckDbStore } from './duckdbStore.ts';
import type { Retention } from './retention.ts';

export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** How much is kept; a store of recorded blocks is kept whole whatever this says. */
  readonly retention: Retention;
  /** What it holds, or is to hold. */
  readonly source: StoreSource;
}

/** What an engine has of a store. */
export interface OpenedStore {
  readonly reader: StoreReader;
  /** `null` where other processes write. */
  readonly writer: StoreWriter | null;
  /** Throws a MarketError when its blocks are not those of a node of this chain; empty: unknown. */
  checkNodeChain?(chain: string): void;
  /** Takes in what other processes have written since; left out where this one alone writes. */
  refresh?(): Promise<void>;
  /** Writes what is left and lets go of the store; every query ends. */
  close(): Promise<void>;
}

/** Opens or makes a store of this process alone. Throws a MarketError that says what to do when it cannot. */
export async function openStore({ path, retention, source }: StoreOptions): Promise<OpenedStore> {
  const store = await DuckDbStore.open(path, retention, source);
  return { reader: store, writer: store, close: () => store.close() };
}
