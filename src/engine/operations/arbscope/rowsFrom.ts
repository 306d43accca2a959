import type { StoreReader } from '../../store/storeReader.ts';

/** The member of a response whose period begins before the rows do; Unix seconds. */
export const rowsFrom = (
  { rowsFromSeconds }: Pick<StoreReader, 'rowsFromSeconds'>,
  periodFromSeconds: number | null,
): { readonly rows_from?: string } =>
  rowsFromSeconds === null || periodFromSeconds === null || periodFromSeconds >= rowsFromSeconds
    ? {}
    : { rows_from: new Date(rowsFromSeconds * 1_000).toISOString() };
