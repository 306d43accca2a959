/** Dashes distinguish lines without colour; solid first. */
export const linePatterns = ['', '6 3', '2 3', '8 3 2 3'] as const;

/** Circle, square, triangle, diamond, cross, star; 38 square pixels each. */
const pointPaths = [
  'M3.478,0A3.478,3.478,0,1,1,-3.478,0A3.478,3.478,0,1,1,3.478,0',
  'M-3.082,-3.082h6.164v6.164h-6.164Z',
  'M0,-5.409L4.684,2.704L-4.684,2.704Z',
  'M0,-5.737L3.312,0L0,5.737L-3.312,0Z',
  'M-4.135,-1.378L-1.378,-1.378L-1.378,-4.135L1.378,-4.135L1.378,-1.378L4.135,-1.378L4.135,1.378L1.378,1.378L1.378,4.135L-1.378,4.135L-1.378,1.378L-4.135,1.378Z',
  'M0,-5.818L1.306,-1.798L5.533,-1.798L2.114,0.687L3.42,4.707L0,2.222L-3.42,4.707L-2.114,0.687L-5.533,-1.798L-1.306,-1.798Z',
] as const;

/** The path is around 0, 0. */
export const symbolPath = (shape: number): string =>
  pointPaths[shape % pointPaths.length] ?? pointPaths[0];

export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

/** As a path: an SVG pattern is referenced by ID, which breaks in copied drawings. */
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
  // Each line goes from the left or lower edge to the upper or right edge.
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
