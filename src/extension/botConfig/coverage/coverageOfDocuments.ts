import { setImmediate as nextTurn } from 'node:timers/promises';
import { createYielder } from '../../../api/createYielder.ts';
import type { MarketError } from '../../../api/marketError.ts';
import { asMarketError } from '../../backend/errorDescription.ts';
import { type Disposable, DisposableStore, Listeners } from '../../base/disposable.ts';
import {
  type ConfigCoverage,
  type Coverage,
  type CoverageQuery,
  coveredConfig,
} from './configCoverage.ts';
import type { ReadConfig } from './configSource.ts';
import { type ConfigFigures, configFigures } from './entryFigures.ts';

/** Coverage of a document, maybe of an older version; `read` says which. */
export interface DocumentCoverage {
  readonly coverage: Coverage;
  readonly query: CoverageQuery;
  readonly read: ReadConfig;
  readonly figures: ConfigFigures;
}

export interface CoverageOfDocumentsOptions {
  readonly coverage: Pick<ConfigCoverage, 'load'>;
  readonly query: () => CoverageQuery;
  /** The config of an open document; null: not a config. */
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

/** Coverage of watched documents; no other document causes requests. */
export class CoverageOfDocuments extends DisposableStore {
  readonly #options: CoverageOfDocumentsOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #listeners = new Listeners<string>();

  constructor(options: CoverageOfDocumentsOptions) {
    super();
    this.#options = options;
  }

  onChange(listener: (uri: string) => void): Disposable {
    return this.#listeners.add(listener);
  }

  get(uri: string): DocumentCoverage | null {
    return this.#watched.get(uri)?.known ?? null;
  }

  /** Sets the watched documents, and aborts the requests for others. */
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

  edited(uri: string): void {
    const { debounceMilliseconds = defaultDebounceMilliseconds } = this.#options;
    if (this.#watched.has(uri)) this.#loadIn(uri, debounceMilliseconds);
  }

  /** Clears and reloads all after a change of the connection or the query. */
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
      // The last figures remain; the panel shows the failure.
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
    // Parsing the response has used up this turn, so compute the figures in a new one.
    await nextTurn();
    const figures = await configFigures(config.config, report, createYielder());
    return { coverage: report, query: asked, read: config, figures };
  }
}
