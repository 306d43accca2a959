import type { StoreSource } from '../store/duckdb/storeSource.ts';
import type { BlockSource, SourceBlock, SourceToken } from './blockSource.ts';
import { SimulatedSource } from './simulated/simulatedSource.ts';

export interface StoredSourceOptions {
  /** What the store contains. */
  readonly kind: BlockSource['kind'];
  /** Where it is, without credentials. */
  readonly label: string;
  readonly tokens?: readonly SourceToken[];
}

/** In place of a source where other processes index it: no block comes from here. */
export class StoredSource implements BlockSource {
  readonly kind: BlockSource['kind'];
  readonly label: string;
  readonly now?: () => number;
  readonly #tokens: readonly SourceToken[];

  constructor({ kind, label, tokens = [] }: StoredSourceOptions) {
    this.kind = kind;
    this.label = label;
    this.#tokens = tokens;
    // A recording has no clock but its blocks.
    if (kind !== 'recorded') this.now = Date.now;
  }

  async *history(): AsyncGenerator<SourceBlock> {
    yield* [];
  }

  async *follow(): AsyncGenerator<SourceBlock> {
    yield* [];
  }

  tokens(): readonly SourceToken[] {
    return this.#tokens;
  }
}

/**
 * In place of the source of a store's blocks, with the names of tokens that the Sandbox's seed says.
 * @param label Of the store.
 */
export function createStoredSource(held: StoreSource | null, label: string): StoredSource {
  if (held === null || held.kind === 'pools') return new StoredSource({ kind: 'rpc', label });
  const { kind, chain } = held;
  const seed = Number(chain);
  const isSeeded = kind === 'sandbox' && chain !== '' && Number.isSafeInteger(seed);
  const tokens = isSeeded ? new SimulatedSource({ seed }).tokens() : [];
  return new StoredSource({ kind, label, tokens });
}
