/** Shapes of a route map, in pixels; y grows downwards. */

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

/** The smallest box around all of them; of none, one that holds nothing. */
export function boxAroundAll(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = roundCoordinate(Math.min(...boxes.map((box) => box.x)));
  const y = roundCoordinate(Math.min(...boxes.map((box) => box.y)));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: roundCoordinate(right - x), height: roundCoordinate(bottom - y) };
}

export const boxesMeet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const boxMeetsCircle = ({ x, y, width, height }: Box, circle: Circle): boolean =>
  Math.hypot(
    circle.x - Math.min(x + width, Math.max(x, circle.x)),
    circle.y - Math.min(y + height, Math.max(y, circle.y)),
  ) < circle.radius;

/** What labels stay clear of: a node, or a line as a chain of circles. */
export interface Obstacle {
  readonly circles: readonly Circle[];
  readonly bounds: Box;
}

/** Free around labels and numbers. */
const clearance = 3;

export function obstacleOf(circles: readonly Circle[]): Obstacle {
  const wide = circles.map(({ x, y, radius }) => ({ x, y, radius: radius + clearance }));
  return { circles: wide, bounds: boxAroundAll(wide.map(boxAround)) };
}

/** Near enough to each other that nothing larger than a letter passes between two. */
const circlesPerCurve = 100;

export const obstacleOfCurve = (curve: Curve): Obstacle =>
  obstacleOf(
    Array.from({ length: circlesPerCurve + 1 }, (_, index) => ({
      ...pointOnCurve(curve, index / circlesPerCurve),
      radius: curve.width / 2,
    })),
  );

export const isClear = (box: Box, obstacles: readonly Obstacle[], except?: Obstacle): boolean =>
  !obstacles.some(
    (each) =>
      each !== except &&
      boxesMeet(box, each.bounds) &&
      each.circles.some((circle) => boxMeetsCircle(box, circle)),
  );
