import type { Route, RouteLeg, Token } from './routeModel.ts';

/** Where everything of a route map lies, in the picture's own units; y grows downwards. */
export interface RouteLayout {
  readonly nodes: readonly NodePosition[];
  readonly edges: readonly EdgePosition[];
  readonly box: Box;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface NodePosition extends Point {
  readonly token: Token;
  readonly radius: number;
}

/** A leg as a curve: a quadratic Bézier from rim to rim. */
export interface EdgePosition {
  readonly leg: RouteLeg;
  readonly start: Point;
  readonly control: Point;
  readonly end: Point;
  /** Where its number stands, on the curve. */
  readonly badge: Point;
  /** Where its words begin; null where there is no room, and they show on demand. */
  readonly label: LabelPosition | null;
  /** Of the line, by the leg's worth. */
  readonly width: number;
}

interface LabelPosition extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
}

const nodeRadius = 36;
export const baseRadius = 44;
export const badgeRadius = 10;
export const lineHeight = 15;
/** Of the letters of a label: an estimate, for there is no page to measure on. */
const characterWidth = 7.4;

const laneGap = 44;
const narrowLaneGap = 20;
/** From this many lanes between two tokens they come closer together. */
const narrowLaneThreshold = 6;
/** From this many legs on the words stand in the table alone. */
const maxLabeledLegs = 40;

/** Words of a label: the lines, for their room. */
type LabelLines = (leg: RouteLeg) => readonly string[];

/**
 * Lays a route out: the tokens on a ring in the order of the flow, the base at the top, each leg a
 * curve that bows to its own left, so that both ways between two tokens, and legs that run side by
 * side, lie apart.
 */
export function layoutRoute(route: Route, words: LabelLines): RouteLayout {
  const ring = ringOrder(route);
  const nodes = positionNodes(ring, route.base);
  const placeOf = new Map(nodes.map((node) => [node.token, node]));
  const curves = positionCurves(route.legs, placeOf, nodes.length);
  const edges = positionLabels(curves, nodes, words);
  return { nodes, edges, box: boundsOf(nodes, edges, words) };
}

/** The tokens in the order of the flow from the base; in that of the legs where it is circular. */
function ringOrder({ base, tokens, legs }: Pick<Route, 'base' | 'tokens' | 'legs'>): Token[] {
  const left = new Set(tokens);
  const order: Token[] = [];
  const take = (token: Token) => {
    left.delete(token);
    order.push(token);
  };
  if (base !== null && left.has(base)) take(base);
  // How many tokens that are still left each one is bought with.
  const sources = new Map<Token, Set<Token>>(tokens.map((token) => [token, new Set()]));
  for (const { from, to } of legs) {
    if (to !== base && from !== base && from !== to) sources.get(to)?.add(from);
  }
  while (left.size > 0) {
    const [first] = left;
    const next = [...left].find((token) => sources.get(token)?.size === 0) ?? first;
    if (next === undefined) break;
    take(next);
    for (const each of sources.values()) each.delete(next);
  }
  return order;
}

/** Room along the ring for each token. */
const arcPerNode = 210;

function positionNodes(ring: readonly Token[], base: Token | null): NodePosition[] {
  const count = ring.length;
  if (count === 1) {
    return ring.map((token) => ({ token, x: 0, y: 0, radius: baseRadius }));
  }
  const vertical = Math.max(count === 2 ? 150 : 165, (count * arcPerNode) / (2 * Math.PI) / 1.25);
  const horizontal = count === 2 ? vertical : Math.max(235, vertical * 1.45);
  return ring.map((token, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return {
      token,
      x: roundCoordinate(horizontal * Math.cos(angle)),
      y: roundCoordinate(vertical * Math.sin(angle)),
      radius: token === base ? baseRadius : nodeRadius,
    };
  });
}

interface Curve extends Omit<EdgePosition, 'badge' | 'label'> {
  /** Position among the legs of the same two tokens in the same direction, and how many they are. */
  readonly lane: number;
  readonly lanes: number;
}

function positionCurves(
  legs: readonly RouteLeg[],
  placeOf: ReadonlyMap<Token, NodePosition>,
  nodeCount: number,
): Curve[] {
  const keyOf = ({ from, to }: RouteLeg) => `${from.index} ${to.index}`;
  const groups = Map.groupBy(legs, keyOf);
  const widthOf = lineWidths(legs);
  return legs.flatMap((leg) => {
    const from = placeOf.get(leg.from);
    const to = placeOf.get(leg.to);
    const group = groups.get(keyOf(leg)) ?? [leg];
    if (from === undefined || to === undefined) return [];
    const lane = group.indexOf(leg);
    const shape = { leg, width: widthOf(leg), lane, lanes: group.length };
    if (from === to) return [{ ...shape, ...loopCurve(from, lane) }];
    return [{ ...shape, ...arcCurve(from, to, lane, group.length, nodeCount) }];
  });
}

