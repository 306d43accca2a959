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
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  const [x, y] = [roundCoordinate(left), roundCoordinate(top)];
  return { x, y, width: roundCoordinate(right - x), height: roundCoordinate(bottom - y) };
}

export const boxesMeet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

function boxMeetsCircle({ x, y, width, height }: Box, circle: Circle): boolean {
  const dx = circle.x - Math.min(x + width, Math.max(x, circle.x));
  const dy = circle.y - Math.min(y + height, Math.max(y, circle.y));
  // Tens of thousands of times for a long route, for which Math.hypot is too slow.
  return dx * dx + dy * dy < circle.radius * circle.radius;
}

/** What labels stay clear of: a node, or a line as a chain of circles in pieces. */
export interface Obstacle {
  readonly pieces: readonly { readonly circles: readonly Circle[]; readonly bounds: Box }[];
  readonly bounds: Box;
}

/** Free around labels and numbers. */
const clearance = 3;
/** So that most of a line that is not near is passed over in one comparison. */
const circlesPerPiece = 10;

export function obstacleOf(circles: readonly Circle[]): Obstacle {
  const wide = circles.map(({ x, y, radius }) => ({ x, y, radius: radius + clearance }));
  const pieces = Array.from({ length: Math.ceil(wide.length / circlesPerPiece) }, (_, index) => {
    const piece = wide.slice(index * circlesPerPiece, (index + 1) * circlesPerPiece);
    return { circles: piece, bounds: boxAroundAll(piece.map(boxAround)) };
  });
  return { pieces, bounds: boxAroundAll(pieces.map(({ bounds }) => bounds)) };
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
      each.pieces.some(
        ({ bounds, circles }) =>
          boxesMeet(box, bounds) && circles.some((circle) => boxMeetsCircle(box, circle)),
      ),
  );
