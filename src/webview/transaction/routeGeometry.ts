/** Shapes of a route map, in the picture's own units, which are pixels; y grows downwards. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Circle extends Point {
  readonly radius: number;
}

/** A quadratic Bézier curve. */
export interface Curve {
  readonly start: Point;
  readonly control: Point;
  readonly end: Point;
  /** Of the line. */
  readonly width: number;
}

export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

export function pointOnCurve({ start, control, end }: Curve, at: number): Point {
  const rest = 1 - at;
  const mix = (first: number, second: number, third: number) =>
    roundCoordinate(rest * rest * first + 2 * rest * at * second + at * at * third);
  return { x: mix(start.x, control.x, end.x), y: mix(start.y, control.y, end.y) };
}

const segmentsPerCurve = 24;

/** The curve as a chain of points that is never more than a pixel or two off. */
export const curvePoints = (curve: Curve): Point[] =>
  Array.from({ length: segmentsPerCurve + 1 }, (_, index) =>
    pointOnCurve(curve, index / segmentsPerCurve),
  );

export const boxAround = ({ x, y, radius }: Circle): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

export const growBox = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const boxesMeet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

export const boxMeetsCircle = ({ x, y, width, height }: Box, circle: Circle): boolean =>
  Math.hypot(
    circle.x - Math.min(x + width, Math.max(x, circle.x)),
    circle.y - Math.min(y + height, Math.max(y, circle.y)),
  ) < circle.radius;

export const boxMeetsPath = (box: Box, points: readonly Point[]): boolean =>
  points.some((point, index) => {
    const next = points[index + 1];
    return next !== undefined && boxMeetsSegment(box, point, next);
  });

function boxMeetsSegment({ x, y, width, height }: Box, from: Point, to: Point): boolean {
  const right = x + width;
  const bottom = y + height;
  if (
    Math.max(from.x, to.x) < x ||
    Math.min(from.x, to.x) > right ||
    Math.max(from.y, to.y) < y ||
    Math.min(from.y, to.y) > bottom
  ) {
    return false;
  }
  // They meet unless all corners are on one side of the line.
  const sideOf = (cornerX: number, cornerY: number) =>
    (to.x - from.x) * (cornerY - from.y) - (to.y - from.y) * (cornerX - from.x);
  const corners = [sideOf(x, y), sideOf(right, y), sideOf(x, bottom), sideOf(right, bottom)];
  return Math.min(...corners) <= 0 && Math.max(...corners) >= 0;
}

/** The smallest box around all of them; of nothing, one that holds nothing. */
export function boxAroundAll(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = roundCoordinate(Math.min(...boxes.map((box) => box.x)));
  const y = roundCoordinate(Math.min(...boxes.map((box) => box.y)));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: roundCoordinate(right - x), height: roundCoordinate(bottom - y) };
}
