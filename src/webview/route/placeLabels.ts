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
  toPixel,
} from './routeGeometry.ts';

export const badgeRadius = 10;
export const lineHeight = 15;
/** Of the first line, from the top. */
const baseline = 12;

/** Text of one or more lines: where the first begins, and the room that all take. */
export interface LabelPosition extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
  readonly box: Box;
}

/** Where a leg's number is on its curve, and its label. */
export interface LegLabel {
  readonly badge: Point;
  /** Null where there is no room; the leg table has what it says. */
  readonly label: LabelPosition | null;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** Widths of characters of 12 pixels, rather too wide: there is no page to measure on. */
const narrowCharacter = /[\s.,:;'’|!()[\]filIjt1]/;
const characterWidth = (character: string): number =>
  (character.codePointAt(0) ?? 0) >= 0x2e80 ? 13 : narrowCharacter.test(character) ? 4.9 : 7.5;

/** Of an even width, so that its middle is on a whole pixel. */
export const labelSize = (lines: readonly string[]): Size => ({
  width: 2 * Math.ceil(Math.max(...lines.map(textWidth)) / 2),
  height: lines.length * lineHeight,
});

const textWidth = (line: string): number =>
  Array.from(line).reduce((width, character) => width + characterWidth(character), 0);

/** The label of a size around a point: to its left, centered, to its right; above, level, below. */
export const labelAt = (point: Point, size: Size, side: Point, gap: Point): LabelPosition =>
  labelIn(labelBox(point, size, side, gap), side);

const labelBox = (point: Point, { width, height }: Size, side: Point, gap: Point): Box => ({
  x: toPixel(point.x + side.x * gap.x - ((1 - side.x) / 2) * width),
  y: toPixel(point.y + side.y * gap.y - ((1 - side.y) / 2) * height),
  width,
  height,
});

const labelIn = (box: Box, side: Point): LabelPosition => ({
  x: box.x + toPixel(((1 - side.x) / 2) * box.width),
  y: box.y + baseline,
  anchor: side.x < 0 ? 'end' : side.x > 0 ? 'start' : 'middle',
  box,
});

/** Where along the curve the number may be; the middle is the best. */
const badgeStops = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];
/** Between a number and its label, across or along. */
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
  /** Null: it has none. */
  readonly label: Size | null;
}

/**
 * Gives each leg's number and label a free place within `room`, the most constrained first. Null as
 * soon as there cannot be as many labels as are asked for.
 */
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
  // A number that found no place of its own takes the label's away.
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
  /** The best first. */
  readonly labels: readonly LabelChoice[];
}

interface LabelChoice {
  readonly badge: Point;
  readonly label: LabelPosition;
  readonly cost: number;
}

interface BadgePlace {
  readonly badge: Point;
  /** What its label could meet. */
  readonly near: readonly Piece[];
}

const noSize: Size = { width: 0, height: 0 };

/** Where a number is free of all but its own curve. */
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

/** Where a label may be, and its number with it. */
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
  // By index: thousands of places are tried before any of it is compiled.
  for (const { badge, near } of places) {
    for (let at = 0; at < sides.length; at++) {
      const choice = wanted[at];
      if (choice === undefined) continue;
      const { side, offset, cost } = choice;
      const { width, height } = offset;
      const box = { x: badge.x + offset.x, y: badge.y + offset.y, width, height };
      if (!isInRoom(box) || !isClearOfPieces(box, near)) continue;
      choices.push({ badge, label: labelIn(box, side), cost: costOfStop + cost });
    }
    costOfStop += stopCost;
  }
  return choices;
}

/** What labels of a size reach on any side of a number, and the number. */
const areaOfLabels = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width - widestGap,
  y: y - height - widestGap,
  width: 2 * (width + widestGap),
  height: 2 * (height + widestGap),
});

const badgeBox = ({ x, y }: Point): Box => boxAround({ x, y, radius: badgeRadius });

/** Of the next place along the curve; costs are integers as well. */
const stopCost = 100;

/** The outside of the bow is best, straight to the side of it. */
function sideCost(side: Point, { start, control, end }: Curve): number {
  const bow = { x: 2 * control.x - start.x - end.x, y: 2 * control.y - start.y - end.y };
  const length = Math.sqrt((bow.x ** 2 + bow.y ** 2) * (side.x ** 2 + side.y ** 2)) || 1;
  return Math.round(3 * stopCost * (1 - (bow.x * side.x + bow.y * side.y) / length));
}
