import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import { element, svgElement } from '../dom.ts';
import { table } from '../tables.ts';
import type { GainBreakdown } from './gainBreakdown.ts';
import { formatItemAmount, formatSignedUsd } from './routeLabels.ts';
import { buildWaterfall, type WaterfallBar } from './waterfall.ts';

const width = 350;
const rowHeight = 36;
const barHeight = 20;
const labelWidth = 108;
const barsWidth = 92;
const top = 8;

/** From gross to net as bars, the figures beside them. */
export function drawWaterfall(statement: GainBreakdown): SVGSVGElement {
  const { bars, minimum, maximum } = buildWaterfall(statement);
  const height = top * 2 + bars.length * rowHeight;
  const span = maximum - minimum || 1;
  const x = (value: number) => labelWidth + 8 + ((value - minimum) / span) * barsWidth;
  const spoken = bars.map(({ item }) => `${item.label} ${formatItemAmount(item, statement.base)}`);
  return svgElement(
    'svg',
    {
      class: 'waterfall',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': t('From gross to net: {0} {1}', joinList(spoken), statement.base.label),
    },
    [
      svgElement('line', { class: 'zero', x1: x(0), y1: top - 4, x2: x(0), y2: height - top + 2 }),
      ...bars.map((bar, index) => drawBar(bar, index, bars[index + 1] ?? null, statement, x)),
    ],
  );
}

function drawBar(
  { item, from, to }: WaterfallBar,
  index: number,
  next: WaterfallBar | null,
  { base }: GainBreakdown,
  x: (value: number) => number,
): SVGGElement {
  const y = top + index * rowHeight;
  const middle = y + barHeight / 2;
  const isTotal = item.kind === 'gross' || item.kind === 'net';
  const rises = (item.inBase ?? 0) >= 0;
  const figures = `${formatItemAmount(item, base)}${item.inBase === null ? '' : ` ${base.label}`}`;
  return svgElement(
    'g',
    { class: `bar ${item.kind} ${rises ? 'rises' : 'falls'}`, 'data-item': item.kind },
    [
      svgElement('text', { class: isTotal ? 'name total' : 'name', x: labelWidth, y: middle + 4 }, [
        item.label,
      ]),
      from !== null &&
        to !== null &&
        svgElement('rect', {
          x: Math.min(x(from), x(to)),
          y,
          width: Math.max(1.5, Math.abs(x(to) - x(from))),
          height: barHeight,
        }),
      // Where the next one begins.
      to !== null &&
        next !== null &&
        next.item.kind !== 'net' &&
        svgElement('line', {
          class: 'step',
          x1: x(to),
          y1: y + barHeight,
          x2: x(to),
          y2: y + rowHeight,
        }),
      svgElement(
        'text',
        { class: isTotal ? 'figure total' : 'figure', x: width - 2, y: middle - 1 },
        [figures],
      ),
      svgElement('text', { class: 'usd', x: width - 2, y: middle + 12 }, formatSignedUsd(item.usd)),
    ],
  );
}

/** The same figures as a table. */
export function breakdownTable({ items, base }: GainBreakdown): HTMLElement {
  return table(
    { class: 'statement' },
    t('From gross to net'),
    [t('Part'), t('In {0}', base.fullLabel), 'USD'],
    (at) => at > 0,
    items.map((item) =>
      element('tr', { class: item.kind }, [
        element('th', { scope: 'row' }, item.label),
        element('td', { class: 'figure' }, formatItemAmount(item, base)),
        element('td', { class: 'figure' }, formatSignedUsd(item.usd)),
      ]),
    ),
  );
}
