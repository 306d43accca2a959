import {
  type Box,
  boxAround,
  boxAroundAll,
  boxesMeet,
  boxMeetsCircle,
  boxMeetsPath,
  type Circle,
  type Curve,
  curvePoints,
  growBox,
  type Point,
  pointOnCurve,
} from './routeGeometry.ts';

export const badgeRadius = 10;
export const lineHeight = 15;

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

type Size = Pick<Box, 'width' | 'height'>;

/** Widths of characters of 12 pixels, rather too wide: there is no page to measure on. */
const narrowCharacter = /[\s.,:;'’|!()[\]filIjt1]/;
const characterWidth = (character: string): number =>
  (character.codePointAt(0) ?? 0) >= 0x2e80 ? 13 : narrowCharacter.test(character) ? 4.9 : 7.5;

export const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(
    ...lines.map((line) =>
      Array.from(line).reduce((width, character) => width + characterWidth(character), 0),
    ),
  ),
  height: lines.length * lineHeight,
});

/** The label of a size around a point: to its left, centered, to its right; above, level, below. */
export function labelAt(
  point: Point,
  { width, height }: Size,
  side: { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 },
  gap: Point,
): LabelPosition {
  const left = point.x + side.x * gap.x - ((1 - side.x) / 2) * width;
  const top = point.y + side.y * gap.y - ((1 - side.y) / 2) * height;
  return {
    x: side.x < 0 ? left + width : side.x > 0 ? left : left + width / 2,
    y: top + lineHeight * 0.8,
    anchor: side.x < 0 ? 'end' : side.x > 0 ? 'start' : 'middle',
    box: { x: left, y: top, width, height },
  };
}

/** Where along the curve the number may be; the middle is the best. */
const badgeStops = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];
const sides = ([-1, 0, 1] as const).flatMap((x) =>
  ([-1, 0, 1] as const).flatMap((y) => (x === 0 && y === 0 ? [] : [{ x, y }])),
);
/** Free around a label and a number. */
const clearance = 3;

/** What labels stay clear of, besides each other. */
export interface Obstacles {
  readonly circles: readonly Circle[];
  readonly boxes: readonly Box[];
  /** Where labels may be at all, from the left to the right. */
  readonly room: { readonly left: number; readonly right: number };
}

/**
 * Gives each leg's number and label a place that no other leg's line, node, number or label
 * touches. Legs with the fewest such places choose first.
 */
export function placeLabels(
  curves: readonly Curve[],
  sizes: readonly (Size | null)[],
  { circles, boxes, room }: Obstacles,
): LegLabel[] {
  const paths = curves.map((curve) => {
    const points = curvePoints(curve);
    const bounds = boxAroundAll(points.map((point) => ({ ...point, width: 0, height: 0 })));
    return { points, bounds, reach: clearance + curve.width / 2 };
  });
  const isOnPath = (box: Box, except?: number) =>
    paths.some(({ points, bounds, reach }, index) => {
      const wide = growBox(box, reach);
      return index !== except && boxesMeet(wide, bounds) && boxMeetsPath(wide, points);
    });
  const candidates = curves.map((curve, index) => {
    const size = sizes[index] ?? null;
    const badges = badgeStops
      .map((stop) => pointOnCurve(curve, stop))
      .filter((badge) => !isTaken(badgeBox(badge)) && !isOnPath(badgeBox(badge), index));
    const labels = size === null ? [] : badges.flatMap((badge, rank) => around(badge, size, rank));
    return { curve, index, badges, labels: labels.sort((one, other) => one.cost - other.cost) };

    function around(badge: Point, label: Size, rank: number) {
      return sides.flatMap((side) => {
        const isCorner = side.x !== 0 && side.y !== 0;
        const position = labelAt(badge, label, side, isCorner ? { x: 12, y: 5 } : { x: 15, y: 13 });
        const { box } = position;
        const isOutside = box.x < room.left || box.x + box.width > room.right;
        if (isOutside || isTaken(box) || isOnPath(box)) return [];
        return [{ badge, label: position, cost: rank + sideCost(side, curve) }];
      });
    }
  });
  function isTaken(box: Box): boolean {
    const wide = growBox(box, clearance);
    return (
      boxes.some((other) => boxesMeet(wide, other)) || circles.some((c) => boxMeetsCircle(wide, c))
    );
  }

  const placed: LegLabel[] = [];
  const taken: Box[] = [];
  const isFree = (box: Box) => !taken.some((other) => boxesMeet(growBox(box, clearance), other));
  const choose = (index: number, { badge, label }: LegLabel) => {
    placed[index] = { badge, label };
    taken.push(badgeBox(badge), ...(label === null ? [] : [label.box]));
  };
  // Those without any label first: a number is in the way of labels as well.
  const byChoice = candidates.toSorted((one, other) => one.labels.length - other.labels.length);
  for (const { curve, index, badges, labels } of byChoice) {
    const found = labels.find(({ badge, label }) => isFree(badgeBox(badge)) && isFree(label.box));
    const badge = badges.find((each) => isFree(badgeBox(each))) ?? pointOnCurve(curve, 0.5);
    choose(index, found ?? { badge, label: null });
  }
  // A number that found no place of its own takes the label's away.
  return placed.map(({ badge, label }, index) => ({
    badge,
    label:
      label !== null &&
      placed.some((other, at) => at !== index && boxesMeet(badgeBox(other.badge), label.box))
        ? null
        : label,
  }));
}

const badgeBox = ({ x, y }: Point): Box => boxAround({ x, y, radius: badgeRadius });

/** The outside of the bow is best, straight to the side of it. */
function sideCost(side: Point, { start, control, end }: Curve): number {
  const bow = { x: control.x - (start.x + end.x) / 2, y: control.y - (start.y + end.y) / 2 };
  const length = Math.hypot(bow.x, bow.y) * Math.hypot(side.x, side.y) || 1;
  return 3 * (1 - (bow.x * side.x + bow.y * side.y) / length);
}
