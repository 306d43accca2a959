import { t } from '@vscode/l10n';
import { roundCoordinate } from '../charts/marks.ts';
import { svgElement } from '../dom.ts';
import { badgeRadius, type LabelPosition, lineHeight } from './placeLabels.ts';
import type { Point } from './routeGeometry.ts';
import { legAriaLabel, nodeTitle } from './routeLabels.ts';
import type { EdgePosition, NodePosition, RouteLabels, RouteLayout } from './routeLayout.ts';
import { baseGain, type Route, type RouteLeg, type Token } from './routeModel.ts';

/** Number of theme colours for tokens, reused in turn; tokens also have labels. */
const tokenColorCount = 7;
const colorClass = (token: Token): string => `token-${token.index % tokenColorCount}`;

const maxNodeLabelLength = 9;
/** Longer labels need smaller letters to fit into a node. */
const longNodeLabelLength = 7;

/** Legs (pointer and focus targets) below, tokens above, labels on top. */
export function drawRoute(
  route: Route,
  { nodes, edges, baseLabel, box }: RouteLayout,
  labels: RouteLabels,
  isGrey: boolean,
) {
  const gain = baseGain(route) ?? 0n;
  const tone = gain === 0n ? '' : gain < 0n ? 'loss' : 'gain';
  const legs = new Map(edges.map((edge): [RouteLeg, SVGGElement] => [edge.leg, drawEdge(edge)]));
  const tops = new Map(
    edges.map((edge): [RouteLeg, SVGGElement] => [edge.leg, drawLegLabel(edge, labels)]),
  );
  const drawing = svgElement(
    'svg',
    {
      class: isGrey ? 'route-map grey' : 'route-map',
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      width: box.width,
      height: box.height,
      role: 'group',
      'aria-label': routeSummary(route),
    },
    [
      ...legs.values(),
      ...nodes.map((node) => drawNode(node, route)),
      baseLabel !== null && drawLabel(labels.ofBase, baseLabel, ['in-out', 'gross'], tone),
      ...tops.values(),
    ],
  );
  return { drawing, legs, tops };
}

function drawEdge({ leg, start, control, end, width }: EdgePosition): SVGGElement {
  const path = `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`;
  return svgElement(
    'g',
    {
      class: `leg ${colorClass(leg.to)}`,
      'data-leg': leg.number,
      tabindex: 0,
      role: 'button',
      'aria-label': legAriaLabel(leg),
    },
    [
      svgElement('title', {}, legAriaLabel(leg)),
      svgElement('path', { class: 'reach', d: path }),
      svgElement('path', { class: 'line', d: path, 'stroke-width': width }),
      svgElement('path', { class: 'tip', d: arrowTip(control, end, width) }),
    ],
  );
}

const drawLegLabel = ({ leg, badge, label }: EdgePosition, { ofLeg }: RouteLabels): SVGGElement =>
  svgElement(
    'g',
    { class: `leg-top ${colorClass(leg.to)}`, 'data-leg': leg.number, 'aria-hidden': 'true' },
    [
      svgElement('circle', { class: 'badge', cx: badge.x, cy: badge.y, r: badgeRadius }),
      svgText('badge-number', badge.x, badge.y + 3.8, String(leg.number)),
      label !== null && drawLabel(ofLeg(leg), label, ['amm', 'amounts']),
    ],
  );

const svgText = (name: string, x: number, y: number, text: string): SVGTextElement =>
  svgElement('text', { class: name, x, y }, text);

const drawLabel = (
  lines: readonly string[],
  { x, y, anchor }: LabelPosition,
  classes: readonly string[],
  tone = '',
): SVGGElement =>
  svgElement(
    'g',
    { class: `label ${tone}`, 'text-anchor': anchor },
    lines.map((line, index) => svgText(classes[index] ?? '', x, y + index * lineHeight, line)),
  );

/** Arrow tip as a path instead of a marker, so that it has the leg's colour in exports too. */
function arrowTip(control: Point, end: Point, width: number): string {
  const distance = Math.hypot(end.x - control.x, end.y - control.y) || 1;
  const x = (end.x - control.x) / distance;
  const y = (end.y - control.y) / distance;
  const at = (forward: number, aside: number) =>
    `${roundCoordinate(end.x + x * forward - y * aside)} ${roundCoordinate(end.y + y * forward + x * aside)}`;
  const half = 3.5 + width * 0.6;
  return `M${at(5, 0)}L${at(-2 - width, half)}L${at(-2 - width, -half)}Z`;
}

function drawNode({ token, x, y, radius }: NodePosition, { base }: Route): SVGGElement {
  const { label, looksLike } = token;
  const isBase = token === base;
  const characters = Array.from(label);
  const isCut = characters.length > maxNodeLabelLength;
  const shown = isCut ? `${characters.slice(0, maxNodeLabelLength - 1).join('')}…` : label;
  const name = `symbol${characters.length > longNodeLabelLength ? ' long' : ''}`;
  return svgElement(
    'g',
    { class: `node ${colorClass(token)}${isBase ? ' base' : ''}`, 'data-mint': token.mint },
    [
      svgElement('title', {}, nodeTitle(token)),
      svgElement('circle', { class: 'disc', cx: x, cy: y, r: radius }),
      svgText(name, x, isBase || looksLike !== null ? y : y + 4.5, shown),
      isBase && svgText('role', x, y + 15, t('base')),
      looksLike !== null &&
        svgText('warning', x, y + (isBase ? 28 : 15), t('⚠ not {0}', looksLike)),
    ],
  );
}

export const routeSummary = ({ legs: { length } }: Route): string =>
  length === 1 ? t('Route map: 1 leg') : t('Route map: {0} legs', length);
