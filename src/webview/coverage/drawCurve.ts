import { t } from '@vscode/l10n';
import { ticks as roundTicks } from 'd3-array';
import { formatPercent } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { roundCoordinate, symbolPath } from '../charts/marks.ts';
import { polylinePath } from '../charts/polylinePath.ts';
import { linearScale } from '../charts/scales.ts';
import { svgElement } from '../dom.ts';
import { formatUsdSum, poolsText } from './format.ts';
import { type CurvePoint, shareDomain } from './poolCurve.ts';

export interface DrawnCurve {
  readonly svg: SVGSVGElement;
  readonly countAt: (x: number) => number;
}

const margins = { left: 46, right: 14, top: 26, bottom: 36 };
const plotHeight = 132;
const gridStep = 0.2;
/** Estimated: text cannot be measured before it is in the page. */
const characterWidth = 6.8;

export function drawCurve(
  points: readonly CurvePoint[],
  {
    count,
    width,
    totalUsd,
    label,
  }: {
    readonly count: number;
    readonly width: number;
    readonly totalUsd: number;
    readonly label: string;
  },
): DrawnCurve {
  const [low, high] = shareDomain(points);
  const { left, top } = margins;
  const right = Math.max(left + 80, width - margins.right);
  const bottom = top + plotHeight;
  const most = Math.max(1, points.length - 1);
  const x = linearScale([0, most], [left, right]);
  const y = linearScale([low, high], [bottom, top]);
  const place = ({ pools, share }: CurvePoint) => ({
    x: roundCoordinate(x(pools)),
    y: roundCoordinate(y(share)),
  });
  const chosen = points[count];
  const text = (style: string, content: string, attributes: Record<string, string | number>) =>
    svgElement('text', { class: style, ...attributes }, content);
  const grid = Array.from({ length: Math.round((high - low) / gridStep) + 1 }, (_, at) => {
    const share = low + at * gridStep;
    const height = roundCoordinate(y(share));
    return [
      at > 0 && svgElement('line', { class: 'grid', x1: left, x2: right, y1: height, y2: height }),
      text('tick', formatPercent(Number(share.toFixed(2))), {
        x: left - 6,
        y: height + 4,
        'text-anchor': 'end',
      }),
    ];
  }).flat();
  const tickCount = Math.max(2, Math.min(most, Math.floor((right - left) / 90)));
  const ticks = roundTicks(0, most, tickCount)
    .filter(Number.isInteger)
    .map((pools) =>
      text('tick', String(pools), { x: x(pools), y: bottom + 15, 'text-anchor': 'middle' }),
    );
  const [start] = points;
  const startText = start === undefined ? '' : curveReading(start);
  // Labels are side by side if both fit, otherwise one is above the curve.
  const isNear =
    chosen !== undefined && place(chosen).x < left + 24 + startText.length * characterWidth;
  const room = { right, bottom, curve: points.map(place) };
  const height = bottom + margins.bottom;
  const svg = svgElement(
    'svg',
    {
      class: 'picture curve',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
    },
    [
      text('note', t('Covered net gain, % of {0}', formatUsdSum(totalUsd)), { x: 0, y: 11 }),
      ...grid,
      svgElement('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom }),
      ...ticks,
      text('note', t('best missing pools added'), {
        x: right,
        y: bottom + 30,
        'text-anchor': 'end',
      }),
      svgElement('g', { class: 'series series-0' }, [
        svgElement('path', { class: 'series-line', d: polylinePath(room.curve) }),
      ]),
      ...(start === undefined
        ? []
        : [
            mark('curve-start', place(start)),
            ...(count === 0 ? [] : [endLabel(startText, place(start), room)]),
          ]),
      ...(chosen === undefined
        ? []
        : [
            svgElement('line', {
              class: 'curve-drop',
              x1: place(chosen).x,
              x2: place(chosen).x,
              y1: place(chosen).y,
              y2: bottom,
            }),
            mark('curve-chosen', place(chosen)),
            endLabel(curveReading(chosen), place(chosen), room, isNear && count > 0),
          ]),
    ],
  );
  return {
    svg,
    countAt: (at) => {
      const count = linearScale([left, right], [0, most])(at);
      return Math.min(most, Math.max(0, Math.round(count)));
    },
  };
}

/** `12 pools: 82.1%`; text of the marked point and of the slider. */
export const curveReading = ({ pools, share }: CurvePoint): string =>
  pools === 0
    ? t('now {0}', formatPercent(share))
    : joinLabel(poolsText(pools), formatPercent(share));

interface Position {
  readonly x: number;
  readonly y: number;
}

const mark = (style: string, { x, y }: Position): SVGElement =>
  svgElement('g', { class: 'series series-0' }, [
    svgElement('path', { class: style, d: symbolPath(0), transform: `translate(${x} ${y})` }),
  ]);

interface LabelRoom {
  readonly right: number;
  readonly bottom: number;
  /** Never descends. */
  readonly curve: readonly Position[];
}

const above = -10;
const below = 18;

/** Label to the right of its point and below the curve, or else to the left or above it. */
function endLabel(
  text: string,
  { x, y }: Position,
  { right, bottom, curve }: LabelRoom,
  mustBeAbove = false,
): SVGElement {
  const end = x + 10 + text.length * characterWidth;
  const isLeft = end > right;
  const isAbove = mustBeAbove || isLeft || y + below > bottom;
  const highest = isLeft ? y : (curve.find((point) => point.x >= end)?.y ?? y);
  return svgElement(
    'text',
    {
      class: 'end-label',
      x: isLeft ? x - 8 : x + 8,
      y: isAbove ? highest + above : y + below,
      'text-anchor': isLeft ? 'end' : 'start',
    },
    text,
  );
}
