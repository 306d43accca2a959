/**
 * Response header of `serve` with "now" of its data in ISO 8601, where every time window of the
 * response ends. Of recorded blocks, that is long ago.
 */
export const dataTimeHeader = 'x-arbscope-now';

/** Unix milliseconds of such a header; undefined where a service sends none, or something else. */
export function parseDataTime(header: string | undefined): number | undefined {
  const isIso = header !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(header);
  const time = isIso ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
