import { roundCoordinate } from '../charts/marks.ts';
import {
  badgeRadius,
  type LabelPosition,
  type LegLabel,
  labelAt,
  labelSize,
  placeLabels,
  type Size,
} from './placeLabels.ts';
import {
  type Box,
  boxAroundAll,
  type Circle,
  type Curve,
  growBox,
  isClear,
  obstacleOf,
  obstacleOfCurve,
  type Point,
} from './routeGeometry.ts';
import type { Route, RouteLeg, Token } from './routeModel.ts';

export interface RouteLayout {
  readonly nodes: readonly NodePosition[];
  readonly edges: readonly EdgePosition[];
  readonly baseLabel: LabelPosition | null;
  readonly box: Box;
}

export interface NodePosition extends Circle {
  readonly token: Token;
}

/** A leg as a curve from rim to rim, with a width by value, its number and its label. */
export interface EdgePosition extends Curve, LegLabel {
  readonly leg: RouteLeg;
}

export interface RouteLabels {
  readonly ofLeg: (leg: RouteLeg) => readonly string[];
  readonly ofBase: readonly string[];
}

const nodeRadius = 36;
const baseRadius = 44;
const margin = 6;
/** With more legs, labels are only in the table. */
const maxLabeledLegs = 40;

/** Distances between tokens, in order of preference: the first with room for every label wins. */
const spreads = [1, 1.25, 1.5, 1.8, 0.8, 0.55];

/**
 * Tokens are on a ring in flow order, base first. Each leg is a curve that bends to its left, so
 * that opposite and parallel legs do not overlap. `room`: pixels; a route that needs more is as
 * narrow as possible.
 */
export function layoutRoute(route: Route, labels: RouteLabels, room: number): RouteLayout {
  const ring = ringOrder(route);
  let best: RouteLayout = { nodes: [], edges: [], baseLabel: null, box: boxAroundAll([]) };
  let mostLabels = -1;
  const sizes = labelSizes(route, labels);
  for (const spread of ring.length === 0 ? [] : spreads) {
    const isLast = spread === spreads.at(-1);
    const maxWidth = isLast ? null : room;
    const minLabels = mostLabels + 1;
    const layout = layoutAt(spread, ring, route, sizes, { room, maxWidth, minLabels });
    if (layout === null) continue;
    const count = layout.edges.filter(({ label }) => label !== null).length;
    if (count > mostLabels) [best, mostLabels] = [layout, count];
    if (count === route.legs.length) break;
  }
  return best;
}

interface LabelSizes {
  /** Null: legs have no labels. */
  readonly ofLegs: ReadonlyMap<RouteLeg, Size> | null;
  readonly ofBase: Size | null;
}

const labelSizes = ({ legs }: Route, { ofLeg, ofBase }: RouteLabels): LabelSizes => ({
  ofLegs:
    legs.length > maxLabeledLegs
      ? null
      : new Map(legs.map((leg) => [leg, labelSize(ofLeg(leg))] as const)),
  ofBase: ofBase.length === 0 ? null : labelSize(ofBase),
});

/** Null if too wide or with fewer than `minLabels` labels; detected early if possible. */
function layoutAt(
  spread: number,
  ring: readonly Token[],
  { base, legs }: Route,
  { ofLegs, ofBase }: LabelSizes,
  {
    room,
    maxWidth,
    minLabels,
  }: { readonly room: number; readonly maxWidth: number | null; readonly minLabels: number },
): RouteLayout | null {
  const isTooWide = (box: Box) => maxWidth !== null && growBox(box, margin).width > maxWidth;
  const nodes = positionNodes(ring, base, spread);
  const discs = nodes.map((node) => obstacleOf(node));
  // Check tokens first: legs extend further, but take much longer to compute.
  if (isTooWide(boxAroundAll(discs.map((disc) => disc.bounds)))) return null;
  const curves = positionCurves(legs, nodes, spread).map((curve) => ({
    curve,
    obstacle: obstacleOfCurve(curve),
    label: ofLegs?.get(curve.leg) ?? null,
  }));
  const obstacles = [...discs, ...curves.map(({ obstacle }) => obstacle)];
  const bounds = growBox(boxAroundAll(obstacles.map((each) => each.bounds)), badgeRadius / 2);
  if (isTooWide(bounds)) return null;
  const overhang = Math.max(0, Math.floor((room - bounds.width) / 2) - margin);
  const baseLabel =
    ofBase === null
      ? null
      : (baseLabelPlaces(nodes, ofBase).find(({ box }) => isClear(growBox(box, 3), obstacles)) ??
        labelAt({ x: 0, y: bounds.y }, ofBase, above, baseLabelGap));
  const places = placeLabels(curves, obstacles, baseLabel === null ? [] : [baseLabel.box], {
    room: growBox(bounds, overhang),
    minLabels,
  });
  if (places === null) return null;
  const edges = curves.flatMap(({ curve }, index) => {
    const place = places[index];
    return place === undefined ? [] : [{ ...curve, ...place }];
  });
  const all = [baseLabel, ...edges.map(({ label }) => label)].flatMap((label) => label?.box ?? []);
  const box = wholePixels(growBox(boxAroundAll([bounds, ...all]), margin));
  return maxWidth !== null && box.width > maxWidth ? null : { nodes, edges, baseLabel, box };
}

function wholePixels({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) - left,
    height: Math.ceil(y + height) - top,
  };
}

const above = { x: 0, y: -1 };
const baseLabelGap = { x: 0, y: 8 };

