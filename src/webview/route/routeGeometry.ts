/** Y grows downwards. */
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
  readonly width: number;
}

const distance = (one: Point, other: Point): number => Math.hypot(other.x - one.x, other.y - one.y);

export function pointOnCurve({ start, control, end }: Curve, at: number): Point {
  const rest = 1 - at;
  const mix = (first: number, second: number, third: number) =>
    rest * rest * first + 2 * rest * at * second + at * at * third;
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

/** An empty box if there are none. */
export function boxAroundAll(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const boxesMeet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** A node, or a line as a chain of circles in pieces; labels must not overlap it. */
export interface Obstacle {
  readonly pieces: readonly Piece[];
  readonly bounds: Box;
}

/** Consecutive circles. A long route has thousands, which are tested thousands of times. */
export interface Piece {
  /** Alternating x and y of all circles of the obstacle; this piece is `from` to `end`. */
  readonly points: readonly number[];
  readonly from: number;
  readonly end: number;
  readonly radius: number;
  readonly bounds: Box;
}

const clearance = 3;
/** One comparison skips a whole piece that is not near. */
const circlesPerPiece = 11;

export const obstacleOf = ({ x, y, radius }: Circle): Obstacle => obstacleOfPoints([x, y], radius);

/** Distance between the circles that approximate a curve; a label's corner cannot pass between them. */
const circleDistance = 6;

export function obstacleOfCurve(curve: Curve): Obstacle {
  const { start, control, end, width } = curve;
  const points: number[] = [];
  const length = distance(start, control) + distance(control, end);
  const count = Math.max(1, Math.ceil(length / circleDistance));
  for (let at = 0; at <= count; at++) {
    const { x, y } = pointOnCurve(curve, at / count);
    points.push(x, y);
  }
  return obstacleOfPoints(points, width / 2);
}

function obstacleOfPoints(points: readonly number[], bareRadius: number): Obstacle {
  const radius = bareRadius + clearance;
  const pieces: Piece[] = [];
  for (let from = 0; from < points.length; from += circlesPerPiece * 2) {
    const end = Math.min(points.length, from + circlesPerPiece * 2);
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let at = from; at < end; at += 2) {
      const x = points[at] ?? 0;
      const y = points[at + 1] ?? 0;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
    const bounds = growBox({ x: left, y: top, width: right - left, height: bottom - top }, radius);
    pieces.push({ points, from, end, radius, bounds });
  }
  return { pieces, bounds: boxAroundAll(pieces.map(({ bounds }) => bounds)) };
}

export const piecesIn = (area: Box, obstacles: readonly Obstacle[]): readonly Piece[] =>
  obstacles
    .filter(({ bounds }) => boxesMeet(area, bounds))
    .flatMap(({ pieces }) => pieces.filter(({ bounds }) => boxesMeet(area, bounds)));

export const isClear = (box: Box, obstacles: readonly Obstacle[]): boolean =>
  isClearOfPieces(box, piecesIn(box, obstacles));

export const isClearOfPieces = (box: Box, pieces: readonly Piece[], except?: Obstacle): boolean =>
  !pieces.some(
    (piece) =>
      boxesMeet(box, piece.bounds) &&
      except?.pieces.includes(piece) !== true &&
      meetsCircle(box, piece),
  );

function meetsCircle({ x, y, width, height }: Box, { points, from, end, radius }: Piece): boolean {
  const right = x + width;
  const bottom = y + height;
  for (let at = from; at < end; at += 2) {
    const centerX = points[at] ?? 0;
    const centerY = points[at + 1] ?? 0;
    const dx = centerX < x ? x - centerX : centerX > right ? centerX - right : 0;
    const dy = centerY < y ? y - centerY : centerY > bottom ? centerY - bottom : 0;
    if (dx * dx + dy * dy < radius * radius) return true;
  }
  return false;
}
