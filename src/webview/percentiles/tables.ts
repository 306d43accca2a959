import { t } from '@vscode/l10n';
import { percentileKeys } from '../../interface/enumerations.ts';
import { clock, count } from '../../interface/figures.ts';
import { captionedTable } from '../captionedTable.ts';
import { element } from '../dom.ts';
import { type PercentileAnswer, seriesKey, smallSample } from '../messages/percentiles.ts';
import type { ChartGroup, ChartModel } from './chartModel.ts';
import { overTime } from './overTime.ts';
import { percentLabel } from './percentileAt.ts';
import { windowWords } from './words.ts';

/** Every figure of the pictures, one table for each pair of axes. */
export const percentileTables = ({ groups }: ChartModel): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ answer, lines }) =>
      table(
        t(
          '{0}, in {1}, answered {2}',
          windowWords(answer.windowSeconds),
          group.display.title,
          clock(answer.answeredAtMilliseconds),
        ),
        [t('Provider'), t('Transactions'), ...percentileKeys],
        lines.map((line) => ({
          name: line.label,
          key: line.key,
          cells: [
            sampleCell(line.series.sample),
            ...line.shown.map((amount) => (amount === null ? none : group.display.figure(amount))),
          ],
        })),
      ),
    ),
  );

/** The same for one percentile over time: a row for each time, a column for each line. */
export const timeTables = (
  { groups }: ChartModel,
  kept: readonly (readonly PercentileAnswer[])[],
  percent: number,
): HTMLElement[] =>
  groups.flatMap((group) =>
    group.windows.map(({ answer, lines }, column) =>
      table(
        t(
          '{0} over time, {1}, in {2}',
          percentLabel(percent),
          windowWords(answer.windowSeconds),
          group.display.title,
        ),
        [t('Time'), ...lines.map(({ label }) => label)],
        (kept[column] ?? [])
          .map((each) => ({
            name: clock(each.answeredAtMilliseconds),
            key: String(each.answeredAtMilliseconds),
            cells: lines.map(({ key }) => timeCell(group, each, key, percent)),
          }))
          .toReversed(),
      ),
    ),
  );

function timeCell(
  group: ChartGroup,
  answer: PercentileAnswer,
  key: string,
  percent: number,
): string {
  const series = answer.series.filter((each) => seriesKey(each) === key);
  const [point] = overTime([{ ...answer, series }], percent).get(key) ?? [];
  if (point === undefined) return none;
  const figure = group.display.figure(point.amount * group.display.factor);
  return point.isSmallSample ? t('{0} (few)', figure) : figure;
}

const none = '—';

const sampleCell = (sample: number): string =>
  sample < smallSample ? t('{0} (few)', count(sample)) : count(sample);

interface Row {
  readonly name: string;
  readonly key: string;
  readonly cells: readonly string[];
}

const table = (caption: string, head: readonly string[], rows: readonly Row[]): HTMLElement =>
  captionedTable(
    caption,
    head.map((name, at) =>
      element('th', { scope: 'col', class: at === 0 ? null : 'figure' }, name),
    ),
    rows.map(({ name, key, cells }) =>
      element(
        'tr',
        { 'data-series': key },
        element('th', { scope: 'row', class: 'row-name' }, element('bdi', {}, name)),
        ...cells.map((cell) => element('td', { class: 'figure' }, cell)),
      ),
    ),
  );