function arcCurve(
  from: NodePosition,
  to: NodePosition,
  lane: number,
  lanes: number,
  nodeCount: number,
) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = Math.hypot(dx, dy) || 1;
  // To the left of the way, which is outwards for whoever goes round clockwise.
  const normal = { x: dy / distance, y: -dx / distance };
  const gap = lanes > narrowLaneThreshold ? narrowLaneGap : laneGap;
  const bow = (nodeCount === 2 ? 170 : Math.min(70, distance * 0.16)) + lane * gap * 2;
  const control = {
    x: roundCoordinate((from.x + to.x) / 2 + normal.x * bow),
    y: roundCoordinate((from.y + to.y) / 2 + normal.y * bow),
  };
  return {
    start: pointTowards(from, control, from.radius + 2),
    control,
    end: pointTowards(to, control, to.radius + 7),
  };
}

/** A leg that gives the token it takes: a loop beside the node. */
function loopCurve(node: NodePosition, lane: number) {
  const reach = node.radius + 46 + lane * 26;
  const side = { x: node.x + node.radius * 0.7, y: node.y - node.radius * 0.7 };
  return {
    start: side,
    control: {
      x: node.x + reach * 1.5,
      y: node.y + roundCoordinate(node.radius * 0.2) - reach * 0.2,
    },
    end: { x: node.x + node.radius * 0.8, y: node.y + node.radius * 0.75 },
  };
}

/** The point on the rim of a node in the direction of another point. */
function pointTowards(node: NodePosition, to: Point, radius: number): Point {
  const distance = Math.hypot(to.x - node.x, to.y - node.y) || 1;
  return {
    x: roundCoordinate(node.x + ((to.x - node.x) / distance) * radius),
    y: roundCoordinate(node.y + ((to.y - node.y) / distance) * radius),
  };
}

const minLineWidth = 1.5;
const maxLineWidth = 6;

/** Line widths by worth: the area of a line, not its width, stands for the amount. */
function lineWidths(legs: readonly RouteLeg[]): (leg: RouteLeg) => number {
  const worth = (leg: RouteLeg) => leg.inputUsd ?? leg.outputUsd;
  const most = Math.max(0, ...legs.map((leg) => worth(leg) ?? 0));
  return (leg) => {
    const usd = worth(leg);
    if (usd === null || most === 0 || !Number.isFinite(most)) return 2;
    return roundCoordinate(
      minLineWidth + (maxLineWidth - minLineWidth) * Math.sqrt(Math.max(0, usd) / most),
    );
  };
}

function pointOnCurve(
  { start, control, end }: Pick<Curve, 'start' | 'control' | 'end'>,
  at: number,
): Point {
  const rest = 1 - at;
  return {
    x: roundCoordinate(rest * rest * start.x + 2 * rest * at * control.x + at * at * end.x),
    y: roundCoordinate(rest * rest * start.y + 2 * rest * at * control.y + at * at * end.y),
  };
}

/** Where along the curve the number may stand; the middle is the best. */
const badgePositions = [0.5, 0.42, 0.58, 0.34, 0.66, 0.28, 0.72];

/** What speaks against a place: others that it covers, lines that run through it, its distance. */
const overlapCost = 10;
const crossingCost = 60;
const selfCrossingCost = 30;
const rankCost = 8;
const samplesPerCurve = 13;

function crossingPenalty(
  box: Box,
  self: Curve,
  samples: readonly { readonly curve: Curve; readonly points: readonly Point[] }[],
): number {
  let cost = 0;
  for (const { curve, points } of samples) {
    const each = curve === self ? selfCrossingCost : crossingCost;
    for (const point of points) if (isInside(point, box)) cost += each;
  }
  return cost;
}

