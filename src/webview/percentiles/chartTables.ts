import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { formatCount, formatUtcTime } from '../../api/format.ts';
import { element } from '../dom.ts';
import { type PercentileResponse, seriesKey, smallSampleSize } from '../messages/percentiles.ts';
import { scrollingTable, table } from '../tables.ts';
import type { ChartGroup, ChartModel } from './chartModel.ts';
import { formatWindow } from './labels.ts';
import { formatPercentile } from './percentileAt.ts';
import { percentileHistory } from './percentileHistory.ts';

/** Every figure of the pictures, one table for each pair of axes. */
export const percentileTables = ({ groups }: ChartModel): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ response, lines }) =>
      seriesTable(
        t(
          '{0}, in {1}, answered {2}',
          formatWindow(response.windowSeconds),
          group.display.title,
          formatUtcTime(response.answeredAtMilliseconds),
        ),
        [t('Provider'), t('Transactions'), ...percentileKeys],
        lines.map((line) => ({
          name: line.label,
          key: line.key,
          cells: [
            sampleCell(line.series.sample),
            ...line.values.map((amount) =>
              amount === null ? emptyCell : group.display.formatWithoutUnit(amount),
            ),
          ],
        })),
      ),
    ),
  );

/** The same for one percentile over time: a row for each time, a column for each line. */
export const historyTables = (
  { groups }: ChartModel,
  kept: readonly (readonly PercentileResponse[])[],
  percent: number,
): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ response, lines }, column) =>
      seriesTable(
        t(
          '{0} over time, {1}, in {2}',
          formatPercentile(percent),
          formatWindow(response.windowSeconds),
          group.display.title,
        ),
        [t('Time'), ...lines.map(({ label }) => label)],
        (kept[column] ?? [])
          .map((each) => ({
            name: formatUtcTime(each.answeredAtMilliseconds),
            key: String(each.answeredAtMilliseconds),
            cells: lines.map(({ key }) => historyCell(group, each, key, percent)),
          }))
          .toReversed(),
      ),
    ),
  );

function historyCell(
  group: ChartGroup,
  answer: PercentileResponse,
  key: string,
  percent: number,
): string {
  const series = answer.series.filter((each) => seriesKey(each) === key);
  const [point] = percentileHistory([{ ...answer, series }], percent).get(key) ?? [];
  if (point === undefined) return emptyCell;
  const figure = group.display.formatWithoutUnit(point.amount * group.display.factor);
  return point.isSmallSample ? t('{0} (few)', figure) : figure;
}

const emptyCell = '—';

const sampleCell = (sample: number): string =>
  sample < smallSampleSize ? t('{0} (few)', formatCount(sample)) : formatCount(sample);

interface Row {
  readonly name: string;
  readonly key: string;
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
