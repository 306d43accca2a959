/** Percentiles of smaller samples are only rough. */
export const smallSampleSize = 30;
