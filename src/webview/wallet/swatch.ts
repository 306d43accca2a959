import { linePatterns, symbolPath } from '../charts/marks.ts';
import { svgElement } from '../dom.ts';
import { walletStyle } from './walletStyle.ts';

const width = 30;
const height = 12;

export function swatch(at: number): SVGSVGElement {
  const { color, pattern, shape } = walletStyle(at);
  return svgElement(
    'svg',
    { class: `swatch series-${color}`, width, height, 'aria-hidden': 'true' },
    [
      svgElement('path', {
        class: 'series-line',
        d: `M0 ${height / 2}h${width}`,
        'stroke-dasharray': linePatterns[pattern] || null,
      }),
      svgElement('path', {
        class: 'point',
        d: symbolPath(shape),
        transform: `translate(${width / 2} ${height / 2})`,
      }),
    ],
  );
}
