export const minuteSeconds = 60;

export const minuteStart = (timeSeconds: number): number =>
  timeSeconds - (timeSeconds % minuteSeconds);
