/** A time window in Unix seconds; both ends belong to it. */
export interface TimeWindow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}
