import { LRUCache } from 'lru-cache';
import type { HistoryPoint } from '../../../api/arbscope/history.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import type { HistorySnapshot } from '../../store/reads/historyReads.ts';

export type Figures = Omit<HistoryPoint, 'time' | 'coverage'>;

export interface HistoryPeriod extends TimeWindow {
  /** Seconds. */
  readonly interval: number;
}

interface Series extends Pick<HistorySnapshot, 'newest' | 'revision' | 'rowsFromSeconds'> {
  readonly figures: ReadonlyMap<number, Figures | undefined>;
}

const maxSeries = 16;
/** Per series; a store without retention limit has any number. */
const maxIntervals = 8_000;

/** Past intervals rarely change, and their percentiles are the slowest read. */
export class HistoryCache {
  readonly #series = new LRUCache<string, Series>({ max: maxSeries });

  /** The period begins at the start of an interval. `compute` reads a window of intervals; its result may lack only those without a row. */
  async figuresOf(
    filterKey: string,
    period: HistoryPeriod,
    snapshot: Pick<HistorySnapshot, 'newest' | 'revision' | 'rowsFromSeconds' | 'changedIntervals'>,
    compute: (window: TimeWindow) => Promise<ReadonlyMap<number, Figures>>,
  ): Promise<ReadonlyMap<number, Figures | undefined>> {
    const { fromSeconds, toSeconds, interval } = period;
    const { newest, revision, rowsFromSeconds } = snapshot;
    const key = `${interval} ${filterKey}`;
    const former = this.#series.get(key);
    const isUsable = former?.revision === revision && former.figures.size <= maxIntervals;
    const figures = new Map<number, Figures | undefined>(isUsable ? former.figures : []);
    if (isUsable) {
      for (const start of await snapshot.changedIntervals(former.newest, interval)) {
        figures.delete(start);
      }
      // Totals have replaced the rows of these intervals since; a new cache would read the totals.
      for (const start of figures.keys()) {
        const isPast = start < (rowsFromSeconds ?? 0);
        if (isPast && start + interval > (former.rowsFromSeconds ?? 0)) figures.delete(start);
      }
    }
    const last = toSeconds - (toSeconds % interval);
    const isLastWhole = last + interval - 1 === toSeconds;
    if (!isLastWhole) figures.delete(last);
    const missing: number[] = [];
    for (let start = fromSeconds; start <= toSeconds; start += interval) {
      if (!figures.has(start)) missing.push(start);
    }
    const [first] = missing;
    if (first !== undefined) {
      const end = Math.min((missing.at(-1) ?? first) + interval - 1, toSeconds);
      const computed = await compute({ fromSeconds: first, toSeconds: end });
      for (let start = first; start <= end; start += interval) {
        figures.set(start, computed.get(start));
      }
    }
    const whole = new Map(figures);
    if (!isLastWhole) whole.delete(last);
    this.#series.set(key, { newest, revision, rowsFromSeconds, figures: whole });
    return figures;
  }
}
