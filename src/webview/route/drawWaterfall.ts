import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import { element, svgElement } from '../dom.ts';
import { table } from '../tables.ts';
import { type GainBreakdown, waterfallBars } from './gainBreakdown.ts';
import { toPixel } from './routeGeometry.ts';
import { formatItemAmount, formatSignedUsd } from './routeLabels.ts';

const width = 350;
const rowHeight = 36;
const barHeight = 20;
/** Fits the longest label: a tip with its provider. */
const labelWidth = 134;
const barsWidth = 68;
const top = 8;

export function drawWaterfall(breakdown: GainBreakdown): SVGSVGElement {
  const bars = waterfallBars(breakdown);
  const values = bars.flatMap(({ ends }) => ends ?? []);
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const x = (value: number) => toPixel(labelWidth + 8 + ((value - least) / span) * barsWidth);
  const height = top * 2 + bars.length * rowHeight;
  const { label } = breakdown.base;
  const spoken = bars.map(({ item }) => `${item.label} ${formatItemAmount(item, breakdown.base)}`);
  return svgElement(
    'svg',
    {
      class: 'waterfall',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': t('From gross to net: {0} {1}', joinList(spoken), label),
    },
    [
      svgElement('line', { class: 'zero', x1: x(0), y1: top - 4, x2: x(0), y2: height - top + 2 }),
      ...bars.map(({ item, ends }, index) => {
        const y = top + index * rowHeight;
        const isTotal = item.kind === 'gross' || item.kind === 'net';
        const isFollowed = (bars[index + 1]?.item.kind ?? 'net') !== 'net';
        const amount = formatItemAmount(item, breakdown.base);
        const text = (name: string, at: number, dy: number, line: string) =>
          svgElement('text', { class: isTotal ? `${name} total` : name, x: at, y: y + dy }, line);
        return svgElement(
          'g',
          { class: `bar ${item.kind} ${(item.inBase ?? 0) >= 0 ? 'rises' : 'falls'}` },
          [
            text('name', labelWidth, 14, item.label),
            ...(ends === null ? [] : drawBar(x(ends[0]), x(ends[1]), y, isFollowed)),
            text('figure', width - 2, 9, item.inBase === null ? amount : `${amount} ${label}`),
            text('usd', width - 2, 22, formatSignedUsd(item.usd)),
          ],
        );
      }),
    ],
  );
}

/** A bar, and a line down to the start of the next one. */
const drawBar = (from: number, to: number, y: number, isFollowed: boolean) => [
  svgElement('rect', {
    x: Math.min(from, to),
    y,
    width: Math.max(2, Math.abs(to - from)),
    height: barHeight,
  }),
  isFollowed &&
    svgElement('line', { class: 'step', x1: to, y1: y + barHeight, x2: to, y2: y + rowHeight }),
];

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
