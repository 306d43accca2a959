import type { ComponentChildren } from 'preact';
import { linePatterns, roundCoordinate, symbolPath } from './marks.ts';

interface SeriesProps {
  /** Theme colour, 0 to 6. */
  readonly color: number;
  readonly children: ComponentChildren;
}

/** Marks in the colour of a series. */
export const Series = ({ color, children }: SeriesProps) => (
  <g class={`series series-${color}`}>{children}</g>
);

interface LineMarkProps {
  readonly d: string;
  /** Index into `linePatterns`. */
  readonly pattern?: number | undefined;
}

export const LineMark = ({ d, pattern = 0 }: LineMarkProps) => (
  <path class="series-line" d={d} stroke-dasharray={linePatterns[pattern] || undefined} />
);

interface PointMarkProps {
  readonly shape: number;
  readonly x: number;
  readonly y: number;
  readonly class?: string;
  /** For example the title that appears under the pointer. */
  readonly children?: ComponentChildren;
}

export const PointMark = ({ shape, x, y, class: className, children }: PointMarkProps) => (
  <path
    class={className ?? 'point'}
    d={symbolPath(shape)}
    transform={`translate(${roundCoordinate(x)} ${roundCoordinate(y)})`}
  >
    {children}
  </path>
);