/** Positions for the base label: above the base or in the middle; with two tokens, between them. */
function baseLabelPlaces(nodes: readonly NodePosition[], size: Size) {
  const center = labelAt({ x: 0, y: 0 }, size, { x: 0, y: 0 }, baseLabelGap);
  const rim = nodes.slice(0, 1).map(({ x, y, radius }) => ({ x, y: y - radius }));
  if (nodes.length === 2) return [center];
  return [...rim.map((point) => labelAt(point, size, above, baseLabelGap)), center];
}

/** Tokens in flow order from the base; in leg order if the flow is circular. */
function ringOrder({ base, tokens, legs }: Pick<Route, 'base' | 'tokens' | 'legs'>): Token[] {
  const left = new Set(tokens);
  const order: Token[] = [];
  // The remaining tokens that each token is bought with.
  const sources = new Map<Token, Set<Token>>(tokens.map((token) => [token, new Set()]));
  for (const { from, to } of legs) {
    if (to !== base && from !== base && from !== to) sources.get(to)?.add(from);
  }
  const pick = () => [...left].find((token) => sources.get(token)?.size === 0) ?? [...left][0];
  let next = base !== null && left.has(base) ? base : pick();
  while (next !== undefined) {
    left.delete(next);
    order.push(next);
    for (const each of sources.values()) each.delete(next);
    next = pick();
  }
  return order;
}

/** Arc length per token. */
const arcPerNode = 210;

function positionNodes(ring: readonly Token[], base: Token | null, spread: number): NodePosition[] {
  const count = ring.length;
  const around = (count * arcPerNode) / (2 * Math.PI) / 1.25;
  const vertical = count < 3 ? 0 : Math.max(140, around) * spread;
  const horizontal =
    count === 1 ? 0 : count === 2 ? 190 * spread : Math.max(225, around * 1.45) * spread;
  return ring.map((token, index) => {
    // Two tokens are side by side, so that labels fit between the curves; else the first is on top.
    const angle = (index / count) * 2 * Math.PI - (count === 2 ? Math.PI : Math.PI / 2);
    return {
      token,
      x: horizontal * Math.cos(angle),
      y: vertical * Math.sin(angle),
      radius: token === base ? baseRadius : nodeRadius,
    };
  });
}

type LegCurve = Curve & Pick<EdgePosition, 'leg'>;

function positionCurves(
  legs: readonly RouteLeg[],
  nodes: readonly NodePosition[],
  spread: number,
): LegCurve[] {
  const nodeOf = new Map(nodes.map((node) => [node.token, node]));
  const keyOf = ({ from, to }: RouteLeg) => `${from.index} ${to.index}`;
  const groups = Map.groupBy(legs, keyOf);
  const widthOf = lineWidths(legs);
  return legs.flatMap((leg) => {
    const from = nodeOf.get(leg.from);
    const to = nodeOf.get(leg.to);
    if (from === undefined || to === undefined) return [];
    const lanes = groups.get(keyOf(leg)) ?? [leg];
    const lane = lanes.indexOf(leg);
    const curve =
      from === to
        ? loopCurve(from, lane)
        : arcCurve(from, to, bowOf(nodes.length, lane, lanes.length, spread));
    return [{ leg, width: widthOf(leg), ...curve }];
  });
}

/** Distance of the middle of a leg from the straight line. */
function bowOf(nodeCount: number, lane: number, lanes: number, spread: number): number {
  const gap = lanes > 6 ? 26 : spread < 0.8 ? 34 : nodeCount === 2 ? 74 : 56;
  if (nodeCount === 2) return 46 + lane * gap;
  return 30 + (lane - (lanes - 1) * 0.35) * gap;
}

function arcCurve(from: NodePosition, to: NodePosition, bow: number) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = Math.hypot(dx, dy) || 1;
  // To the left of the direction, which is outwards in a clockwise ring.
  const control = {
    x: (from.x + to.x) / 2 + (dy / distance) * bow * 2,
    y: (from.y + to.y) / 2 - (dx / distance) * bow * 2,
  };
  return {
    start: pointTowards(from, control, from.radius + 2),
    control,
    end: pointTowards(to, control, to.radius + 7),
  };
}

/** A leg with the same input and output token: a loop beside the node. */
function loopCurve({ x, y, radius }: NodePosition, lane: number) {
  const reach = radius + 46 + lane * 26;
  return {
    start: { x: x + radius * 0.7, y: y - radius * 0.7 },
    control: { x: x + reach * 1.5, y: y + (radius - reach) * 0.2 },
    end: { x: x + radius * 0.8, y: y + radius * 0.75 },
  };
}

function pointTowards(node: NodePosition, to: Point, radius: number): Point {
  const distance = Math.hypot(to.x - node.x, to.y - node.y) || 1;
  return {
    x: node.x + ((to.x - node.x) / distance) * radius,
    y: node.y + ((to.y - node.y) / distance) * radius,
  };
}

/** Line widths from 1.5 to 6; proportional to the square root of the value. */
function lineWidths(legs: readonly RouteLeg[]): (leg: RouteLeg) => number {
  const worth = (leg: RouteLeg) => leg.inputUsd ?? leg.outputUsd;
  const most = Math.max(0, ...legs.map((leg) => worth(leg) ?? 0));
  return (leg) => {
    const usd = worth(leg);
    if (usd === null || most === 0 || !Number.isFinite(most)) return 2;
    return roundCoordinate(1.5 + 4.5 * Math.sqrt(Math.max(0, usd) / most));
  };
}
