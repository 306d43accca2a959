export interface PastPeriod {
  /** Of each window. */
  readonly windowSeconds: number;
  /** Unix seconds of the oldest stored transaction. */
  readonly oldestSeconds: number;
  readonly nowSeconds: number;
  /** Windows that are known already end at these times, Unix seconds. */
  readonly knownSeconds: readonly number[];
}

const daySeconds = 86_400;
const hourSeconds = 3_600;
const halfHourSeconds = 1_800;

/**
 * Ends, in Unix seconds, of the windows of the last day that are stored in full and not known yet,
 * newest first. They are full hours or half hours, so that each is read once.
 */
export function pastWindowEnds({
  windowSeconds,
  oldestSeconds,
  nowSeconds,
  knownSeconds,
}: PastPeriod): number[] {
  const stepSeconds = windowSeconds > halfHourSeconds ? hourSeconds : halfHourSeconds;
  const first = Math.max(oldestSeconds + windowSeconds, nowSeconds - daySeconds);
  const ends: number[] = [];
  for (let end = nowSeconds - (nowSeconds % stepSeconds); end >= first; end -= stepSeconds) {
    const isKnown = knownSeconds.some((known) => Math.abs(known - end) < stepSeconds / 2);
    if (!isKnown) ends.push(end);
  }
  return ends;
}
