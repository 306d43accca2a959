import { setTimeout } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import type { OpenedStore } from '../store/duckdb/openStore.ts';
import {
  asMarketError,
  type IndexKeeper,
  type IndexKeeperOptions,
  retryDelayMilliseconds,
} from './indexKeeper.ts';
import { withPatience } from './withPatience.ts';

export interface StoreFollowerOptions extends IndexKeeperOptions {
  readonly store: OpenedStore;
}

/** Interval for reading a store that other processes write. */
const refreshMilliseconds = 1_000;

/** Reads what ingesters write to a store. The source is a node that provides no blocks. */
export class StoreFollower implements IndexKeeper {
  /** Already resolved: the store has all available blocks. */
  readonly firstBlock = Promise.resolve();
  readonly #options: StoreFollowerOptions;
  #isChainConfirmed = false;
  /** Why the node cannot be used; empty if it can, or if there is none. */
  #nodeProblem = '';

  constructor(options: StoreFollowerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { metrics, report, signal } = this.#options;
    await withPatience(signal, (patience) => this.#confirmNode(patience));
    await metrics.measure();
    report('ready', '');
  }

  async follow(): Promise<void> {
    await Promise.all([this.#followStore(), this.#watchNode()]);
  }

  /** On failure, reports it and keeps the data read so far. */
  async #followStore(): Promise<void> {
    const { metrics, report, signal, store } = this.#options;
    while (!signal.aborted) {
      await setTimeout(refreshMilliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const { newestSlot } = store.reader;
        await store.refresh?.();
        if (store.reader.newestSlot !== newestSlot) metrics.markBlock();
        await metrics.measure();
        report('ready', this.#nodeProblem);
      } catch (error) {
        const { message } = asMarketError(error, signal);
        report('ready', t('The store cannot be read: {0}', message));
      }
    }
  }

  /** The node must be of the store's chain. */
  async #confirmNode(signal: AbortSignal): Promise<void> {
    const { source, store } = this.#options;
    if (this.#isChainConfirmed || source.chain === undefined) return;
    store.checkNodeChain?.(await source.chain(signal));
    this.#isChainConfirmed = true;
  }

  /** Retries a node that did not respond at startup; meanwhile, the store is available. */
  async #watchNode(): Promise<void> {
    const { signal, source } = this.#options;
    let delay: number = retryDelayMilliseconds.first;
    while (!signal.aborted && !this.#isChainConfirmed && source.chain !== undefined) {
      try {
        await this.#confirmNode(signal);
        this.#nodeProblem = '';
        return;
      } catch (error) {
        const { message } = asMarketError(error, signal);
        this.#nodeProblem = t('The node cannot be used: {0}', message);
      }
      await setTimeout(delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, retryDelayMilliseconds.longest);
    }
  }
}
