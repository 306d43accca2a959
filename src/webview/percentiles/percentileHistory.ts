import { percentileAt } from '../charts/percentileAt.ts';
import { maxHistory, type PercentileResponse, seriesKey } from '../messages/percentiles.ts';

interface HistoryPoint {
  readonly atMilliseconds: number;
  /** A percentile of the service, or interpolated between two. */
  readonly amount: number;
  readonly sample: number;
}

/** Oldest first; null marks a gap without a response. */
export function percentileHistory(
  responses: readonly PercentileResponse[],
  key: string,
  percent: number,
): readonly (HistoryPoint | null)[] {
  const points: (HistoryPoint | null)[] = [];
  // A thinned-out history of a day has points up to six minutes apart, which is not a gap.
  const thinnedSeconds = responses.length < maxHistory ? 0 : 360;
  let end = 0;
  for (const { answeredAtMilliseconds, windowSeconds, series } of responses) {
    const found = series.find((each) => seriesKey(each) === key);
    const value = found === undefined ? null : percentileAt(found.values, percent);
    const isApart = answeredAtMilliseconds - Math.max(windowSeconds, thinnedSeconds) * 1_000 > end;
    end = answeredAtMilliseconds;
    if (isApart && points.length > 0) points.push(null);
    points.push(
      found === undefined || found.sample === 0 || value === null
        ? null
        : {
            atMilliseconds: answeredAtMilliseconds,
            amount: value.amount,
            sample: found.sample,
          },
    );
  }
  return points;
}
