import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { formatSignificant, withPlusSign } from '../../api/tokenAmounts.ts';
import { amountScale } from '../charts/amountScale.ts';
import { element, svgElement } from '../dom.ts';
import type { ComparedRun } from './runsModel.ts';

const height = 108;
/** More labels would overlap. */
const maxLabels = 5;

interface Point {
  readonly secondsLater: number;
  readonly netGainsSol: number;
  readonly isSuccess: boolean;
}

/** Net gain by time after run 1; null with fewer than two comparable runs. */
export function decayChart(runs: readonly ComparedRun[]): HTMLElement | null {
  const points = runs.flatMap(({ run: { netGainsSol, isSuccess }, secondsLater }): Point[] =>
    netGainsSol === null ? [] : [{ secondsLater, netGainsSol, isSuccess }],
  );
  if (points.length < 2) return null;
  const scale = amountScale(
    'linear',
    points.map(({ netGainsSol }) => netGainsSol),
    0,
    height,
  );
  const last = Math.max(1, ...points.map(({ secondsLater }) => secondsLater));
  const x = (seconds: number) => `${((seconds / last) * 100).toFixed(2)}%`;
  const y = (sol: number) => Number(scale.position(sol).toFixed(2));
  const text = (content: string, place: Record<string, string | number>, style = 'tick') =>
    svgElement('text', { class: style, ...place }, content);
  const ticks = [...new Set([0, last / 3, (last * 2) / 3, last].map(Math.round))];
  const spoken = points.map(({ secondsLater, netGainsSol, isSuccess }) =>
    joinLabel(formatDuration(secondsLater), isSuccess ? formatGain(netGainsSol) : t('failed')),
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
          'aria-label': t('Net gain by seconds after run 1: {0}', joinList(spoken)),
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
          ...ticks.map((seconds) =>
            text(formatCount(seconds), { x: x(seconds), y: height + 16, 'text-anchor': 'middle' }),
          ),
          ...points.slice(1).map((point, at) => {
            const before = points[at] ?? point;
            return svgElement('line', {
              class: 'decay-line',
              x1: x(before.secondsLater),
              y1: y(before.netGainsSol),
              x2: x(point.secondsLater),
              y2: y(point.netGainsSol),
            });
          }),
          ...points.map(({ secondsLater, netGainsSol, isSuccess }) =>
            svgElement('svg', { class: 'mark-place', x: x(secondsLater), y: y(netGainsSol) }, [
              isSuccess
                ? svgElement('circle', { class: 'decay-point', r: 4 })
                : svgElement('path', { class: 'decay-failure', d: 'M-4-4L4 4M4-4L-4 4' }),
            ]),
          ),
          ...points
            .filter((_, at) => points.length <= maxLabels || at === 0 || at === points.length - 1)
            .map(({ secondsLater, netGainsSol, isSuccess }, at, all) =>
              text(
                isSuccess ? formatGain(netGainsSol) : t('failed'),
                {
                  x: x(secondsLater),
                  y: y(netGainsSol) - 8,
                  'text-anchor':
                    secondsLater === 0 ? 'start' : secondsLater === last ? 'end' : 'middle',
                },
                at === 0 || at === all.length - 1 ? 'value' : 'inner',
              ),
            ),
        ],
      ),
    ]),
    element('figcaption', { class: 'axis-title' }, t('seconds after run 1')),
  ]);
}

const formatGain = (sol: number): string =>
  withPlusSign(formatSignificant(Number(sol.toPrecision(3))));
