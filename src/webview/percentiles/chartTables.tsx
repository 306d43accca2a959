import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { type PercentileKey, percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { PercentileResponse, ResponseHistory } from '../messages/percentiles.ts';
import type { ChartGroup, ChartLine, ChartModel } from './chartModel.ts';
import { SeriesElement } from './highlight.tsx';
import { formatWindow } from './labels.ts';
import { percentileHistory } from './percentileHistory.ts';

interface PercentileTablesProps {
  readonly model: ChartModel;
}

/** A row per line, with all its percentiles. */
export const PercentileTables = ({ model: { groups } }: PercentileTablesProps) => (
  <>
    {groups.map((group) =>
      group.windows.map(({ response, lines }, column) => (
        <FigureTable
          key={`${group.key} ${column}`}
          caption={joinList([
            formatWindow(response.windowSeconds),
            formatUtcTime(response.answeredAtMilliseconds),
            group.display.title,
          ])}
          columns={percentileColumns()}
        >
          {lines.map((line) => (
            <SeriesElement tag="tr" key={line.key} data-series={line.key}>
              <Cells name={line.label} cells={percentileCells(line, group)} />
            </SeriesElement>
          ))}
        </FigureTable>
      )),
    )}
  </>
);

const percentileColumns = (): readonly Column[] => [
  { name: t('Provider') },
  { name: t('Transactions'), isFigure: true },
  ...percentileKeys.map((name): Column => ({ name, isFigure: true, room: percentileRoom(name) })),
];

function percentileRoom(key: PercentileKey): Column['room'] {
  if (key === 'p50' || key === 'p95') return undefined;
  return key === 'p99' ? 'medium' : 'wide';
}

const percentileCells = ({ series, values }: ChartLine, { display }: ChartGroup) => [
  withSampleNote(series.sample, formatCount(series.sample)),
  ...values.map((amount) => (amount === null ? emptyCell : display.formatWithoutUnit(amount))),
];

interface HistoryTablesProps extends PercentileTablesProps {
  /** Responses of each window, oldest first. */
  readonly history: ResponseHistory;
  readonly percent: number;
}

/** One percentile over time: a row per time, newest first, and a column per line. */
export const HistoryTables = ({ model: { groups }, history, percent }: HistoryTablesProps) => (
  <>
    {groups.map((group) =>
      group.windows.map(({ response, lines }, column) => (
        <FigureTable
          key={`${group.key} ${column}`}
          caption={joinList([
            t('{0} over time', formatPercentile(percent)),
            formatWindow(response.windowSeconds),
            group.display.title,
          ])}
          columns={[
            { name: t('Time') },
            ...lines.map(({ label }) => ({ name: label, isFigure: true })),
          ]}
        >
          {(history[column] ?? []).toReversed().map((each, at) => (
            <tr key={at}>
              <Cells
                name={formatUtcTime(each.answeredAtMilliseconds)}
                cells={lines.map(({ key }) => historyCell(group, each, key, percent))}
              />
            </tr>
          ))}
        </FigureTable>
      )),
    )}
  </>
);

function historyCell(
  { display }: ChartGroup,
  response: PercentileResponse,
  key: string,
  percent: number,
): string {
  const [point] = percentileHistory([response], key, percent);
  return point === undefined || point === null
    ? emptyCell
    : withSampleNote(point.sample, display.formatWithoutUnit(point.amount * display.factor));
}

const emptyCell = '—';

const withSampleNote = (sample: number, text: string): string =>
  sample < smallSampleSize ? joinNote(text, t('small sample')) : text;

interface FigureTableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}

const FigureTable = ({ caption, columns, children }: FigureTableProps) => (
  <ScrollRegion label={caption}>
    <Table caption={caption} columns={columns}>
      {children}
    </Table>
  </ScrollRegion>
);

const Cells = ({ name, cells }: { readonly name: string; readonly cells: readonly string[] }) => (
  <>
    <th scope="row" class="row-name">
      <bdi>{name}</bdi>
    </th>
    {cells.map((cell, at) => (
      <td key={at} class="figure">
        {cell}
      </td>
    ))}
  </>
);
