/** Block times are estimates of the validators, and clocks differ; but not by this much. */
export const clockDifferenceSeconds = 600;

/** A time window in Unix seconds, inclusive. */
export interface TimeWindow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** ISO 8601 UTC of Unix seconds. */
export const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();
