import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatShort } from '../charts/formatShort.ts';
import { element, svgElement } from '../dom.ts';
import type { TipStrip } from './adviceText.ts';

const height = 34;
const middle = 10;

/** Box plot of the provider's tips with this tip and the break-even mark, on a log axis. */
export function tipStrip({ provider, box, tip, breakEven }: TipStrip): HTMLElement {
  const { p25, p50, p75, p95 } = box;
  const amounts = [p25, p95, tip, ...(breakEven === null ? [] : [breakEven])].filter(
    (amount) => amount > 0,
  );
  const low = Math.floor(Math.log10(Math.min(...amounts, p50 || 1e9)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...amounts, 1))));
  const share = (amount: number) =>
    amount <= 0 ? 0 : Math.min(1, Math.max(0, (Math.log10(amount) - low) / (high - low)));
  const x = (amount: number) => `${(share(amount) * 100).toFixed(2)}%`;
  const between = (from: number, to: number) =>
    `${(Math.max(0.5, (share(to) - share(from)) * 100)).toFixed(2)}%`;
  const line = (style: string, x1: string, x2: string, y1: number, y2: number) =>
    svgElement('line', { class: style, x1, x2, y1, y2 });
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  const every = Math.ceil(ticks.length / 5);
  const label = t(
    'Tip {0}; {1}: p25 {2}, p50 {3}, p75 {4}, p95 {5}; break-even {6}',
    formatCount(tip),
    provider,
    ...[p25, p50, p75, p95].map((each) => formatCount(each)),
    breakEven === null ? t('none') : formatCount(breakEven),
  );
  return element('figure', { class: 'strip' }, [
    element('div', { class: 'strip-room' }, [
      svgElement('svg', { class: 'fluid', height, role: 'img', 'aria-label': label }, [
        ...ticks
          .filter((_, at) => at % every === 0)
          .flatMap((amount) => [
            line('grid', x(amount), x(amount), 0, 20),
            svgElement(
              'text',
              { class: 'tick', x: x(amount), y: height - 3, 'text-anchor': 'middle' },
              formatShort(amount),
            ),
          ]),
        line('whisker', x(p75), x(p95), middle, middle),
        line('whisker', x(p95), x(p95), middle - 4, middle + 4),
        svgElement('rect', {
          class: 'box',
          x: x(p25),
          width: between(p25, p75),
          y: middle - 5,
          height: 10,
        }),
        line('median', x(p50), x(p50), middle - 5, middle + 5),
        breakEven !== null &&
          line('break-even', x(breakEven), x(breakEven), middle - 9, middle + 9),
        svgElement('svg', { class: 'mark-place', x: x(tip), y: middle }, [
          svgElement('path', { class: 'this-tip', d: 'M0-6L5 0 0 6-5 0z' }),
        ]),
      ]),
    ]),
    element(
      'figcaption',
      {},
      t('Lamports, log scale · box p25–p75, bar p50, whisker p95 · ◆ this tip · ┆ break-even'),
    ),
  ]);
}
