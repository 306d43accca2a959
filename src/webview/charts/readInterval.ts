import { t } from '@vscode/l10n';
import { joinClauses, joinLabel, joinList, joinNote } from '../../api/join.ts';
import { formatTimeRange } from './formatTimeRange.ts';
import { type ChartRow, intervalStart, type TimeChartData } from './timeChartData.ts';

const amountOf = ({ format, series }: ChartRow, seriesAt: number, index: number): string => {
  const value = series[seriesAt]?.values[index] ?? null;
  return value === null ? t('none') : format(value);
};

const withNote = (text: string, note: string): string =>
  note === '' ? text : joinNote(text, note);

export const formatAmount = (row: ChartRow, seriesAt: number, index: number): string =>
  withNote(amountOf(row, seriesAt, index), row.series[seriesAt]?.notes?.[index] ?? '');

/** Every figure of an interval as one line, for the pointer and the keyboard. */
export function readInterval(data: TimeChartData, index: number): string {
  const range = formatTimeRange(intervalStart(data, index), intervalStart(data, index + 1));
  if (data.isUnknown[index] === true) return joinLabel(range, t('not indexed, unknown'));
  const figures = data.rows.map((row) => {
    const amounts = row.series.map(({ label }, at) => `${label} ${amountOf(row, at, index)}`);
    // A note that applies to all series of a row is shown once.
    const notes = new Set(row.series.map(({ notes: own }) => own?.[index] ?? ''));
    return withNote(joinLabel(row.title, joinList(amounts)), joinList([...notes]));
  });
  return joinClauses([range, ...figures]);
}
