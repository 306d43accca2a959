import { type PercentileResponse, seriesKey, smallSampleSize } from '../messages/percentiles.ts';
import { percentileAt } from './percentileAt.ts';

/** One value of a line at a time. */
interface HistoryPoint {
  readonly atMilliseconds: number;
  /** As the service gives it, or between two of its percentiles. */
  readonly amount: number;
  readonly sample: number;
  readonly isSmallSample: boolean;
}

/**
 * A chosen percentile over time, from every answer that was kept: the points of each line, rising
 * in time, by the line's key.
 */
export function percentileHistory(
  answers: readonly PercentileResponse[],
  percent: number,
): ReadonlyMap<string, readonly HistoryPoint[]> {
  const lines = new Map<string, HistoryPoint[]>();
  const sorted = [...answers].sort((a, b) => a.answeredAtMilliseconds - b.answeredAtMilliseconds);
  for (const { answeredAtMilliseconds, series } of sorted) {
    for (const each of series) {
      if (each.sample === 0) continue;
      const reading = percentileAt(each.values, percent);
      if (reading === null) continue;
      const key = seriesKey(each);
      const points = lines.get(key) ?? [];
      lines.set(key, points);
      points.push({
        atMilliseconds: answeredAtMilliseconds,
        amount: reading.amount,
        sample: each.sample,
        isSmallSample: each.sample < smallSampleSize,
      });
    }
  }
  return lines;
}

/** Round times for an axis: whole seconds, minutes or hours, at most so many. */
export function timeTicks(
  fromMilliseconds: number,
  toMilliseconds: number,
  most: number,
): readonly number[] {
  const span = Math.max(1, toMilliseconds - fromMilliseconds);
  const step = timeSteps.find((each) => span / each <= most) ?? timeSteps.at(-1) ?? span;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMilliseconds / step) * step; at <= toMilliseconds; at += step) {
    ticks.push(at);
  }
  return ticks;
}

const timeSteps = [
  1, 5, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400,
].map((seconds) => seconds * 1_000);
