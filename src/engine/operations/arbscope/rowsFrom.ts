import type { StoreReader } from '../../store/storeReader.ts';

/** Response member for a period (Unix seconds) that begins before the oldest row. */
export const rowsFrom = (
  { rowsFromSeconds }: Pick<StoreReader, 'rowsFromSeconds'>,
  periodFromSeconds: number | null,
): { readonly rows_from?: string } =>
  rowsFromSeconds === null || periodFromSeconds === null || periodFromSeconds >= rowsFromSeconds
    ? {}
    : { rows_from: new Date(rowsFromSeconds * 1_000).toISOString() };
