import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { element } from '../dom.ts';
import {
  type PercentileResponse,
  type ResponseHistory,
  smallSampleSize,
} from '../messages/percentiles.ts';
import { scrollingTable, table } from '../tables.ts';
import type { ChartGroup, ChartModel } from './chartModel.ts';
import { formatWindow } from './labels.ts';
import { percentileHistory } from './percentileHistory.ts';

export const percentileTables = ({ groups }: ChartModel): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ response, lines }) =>
      seriesTable(
        joinList([
          formatWindow(response.windowSeconds),
          formatUtcTime(response.answeredAtMilliseconds),
          group.display.title,
        ]),
        [t('Provider'), t('Transactions'), ...percentileKeys],
        lines.map((line) => ({
          name: line.label,
          key: line.key,
          cells: [
            sampleCell(line.series.sample, formatCount(line.series.sample)),
            ...line.values.map((amount) =>
              amount === null ? emptyCell : group.display.formatWithoutUnit(amount),
            ),
          ],
        })),
      ),
    ),
  );

/** Tables of one percentile over time: a row per time, a column per line. */
export const historyTables = (
  { groups }: ChartModel,
  history: ResponseHistory,
  percent: number,
): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ response, lines }, column) =>
      seriesTable(
        joinList([
          t('{0} over time', formatPercentile(percent)),
          formatWindow(response.windowSeconds),
          group.display.title,
        ]),
        [t('Time'), ...lines.map(({ label }) => label)],
        (history[column] ?? [])
          .map((each) => ({
            name: formatUtcTime(each.answeredAtMilliseconds),
            key: null,
            cells: lines.map(({ key }) => historyCell(group, each, key, percent)),
          }))
          .toReversed(),
      ),
    ),
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
    : sampleCell(point.sample, display.formatWithoutUnit(point.amount * display.factor));
}

const emptyCell = '—';

const sampleCell = (sample: number, text: string): string =>
  sample < smallSampleSize ? joinNote(text, t('small sample')) : text;

interface Row {
  readonly name: string;
  /** Key of a line, for its highlight; null for a time. */
  readonly key: string | null;
  readonly cells: readonly string[];
}

function seriesTable(caption: string, head: readonly string[], rows: readonly Row[]): HTMLElement {
  const lines = rows.map(({ name, key, cells }) =>
    element('tr', { 'data-series': key }, [
      element('th', { scope: 'row', class: 'row-name' }, element('bdi', {}, name)),
      ...cells.map((cell) => element('td', { class: 'figure' }, cell)),
    ]),
  );
  return scrollingTable(
    caption,
    table({}, caption, head, (at) => at > 0, lines),
  );
}
