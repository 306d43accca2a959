/** A time window in Unix seconds, inclusive. */
export interface TimeWindow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}
