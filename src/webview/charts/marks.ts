import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';

/** What tells lines apart without colour. Patterns of the lines: whole first. */
export const linePatterns = ['', '6 3', '2 3', '8 3 2 3'] as const;

const pointSymbols: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
];
const pointSymbolArea = 38;

/** The point of a shape as a path around 0, 0. */
export const symbolPath = (shape: number): string | null =>
  symbol(pointSymbols[shape % pointSymbols.length] ?? symbolCircle, pointSymbolArea)();

export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

/** Diagonals over a rectangle as a path: no pattern by its id, which a copy or another chart lacks. */
export function hatchPath({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): string {
  const gap = 7;
  const lines: string[] = [];
  // Each rises from the left or the lower edge to the upper or the right one.
  for (let at = gap; at < width + height; at += gap) {
    const x1 = x + Math.max(0, at - height);
    const y1 = y + Math.min(at, height);
    const x2 = x + Math.min(at, width);
    const y2 = y + Math.max(0, at - width);
    lines.push(
      `M${roundCoordinate(x1)} ${roundCoordinate(y1)}L${roundCoordinate(x2)} ${roundCoordinate(y2)}`,
    );
  }
  return lines.join('');
}
