/** Block times are estimates of the validators, and clocks differ; but not by this much. */
export const clockDifferenceSeconds = 600;

/** A time window in Unix seconds, inclusive. */
export interface TimeWindow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}
