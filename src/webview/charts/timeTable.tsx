import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { joinLabel } from '../../api/join.ts';
import { ScrollRegion, Table } from '../components/table.tsx';
import { formatAmount, formatInterval } from './readInterval.ts';
import { intervalStart, type TimeChartData } from './timeChartData.ts';

interface TimeTableProps {
  readonly caption: string;
  readonly data: TimeChartData;
}

/** Every figure of a chart over time; newest interval first. */
export function TimeTable({ caption, data }: TimeTableProps) {
  const columns = data.rows.flatMap((row) => row.series.map((_, at) => ({ row, at })));
  const rows = useMemo(() => data.isUnknown.map((_, at) => rowOf(at)).reverse(), [data]);
  const heads = columns.map(({ row, at }) => ({
    name: joinLabel(row.title, row.series[at]?.label ?? ''),
    isFigure: true,
  }));
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={[{ name: t('Time') }, ...heads]}>
        {rows}
      </Table>
    </ScrollRegion>
  );

  function rowOf(index: number) {
    const isUnknown = data.isUnknown[index] === true;
    return (
      <tr key={intervalStart(data, index)}>
        <th scope="row" class="row-name">
          {formatInterval(data, index)}
        </th>
        {columns.map(({ row, at }, column) => (
          <td key={column} class={isUnknown ? 'figure dim' : 'figure'}>
            {isUnknown ? t('unknown') : formatAmount(row, at, index)}
          </td>
        ))}
      </tr>
    );
  }
}
