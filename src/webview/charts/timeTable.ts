import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { element } from '../dom.ts';
import { scrollingTable, table } from '../tables.ts';
import { formatTimeRange } from './formatTimeRange.ts';
import { formatAmount } from './readInterval.ts';
import { intervalStart, type TimeChartData } from './timeChartData.ts';

/** Newest interval first. */
export function timeTable(caption: string, data: TimeChartData): HTMLElement {
  const columns = data.rows.flatMap((row) => row.series.map((_, at) => ({ row, at })));
  const rows = data.isUnknown
    .map((isUnknown, index) =>
      element('tr', {}, [
        element('th', { scope: 'row', class: 'row-name' }, [
          formatTimeRange(intervalStart(data, index), intervalStart(data, index + 1)),
        ]),
        ...columns.map(({ row, at }) =>
          element('td', { class: isUnknown ? 'figure dim' : 'figure' }, [
            isUnknown ? t('unknown') : formatAmount(row, at, index),
          ]),
        ),
      ]),
    )
    .reverse();
  const heads = columns.map(({ row, at }) => joinLabel(row.title, row.series[at]?.label ?? ''));
  return scrollingTable(
    caption,
    table({}, caption, [t('Time'), ...heads], (at) => at > 0, rows),
  );
}