/** Finds each leg a place for its number and its words that nothing else takes. */
function positionLabels(
  curves: readonly Curve[],
  nodes: readonly NodePosition[],
  words: LabelLines,
): EdgePosition[] {
  const taken: Box[] = nodes.map((node) => boxAround(node, node.radius));
  // The words above the base node.
  const [top] = nodes;
  if (top !== undefined) {
    taken.push({ x: top.x - 120, y: top.y - top.radius - 42, width: 240, height: 40 });
  }
  const samples = curves.map((curve) => ({
    curve,
    points: Array.from({ length: samplesPerCurve }, (_, index) =>
      pointOnCurve(curve, (index + 1) / (samplesPerCurve + 1)),
    ),
  }));
  return curves.map((curve): EdgePosition => {
    const { leg, start, control, end, width } = curve;
    const place = { leg, start, control, end, width };
    if (curves.length > maxLabeledLegs) {
      const badge = pointOnCurve(curve, badgePositionInLane(curve));
      return { ...place, badge, label: null };
    }
    const size = labelSize(words(leg));
    let best: { cost: number; badge: Point; label: LabelPosition; box: Box } | null = null;
    for (const [rank, stop] of badgePositions.entries()) {
      // What comes costs at least this much.
      const least = rank * rankCost;
      if (best !== null && best.cost <= least) break;
      const badge = pointOnCurve(curve, stop);
      const badgeCost = least + overlapSize(boxAround(badge, badgeRadius), taken) * overlapCost;
      for (const label of labelCandidates(badge, curve, size)) {
        const box = boxOf(label, size);
        const cost =
          badgeCost + overlapSize(box, taken) * overlapCost + crossingPenalty(box, curve, samples);
        if (best === null || cost < best.cost) best = { cost, badge, label, box };
      }
    }
    if (best === null) return { ...place, badge: pointOnCurve(curve, 0.5), label: null };
    const hasRoom = overlapSize(best.box, taken) === 0;
    taken.push(boxAround(best.badge, badgeRadius));
    if (hasRoom) taken.push(best.box);
    return { ...place, badge: best.badge, label: hasRoom ? best.label : null };
  });
}

/** Numbers of legs that run side by side stand in a staircase. */
const badgePositionInLane = ({ lane, lanes }: Curve): number =>
  0.25 + (0.5 * (lane + 1)) / (lanes + 1);

const boxAround = ({ x, y }: Point, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

type Size = Pick<Box, 'width' | 'height'>;

const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(...lines.map((line) => line.length)) * characterWidth,
  height: lines.length * lineHeight,
});

/** On the outside of the bow first, then the other side, above and below. */
function labelCandidates(
  badge: Point,
  { control, start, end }: Curve,
  size: Size,
): LabelPosition[] {
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const isRight = control.x >= middle.x;
  const beside = badgeRadius + 6;
  const y = badge.y - size.height / 2 + lineHeight * 0.75;
  const right: LabelPosition = { x: badge.x + beside, y, anchor: 'start' };
  const left: LabelPosition = { x: badge.x - beside, y, anchor: 'end' };
  const centered = { x: badge.x, anchor: 'middle' } as const;
  const above = { ...centered, y: badge.y - badgeRadius - 6 - size.height + lineHeight };
  const below = { ...centered, y: badge.y + badgeRadius + lineHeight };
  const isFlat = Math.abs(control.x - middle.x) < Math.abs(control.y - middle.y);
  const sides = isRight ? [right, left] : [left, right];
  const ends = control.y < middle.y ? [above, below] : [below, above];
  return isFlat ? [...ends, ...sides] : [...sides, ...ends];
}

export function boxOf({ x, y, anchor }: LabelPosition, { width, height }: Size): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { x: left, y: y - lineHeight * 0.8, width, height };
}

const isInside = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** How much of a box others take, as the side of a square. */
function overlapSize(box: Box, others: readonly Box[]): number {
  let sum = 0;
  for (const other of others) {
    const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    if (width > 0 && height > 0) sum += Math.sqrt(width * height);
  }
  return sum;
}

const margin = 14;

function boundsOf(
  nodes: readonly NodePosition[],
  edges: readonly EdgePosition[],
  words: LabelLines,
): Box {
  const boxes: Box[] = nodes.map(({ x, y, radius }, index) => {
    // The words above the base node.
    const [half, above] = index === 0 ? [Math.max(radius, 120), 44] : [radius, 0];
    return { x: x - half, y: y - radius - above, width: 2 * half, height: 2 * radius + above };
  });
  for (const edge of edges) {
    for (let index = 1; index < 8; index++) {
      boxes.push(boxAround(pointOnCurve(edge, index / 8), badgeRadius));
    }
    if (edge.label !== null) boxes.push(boxOf(edge.label, labelSize(words(edge.leg))));
  }
  if (boxes.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const top = Math.min(...boxes.map(({ y }) => y)) - margin;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  return {
    x: roundCoordinate(left),
    y: roundCoordinate(top),
    width: roundCoordinate(right - left),
    height: roundCoordinate(bottom - top),
  };
}

const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;
