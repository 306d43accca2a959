/**
 * Response header of `serve` with the current time of its data in ISO 8601: the end of every time
 * window in the response. For recorded blocks, this lies far in the past.
 */
export const dataTimeHeader = 'x-arbscope-now';

/** Response header of `serve`: whether the figures are of a simulated market or of a real one. */
export const marketHeader = 'x-arbscope-market';

export const marketHeaderValue = (isSimulated: boolean): string =>
  isSimulated ? 'simulated' : 'real';

/** Undefined if the service does not say. */
export function parseMarketHeader(header: string | undefined): boolean | undefined {
  if (header === 'simulated') return true;
  return header === 'real' ? false : undefined;
}

/** Unix milliseconds of the header; undefined if it is missing or invalid. */
export function parseDataTime(header: string | undefined): number | undefined {
  const isIso = header !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(header);
  const time = isIso ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
