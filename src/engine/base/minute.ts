/** What is summed up over time is summed up by the minute. */
export const minuteSeconds = 60;

/** The Unix second with which the minute of another begins. */
export const minuteStart = (timeSeconds: number): number =>
  timeSeconds - (timeSeconds % minuteSeconds);
