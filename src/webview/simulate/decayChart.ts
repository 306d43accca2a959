import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { formatSignificant, withPlusSign } from '../../api/tokenAmounts.ts';
import { amountScale } from '../charts/amountScale.ts';
import { element, svgElement } from '../dom.ts';
import type { ComparedRun } from './runsModel.ts';

const height = 108;
/** More labels would overlap. */
const maxLabels = 5;

interface Point {
  readonly slotsLater: number;
  readonly netGainsSol: number;
  readonly isSuccess: boolean;
}

/** Net gain by slots after run 1; null with fewer than two comparable runs. */
export function decayChart(runs: readonly ComparedRun[]): HTMLElement | null {
  const points = runs.flatMap(({ run: { netGainsSol, isSuccess }, slotsLater }): Point[] =>
    netGainsSol === null || slotsLater === null ? [] : [{ slotsLater, netGainsSol, isSuccess }],
  );
  if (points.length < 2) return null;
  const scale = amountScale(
    'linear',
    points.map(({ netGainsSol }) => netGainsSol),
    0,
    height,
  );
  const last = Math.max(1, ...points.map(({ slotsLater }) => slotsLater));
  const x = (slots: number) => `${((slots / last) * 100).toFixed(2)}%`;
  const y = (sol: number) => Number(scale.position(sol).toFixed(2));
  const text = (content: string, place: Record<string, string | number>, style = 'tick') =>
    svgElement('text', { class: style, ...place }, content);
  const slotTicks = [...new Set([0, Math.round(last / 3), Math.round((last * 2) / 3), last])];
  const spoken = points.map(({ slotsLater, netGainsSol, isSuccess }) =>
    joinLabel(formatCount(slotsLater), isSuccess ? formatGain(netGainsSol) : t('failed')),
  );
  return element('figure', { class: 'decay' }, [
    element('p', { class: 'dim small' }, t('Net gain, SOL')),
    element('div', { class: 'decay-room' }, [
      svgElement(
        'svg',
        {
          class: 'fluid',
          height,
          role: 'img',
          'aria-label': t('Net gain by slots after run 1: {0}', joinList(spoken)),
        },
        [
          ...scale.ticks.flatMap(({ amount, position }) => [
            svgElement('line', {
              class: amount === 0 ? 'zero' : 'grid',
              x1: '0%',
              x2: '100%',
              y1: position,
              y2: position,
            }),
            text(formatSignificant(amount), { x: -6, y: position + 4, 'text-anchor': 'end' }),
          ]),
          ...slotTicks.map((slots) =>
            text(formatCount(slots), { x: x(slots), y: height + 16, 'text-anchor': 'middle' }),
          ),
          ...points.slice(1).map((point, at) => {
            const before = points[at] ?? point;
            return svgElement('line', {
              class: 'decay-line',
              x1: x(before.slotsLater),
              y1: y(before.netGainsSol),
              x2: x(point.slotsLater),
              y2: y(point.netGainsSol),
            });
          }),
          ...points.map(({ slotsLater, netGainsSol, isSuccess }) =>
            svgElement('svg', { class: 'mark-place', x: x(slotsLater), y: y(netGainsSol) }, [
              isSuccess
                ? svgElement('circle', { class: 'decay-point', r: 4 })
                : svgElement('path', { class: 'decay-failure', d: 'M-4-4L4 4M4-4L-4 4' }),
            ]),
          ),
          ...points
            .filter((_, at) => points.length <= maxLabels || at === 0 || at === points.length - 1)
            .map(({ slotsLater, netGainsSol, isSuccess }, at, all) =>
              text(
                isSuccess ? formatGain(netGainsSol) : t('failed'),
                {
                  x: x(slotsLater),
                  y: y(netGainsSol) - 8,
                  'text-anchor':
                    slotsLater === 0 ? 'start' : slotsLater === last ? 'end' : 'middle',
                },
                at === 0 || at === all.length - 1 ? 'value' : 'inner',
              ),
            ),
        ],
      ),
    ]),
    element('figcaption', { class: 'axis-title' }, t('slots after run 1 (about 0.4 s each)')),
  ]);
}

const formatGain = (sol: number): string =>
  withPlusSign(formatSignificant(Number(sol.toPrecision(3))));
