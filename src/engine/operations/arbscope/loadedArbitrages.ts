import { throwIfCancelled, withAbort } from '../../../api/cancellation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ArbitrageColumns, ArbitrageLoader } from '../../store/reads/arbitrageColumns.ts';
import type { StoreReader } from '../../store/storeReader.ts';
import { columnsWithin, mergeColumns } from './arbitrageColumns.ts';

/** While a config is edited, requests repeat often. */
const idleMilliseconds = 60_000;
const maxKeptArbitrages = 2_500_000;
const noEnd = 0xffff_ffff;

/** With the state of the store just before the read. */
interface Loaded {
  readonly window: TimeWindow;
  readonly newestNumber: number;
  readonly revision: number;
  /** Reused for later rows, so that routes keep their indexes. */
  readonly loader: ArbitrageLoader;
  readonly columns: ArbitrageColumns;
}

/** Adds new rows; reloads everything after rows were deleted or changed. */
export class LoadedArbitrages {
  readonly #store: StoreReader;
  #loaded: Loaded | null = null;
  #forgetting: NodeJS.Timeout | undefined;
  /** Settles when no load runs: concurrent loads would read the same rows. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  /**
   * The caller must not modify the columns. Throws a MarketError of kind `bad-parameter` for too
   * many rows, `cancelled` after an abort.
   */
  async within(window: TimeWindow, options: MarketCallOptions = {}): Promise<ArbitrageColumns> {
    const { signal } = options;
    const before = this.#loading;
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    this.#loading = before.then(() => isDone);
    try {
      await withAbort(before, signal);
      throwIfCancelled(signal);
      const loaded = await this.#load(window, options);
      this.#keep(loaded);
      return columnsWithin(loaded.columns, window);
    } finally {
      done();
    }
  }

  #keep(loaded: Loaded): void {
    clearTimeout(this.#forgetting);
    this.#loaded = loaded.columns.count <= maxKeptArbitrages ? loaded : null;
    if (this.#loaded === null) return;
    this.#forgetting = setTimeout(() => {
      this.#loaded = null;
    }, idleMilliseconds).unref();
  }

  async #load(asked: TimeWindow, options: MarketCallOptions): Promise<Loaded> {
    const store = this.#store;
    const { toSeconds } = asked;
    // Older rows are being deleted, at different times on different servers.
    const fromSeconds = Math.max(asked.fromSeconds, store.rowsFromSeconds ?? 0);
    const known = { newestNumber: store.visibleRows.newest, revision: store.revision };
    const former = this.#loaded;
    const isUsable =
      former !== null &&
      former.revision === known.revision &&
      former.window.fromSeconds <= fromSeconds &&
      former.window.toSeconds >= toSeconds;
    if (isUsable && former.newestNumber === known.newestNumber) return former;
    // A window that ends now includes later rows.
    const isOpen = toSeconds >= (store.newestTimeSeconds ?? 0);
    const window = isUsable
      ? former.window
      : { fromSeconds, toSeconds: isOpen ? noEnd : toSeconds };
    const loader = isUsable ? former.loader : store.createArbitrageLoader();
    const after = isUsable ? former.newestNumber : 0;
    const columns = await loader.load({ window, after, upTo: known.newestNumber }, options);
    const whole = isUsable ? await mergeColumns(former.columns, columns) : columns;
    return { ...known, window, loader, columns: whole };
  }
}
