import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MarketError } from '../../../api/marketError.ts';
import { asMarketError } from '../../backend/errorDescription.ts';
import { type Disposable, DisposableStore, Listeners } from '../../base/disposable.ts';
import { createYielder } from '../../shared/documentScanner.ts';
import {
  type ConfigCoverage,
  type Coverage,
  type CoverageQuery,
  coveredConfig,
} from './configCoverage.ts';
import type { ReadConfig } from './configSource.ts';
import { type ConfigFigures, configFigures } from './entryFigures.ts';

/** What is known of a document: of its newest text, unless it says of which. */
export interface DocumentCoverage {
  readonly coverage: Coverage;
  readonly query: CoverageQuery;
  /** The config that it is of, which an edit may have changed since. */
  readonly read: ReadConfig;
  readonly figures: ConfigFigures;
}

export interface CoverageOfDocumentsOptions {
  readonly coverage: Pick<ConfigCoverage, 'load'>;
  readonly query: () => CoverageQuery;
  /** The config of a document that is open; null: none. */
  readonly read: (uri: string) => Promise<ReadConfig | null>;
  readonly onFailure: (uri: string, error: MarketError) => void;
  readonly debounceMilliseconds?: number;
  readonly refreshMilliseconds?: number;
}

interface Watched {
  timer: NodeJS.Timeout | undefined;
  loading: AbortController | null;
  known: DocumentCoverage | null;
}

const defaultDebounceMilliseconds = 700;
const defaultRefreshMilliseconds = 60_000;

/** Coverage of the documents that are looked at; nothing is asked for any other. */
export class CoverageOfDocuments extends DisposableStore {
  readonly #options: CoverageOfDocumentsOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #listeners = new Listeners<string>();

  constructor(options: CoverageOfDocumentsOptions) {
    super();
    this.#options = options;
  }

  /** What a document's coverage is has changed. */
  onChange(listener: (uri: string) => void): Disposable {
    return this.#listeners.add(listener);
  }

  get(uri: string): DocumentCoverage | null {
    return this.#watched.get(uri)?.known ?? null;
  }

  /** The documents that are looked at from now on; what was asked for others is given up. */
  watch(uris: ReadonlySet<string>): void {
    for (const [uri, watched] of this.#watched) {
      if (uris.has(uri)) continue;
      this.#stop(watched);
      this.#watched.delete(uri);
      this.#listeners.fire(uri);
    }
    for (const uri of uris) {
      if (this.#watched.has(uri)) continue;
      this.#watched.set(uri, { timer: undefined, loading: null, known: null });
      this.#loadIn(uri, 0);
    }
  }

  /** It was edited: soon, unless it is edited again. */
  edited(uri: string): void {
    const { debounceMilliseconds = defaultDebounceMilliseconds } = this.#options;
    if (this.#watched.has(uri)) this.#loadIn(uri, debounceMilliseconds);
  }

  /** Another connection answers, or another window is wanted. */
  reload(): void {
    for (const [uri, watched] of this.#watched) {
      watched.known = null;
      this.#listeners.fire(uri);
      this.#loadIn(uri, 0);
    }
  }

  override dispose(): void {
    this.watch(new Set());
    super.dispose();
  }

  #stop(watched: Watched): void {
    clearTimeout(watched.timer);
    watched.loading?.abort();
    watched.loading = null;
  }

  #loadIn(uri: string, milliseconds: number): void {
    const watched = this.#watched.get(uri);
    if (watched === undefined) return;
    this.#stop(watched);
    watched.timer = setTimeout(() => void this.#load(uri, watched), milliseconds);
    watched.timer.unref();
  }

  async #load(uri: string, watched: Watched): Promise<void> {
    const { refreshMilliseconds = defaultRefreshMilliseconds } = this.#options;
    const loading = new AbortController();
    watched.loading = loading;
    try {
      const known = await this.#ask(uri, loading.signal);
      if (loading.signal.aborted) return;
      watched.known = known;
      this.#listeners.fire(uri);
    } catch (thrown) {
      // What is shown stays; the panel says what is wrong.
      if (!loading.signal.aborted) this.#options.onFailure(uri, asMarketError(thrown));
    }
    if (!loading.signal.aborted) this.#loadIn(uri, refreshMilliseconds);
  }

  async #ask(uri: string, signal: AbortSignal): Promise<DocumentCoverage | null> {
    const { coverage, query, read } = this.#options;
    const config = await read(uri);
    if (config === null || signal.aborted) return null;
    const asked = query();
    const report = await coverage.load(coveredConfig(config.config), asked, { signal });
    // What was received has just been read: the figures have a turn of their own.
    await nextTurn();
    const figures = await configFigures(config.config, report, createYielder());
    return { coverage: report, query: asked, read: config, figures };
  }
}
