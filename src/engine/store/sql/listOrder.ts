import type { PageCursor } from '../reads/arbitrageReads.ts';
import type { RowFilter } from './rowFilter.ts';
import type { SqlRead } from './sqlRead.ts';

export const orderSql = (
  order: PageCursor['order'],
  { rowNumber }: Pick<SqlRead, 'rowNumber'>,
): string =>
  order === 'time'
    ? `ORDER BY slot DESC, position DESC, ${rowNumber} DESC`
    : `ORDER BY profits_nanocents DESC, ${rowNumber} DESC`;

export function addBehind(
  rows: RowFilter,
  cursor: PageCursor | undefined,
  { rowNumber }: Pick<SqlRead, 'rowNumber'>,
): RowFilter {
  if (cursor === undefined) return rows;
  const { row } = cursor;
  if (cursor.order === 'gain') {
    const { nanocents } = cursor;
    return rows
      .atMost('profits_nanocents', nanocents)
      .matches(`(profits_nanocents < ${nanocents} OR ${rowNumber} < ${row})`);
  }
  const { slot, position } = cursor;
  return rows
    .atMost('slot', slot)
    .matches(
      `(slot < ${slot} OR position < ${position} OR position = ${position} AND ${rowNumber} < ${row})`,
    );
}
