import { type Clock, systemClock } from '../../http/retry.ts';
import type { BlockReader } from '../chain/blockReader.ts';
import type { SourceBlock } from '../chain/blockSource.ts';
import type { SharedBlocks } from '../store/storeWriter.ts';
import { ChainCheck, type ChainCheckOptions } from './chainCheck.ts';
import { type FilledGaps, GapFiller } from './gapFiller.ts';
import type { SegmentFilling } from './segments.ts';

export type UpkeepEvent =
  | ({ readonly kind: 'filled' } & FilledGaps)
  /** Blocks of abandoned forks were replaced. */
  | { readonly kind: 'mended'; readonly slots: number }
  /** Will be retried. */
  | { readonly kind: 'failed'; readonly error: unknown };

export interface StoreUpkeepOptions {
  readonly reader: BlockReader;
  readonly store: ChainCheckOptions['store'];
  /** Gaps stay open if missing. */
  readonly gaps: { readonly shared: SharedBlocks; readonly fillSeconds: number } | null;
  readonly index: SegmentFilling['index'];
  readonly newestSeconds: () => number | null;
  readonly lagSlots: () => number | null;
  readonly onEvent: (event: UpkeepEvent) => void;
  readonly clock?: Clock;
}

/** With a greater lag behind the tip, upkeep pauses. */
const lagMaximum = 16;
const giveWayMilliseconds = 500;
/** Average interval between two searches for gaps. */
const lookMilliseconds = 30_000;
const checkMilliseconds = 5_000;

/** Replaces blocks of abandoned forks and fills gaps, of any ingester, while following the tip. */
export class StoreUpkeep {
  readonly #options: StoreUpkeepOptions;
  readonly #clock: Clock;
  readonly #filler: GapFiller | null;
  readonly #check: ChainCheck;

  constructor(options: StoreUpkeepOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const giveWay = (signal: AbortSignal): Promise<void> => this.#giveWay(signal);
    const { gaps, ...others } = options;
    this.#filler = gaps && new GapFiller({ ...others, ...gaps, clock: this.#clock, giveWay });
    this.#check = new ChainCheck(options);
  }

  add({ slot, block }: SourceBlock): void {
    this.#check.add(slot, block);
  }

  /** Ends on abort; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const filler = this.#filler;
    await Promise.all([filler && this.#fillGaps(filler, signal), this.#mendForks(signal)]);
  }

  async #fillGaps(filler: GapFiller, signal: AbortSignal): Promise<void> {
    await this.#repeat(signal, async () => {
      const filled = await filler.fill(signal);
      if (filled.written > 0 || filled.missing > 0 || filled.firstSlot !== null) {
        this.#options.onEvent({ kind: 'filled', ...filled });
      }
      // Random, so that ingesters started together do not search at the same time.
      return filler.hasMore ? 0 : lookMilliseconds * (0.5 + this.#clock.random());
    });
  }

  async #mendForks(signal: AbortSignal): Promise<void> {
    await this.#repeat(signal, async () => {
      const slots = await this.#check.mend(signal);
      if (slots > 0) this.#options.onEvent({ kind: 'mended', slots });
      return checkMilliseconds;
    });
  }

  /** `work` returns the milliseconds until its next run. */
  async #repeat(signal: AbortSignal, work: () => Promise<number>): Promise<void> {
    while (!signal.aborted) {
      let pause: number = lookMilliseconds;
      try {
        pause = await work();
      } catch (error) {
        if (!signal.aborted) this.#options.onEvent({ kind: 'failed', error });
      }
      await this.#clock.delay(pause, signal).catch(() => undefined);
    }
  }

  /** The tip has priority, as it uses the same node, CPU and store. */
  async #giveWay(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (;;) {
      const lag = this.#options.lagSlots();
      if (lag !== null && lag <= lagMaximum) return;
      await this.#clock.delay(giveWayMilliseconds, signal);
    }
  }
}
