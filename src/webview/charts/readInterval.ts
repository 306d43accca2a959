import { t } from '@vscode/l10n';
import { joinClauses, joinLabel, joinList, joinNote } from '../../api/join.ts';
import { formatTimeRange } from './formatTimeRange.ts';
import { type ChartRow, intervalStart, isPartial, type TimeChartData } from './timeChartData.ts';

const amountOf = ({ format, series }: ChartRow, seriesAt: number, index: number): string => {
  const value = series[seriesAt]?.values[index] ?? null;
  return value === null ? t('none') : format(value);
};

const withNote = (text: string, note: string): string =>
  note === '' ? text : joinNote(text, note);

export const formatAmount = (row: ChartRow, seriesAt: number, index: number): string =>
  withNote(amountOf(row, seriesAt, index), row.series[seriesAt]?.notes?.[index] ?? '');

/** `net $12.06`; a row with one series needs no name. */
export const formatValue = (row: ChartRow, seriesAt: number, index: number): string => {
  const amount = amountOf(row, seriesAt, index);
  return row.series.length === 1 ? amount : `${row.series[seriesAt]?.label ?? ''} ${amount}`;
};

/** `2026-01-02 11:15 – 12:00 UTC (partial)`. */
export function formatInterval(data: TimeChartData, index: number): string {
  const range = formatTimeRange(intervalStart(data, index), intervalStart(data, index + 1));
  return withNote(range, isPartial(data, index) ? t('partial') : '');
}

/** Every figure of an interval as one line, for the pointer and the keyboard. */
export function readInterval(data: TimeChartData, index: number): string {
  const range = formatInterval(data, index);
  if (data.isUnknown[index] === true) return joinLabel(range, t('not indexed, unknown'));
  const figures = data.rows.map((row) => {
    const amounts = row.series.map(({ label }, at) => `${label} ${amountOf(row, at, index)}`);
    // A note that applies to all series of a row is shown once.
    const notes = new Set(row.series.map(({ notes: own }) => own?.[index] ?? ''));
    return withNote(joinLabel(row.title, joinList(amounts)), joinList([...notes]));
  });
  return joinClauses([range, ...figures]);
}
