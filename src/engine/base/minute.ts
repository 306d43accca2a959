/** Sums over time are kept by minute. */
export const minuteSeconds = 60;

/** The Unix second at which the minute of `timeSeconds` begins. */
export const minuteStart = (timeSeconds: number): number =>
  timeSeconds - (timeSeconds % minuteSeconds);
