import { hatchPath, roundCoordinate } from '../charts/marks.ts';
import { type Children, svgElement } from '../dom.ts';
import { barSegments, type GainShare, type ShareKind } from './gainShares.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const barHeight = 22;

export function drawShares(
  shares: readonly GainShare[],
  width: number,
  label: string,
): SVGSVGElement {
  return svgElement(
    'svg',
    {
      class: 'picture shares',
      viewBox: `0 0 ${width} ${barHeight}`,
      width,
      height: barHeight,
      role: 'img',
      'aria-label': label,
    },
    barSegments(shares).map(({ share, from, to }) =>
      shareMark(share.kind, {
        x: roundCoordinate(from * width) + 0.5,
        y: 0.5,
        // Keeps the smallest part visible.
        width: Math.max(1, roundCoordinate((to - from) * width) - 1),
        height: barHeight - 1,
      }),
    ),
  );
}

const swatchBox: Box = { x: 0.5, y: 0.5, width: 17, height: 11 };

export const shareSwatch = (kind: ShareKind): SVGSVGElement =>
  svgElement(
    'svg',
    { class: 'share-swatch', width: 18, height: 12, 'aria-hidden': 'true' },
    shareMark(kind, swatchBox),
  );

/** A fill that is distinguishable without colour. */
function shareMark(kind: ShareKind, box: Box): SVGElement {
  const rect = (style: string) => svgElement('rect', { class: style, ...box });
  const marks: Readonly<Record<ShareKind, () => Children>> = {
    covered: () => rect('share-covered'),
    'missing-pool': () => [
      svgElement('path', { class: 'share-hatch', d: hatchPath(box) }),
      rect('share-outline'),
    ],
    possible: () => [
      svgElement('path', { class: 'share-hatch', d: hatchPath(box) }),
      rect('share-outline'),
    ],
    'different-groups': () => [
      svgElement('path', { class: 'share-dots', d: dotsPath(box) }),
      rect('share-outline'),
    ],
    'base-mint': () => rect('share-outline'),
    other: () => rect('share-outline'),
    'no-net-gain': () => rect('share-faint'),
    'unknown-gain': () => rect('share-faint'),
  };
  return svgElement('g', { 'data-share': kind }, marks[kind]());
}

const dotGap = 4;

/** Zero-length lines, which round caps turn into dots. */
function dotsPath({ x, y, width, height }: Box): string {
  const dots: string[] = [];
  for (let top = 2.5; top < height - 1; top += dotGap) {
    for (let left = 2.5; left < width - 1; left += dotGap) {
      dots.push(`M${roundCoordinate(x + left)} ${roundCoordinate(y + top)}h.01`);
    }
  }
  return dots.join('');
}
