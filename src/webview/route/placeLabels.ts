import {
  type Box,
  boxAround,
  boxesMeet,
  type Curve,
  growBox,
  isClearOfPieces,
  type Obstacle,
  type Piece,
  type Point,
  piecesIn,
  pointOnCurve,
} from './routeGeometry.ts';

export const badgeRadius = 10;
export const lineHeight = 15;
/** Baseline of the first line, from the top. */
const baseline = 12;

/** Position of a text's first line, and the box of all its lines. */
export interface LabelPosition extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
  readonly box: Box;
}

export interface LegLabel {
  readonly badge: Point;
  /** Null without room; the leg table has the same text. */
  readonly label: LabelPosition | null;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** Character widths at 12 pixels, estimated on the wide side: there is no page to measure on. */
const narrowCharacter = /[\s.,:;'’|!()[\]filIjt1]/;
const characterWidth = (character: string): number =>
  (character.codePointAt(0) ?? 0) >= 0x2e80 ? 13 : narrowCharacter.test(character) ? 4.9 : 7.5;

export const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(...lines.map(textWidth)),
  height: lines.length * lineHeight,
});

const textWidth = (line: string): number =>
  Array.from(line).reduce((width, character) => width + characterWidth(character), 0);

/** Places a label at a side of a point: left, centered or right; above, level or below. */
export const labelAt = (point: Point, size: Size, side: Point, gap: Point): LabelPosition =>
  labelIn(labelBox(point, size, side, gap), side);

const labelBox = (point: Point, { width, height }: Size, side: Point, gap: Point): Box => ({
  x: point.x + side.x * gap.x - ((1 - side.x) / 2) * width,
  y: point.y + side.y * gap.y - ((1 - side.y) / 2) * height,
  width,
  height,
});

const labelIn = (box: Box, side: Point): LabelPosition => ({
  x: box.x + ((1 - side.x) / 2) * box.width,
  y: box.y + baseline,
  anchor: side.x < 0 ? 'end' : side.x > 0 ? 'start' : 'middle',
  box,
});

/** Positions of the number along the curve, best first. */
const badgeStops = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];
/** Largest horizontal or vertical gap between a number and its label. */
const widestGap = 15;
const center: Point = { x: 0, y: 0 };
const gapOf = ({ x, y }: Point): Point =>
  x !== 0 && y !== 0 ? { x: 12, y: 5 } : { x: widestGap, y: 13 };
const sides = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => (x === 0 && y === 0 ? [] : [{ x, y }])),
);

interface LabeledCurve {
  readonly curve: Curve;
  readonly obstacle: Obstacle;
  /** Null: no label. */
  readonly label: Size | null;
}

/** Without overlap, the most constrained leg first. Null if fewer than `minLabels` labels fit. */
export function placeLabels(
  legs: readonly LabeledCurve[],
  obstacles: readonly Obstacle[],
  fixedLabels: readonly Box[],
  { room, minLabels }: { readonly room: Box; readonly minLabels: number },
): LegLabel[] | null {
  const isInRoom = ({ x, width }: Box) => x >= room.x && x + width <= room.x + room.width;
  const choices: LegChoices[] = [];
  let possible = legs.length;
  for (const [index, { curve, obstacle, label: size }] of legs.entries()) {
    const places = badgePlaces(curve, obstacle, size ?? noSize, obstacles);
    const labels = size === null ? [] : labelChoices(places, size, curve, isInRoom);
    if (labels.length === 0) possible--;
    if (possible < minLabels) return null;
    labels.sort((one, other) => one.cost - other.cost);
    choices.push({ index, curve, badges: places.map(({ badge }) => badge), labels });
  }
  const placed: LegLabel[] = [];
  const taken = [...fixedLabels];
  const isFree = (box: Box) => !taken.some((other) => boxesMeet(box, other));
  choices.sort((one, other) => one.labels.length - other.labels.length);
  for (const { index, curve, badges, labels } of choices) {
    const { badge, label } = labels.find(
      (each) => isFree(badgeBox(each.badge)) && isFree(each.label.box),
    ) ?? {
      badge: badges.find((each) => isFree(badgeBox(each))) ?? pointOnCurve(curve, 0.5),
      label: null,
    };
    placed[index] = { badge, label };
    taken.push(badgeBox(badge), ...(label === null ? [] : [growBox(label.box, 3)]));
  }
  // A number without a free position may overlap labels, which are then dropped.
  const isHidden = ({ label }: LegLabel, other: LegLabel) =>
    label !== null && boxesMeet(badgeBox(other.badge), label.box);
  return placed.map((leg) =>
    placed.some((other) => other !== leg && isHidden(leg, other)) ? { ...leg, label: null } : leg,
  );
}

interface LegChoices {
  readonly index: number;
  readonly curve: Curve;
  readonly badges: readonly Point[];
  /** Best first. */
  readonly labels: readonly LabelChoice[];
}

interface LabelChoice {
  readonly badge: Point;
  readonly label: LabelPosition;
  readonly cost: number;
}

interface BadgePlace {
  readonly badge: Point;
  /** Obstacles within reach of its label. */
  readonly near: readonly Piece[];
}

const noSize: Size = { width: 0, height: 0 };

/** Positions at which a number touches only its own curve. */
function badgePlaces(
  curve: Curve,
  obstacle: Obstacle,
  size: Size,
  obstacles: readonly Obstacle[],
): BadgePlace[] {
  const places: BadgePlace[] = [];
  for (const stop of badgeStops) {
    const badge = pointOnCurve(curve, stop);
    const near = piecesIn(areaOfLabels(badge, size), obstacles);
    if (isClearOfPieces(badgeBox(badge), near, obstacle)) places.push({ badge, near });
  }
  return places;
}

function labelChoices(
  places: readonly BadgePlace[],
  size: Size,
  curve: Curve,
  isInRoom: (box: Box) => boolean,
): LabelChoice[] {
  const choices: LabelChoice[] = [];
  const wanted = sides.map((side) => ({
    side,
    offset: labelBox(center, size, side, gapOf(side)),
    cost: sideCost(side, curve),
  }));
  let costOfStop = 0;
  for (const { badge, near } of places) {
    for (const { side, offset, cost } of wanted) {
      const { width, height } = offset;
      const box = { x: badge.x + offset.x, y: badge.y + offset.y, width, height };
      if (!isInRoom(box) || !isClearOfPieces(box, near)) continue;
      choices.push({ badge, label: labelIn(box, side), cost: costOfStop + cost });
    }
    costOfStop += stopCost;
  }
  return choices;
}

const areaOfLabels = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width - widestGap,
  y: y - height - widestGap,
  width: 2 * (width + widestGap),
  height: 2 * (height + widestGap),
});

const badgeBox = ({ x, y }: Point): Box => boxAround({ x, y, radius: badgeRadius });

/** Cost per step along the curve. */
const stopCost = 100;

/** Cheapest on the outside of the curve, perpendicular to it. */
function sideCost(side: Point, { start, control, end }: Curve): number {
  const bow = { x: 2 * control.x - start.x - end.x, y: 2 * control.y - start.y - end.y };
  const length = Math.sqrt((bow.x ** 2 + bow.y ** 2) * (side.x ** 2 + side.y ** 2)) || 1;
  return 3 * stopCost * (1 - (bow.x * side.x + bow.y * side.y) / length);
}
