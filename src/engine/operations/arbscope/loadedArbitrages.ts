import type { MarketCallOptions } from '../../../api/marketService.ts';
import { throwIfCancelled } from '../../base/throwIfCancelled.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { ArbitrageColumns, ArbitrageLoader } from '../../store/reads/arbitrageColumns.ts';
import type { StoreReader } from '../../store/storeReader.ts';
import { columnsWithin, mergeColumns } from './arbitrageColumns.ts';

/** Since the last request; who edits a config asks again and again. */
const idleMilliseconds = 60_000;
/** Beyond it each request loads its own. */
const maxKeptArbitrages = 2_500_000;
const noEnd = 0xffff_ffff;

/** What is in memory of one window, and what the store told just before it was read. */
interface Loaded {
  readonly window: TimeWindow;
  readonly newestNumber: number;
  readonly revision: number;
  /** Numbers what comes later as it numbered these. */
  readonly loader: ArbitrageLoader;
  readonly columns: ArbitrageColumns;
}

/**
 * The arbitrages of the window that was asked for last, kept in memory for some time: rows that have
 * come since are added, and all are loaded again when some have left or changed.
 */
export class LoadedArbitrages {
  readonly #store: StoreReader;
  #loaded: Loaded | null = null;
  #forgetting: NodeJS.Timeout | undefined;
  /** Ends when nobody loads: two at a time would load the same. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(store: StoreReader) {
    this.#store = store;
  }

  /**
   * Columns of a window, which the caller leaves as they are. Throws a MarketError of kind
   * `bad-parameter` when the window has too many, `cancelled` with the signal.
   */
  async within(window: TimeWindow, options: MarketCallOptions = {}): Promise<ArbitrageColumns> {
    const { signal } = options;
    const before = this.#loading;
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    this.#loading = before.then(() => isDone);
    try {
      await untilAborted(before, signal);
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
    // Older rows are leaving, from one server earlier than from the next.
    const fromSeconds = Math.max(asked.fromSeconds, store.rowsFromSeconds ?? 0);
    const known = { newestNumber: store.visibleRows.newest, revision: store.revision };
    const former = this.#loaded;
    const isUsable =
      former !== null &&
      former.revision === known.revision &&
      former.window.fromSeconds <= fromSeconds &&
      former.window.toSeconds >= toSeconds;
    if (isUsable && former.newestNumber === known.newestNumber) return former;
    // A window that ends now goes on with the rows that come.
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

/** Waits for what may take long, but not for longer than the signal. */
async function untilAborted(
  waited: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal === undefined) {
    await waited;
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([waited, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
