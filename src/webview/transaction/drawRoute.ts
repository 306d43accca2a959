import { t } from '@vscode/l10n';
import { svgElement } from '../dom.ts';
import { badgeRadius, type LabelPosition, lineHeight } from './placeLabels.ts';
import { legAriaLabel, nodeTitle } from './routeLabels.ts';
import type { EdgePosition, NodePosition, RouteLabels, RouteLayout } from './routeLayout.ts';
import { baseGain, type Route, type RouteLeg, type Token } from './routeModel.ts';

/** Colours of the theme that tokens take in turn; what they mean is written beside them. */
const tokenColorCount = 7;
const colorClass = (token: Token): string => `token-${token.index % tokenColorCount}`;

const maxNodeLabelLength = 9;
function nodeLabel({ label }: Token): string {
  const characters = Array.from(label);
  if (characters.length <= maxNodeLabelLength) return label;
  return `${characters.slice(0, maxNodeLabelLength - 1).join('')}…`;
}

/** What would reach over the edge of a node in letters of the usual size. */
const isLongLabel = (token: Token): boolean => Array.from(nodeLabel(token)).length > 7;

/**
 * Draws a route: the legs beneath, which take the pointer and the focus, the tokens above, the
 * numbers and labels on top.
 */
export function drawRoute(
  route: Route,
  { nodes, edges, baseLabel, box }: RouteLayout,
  { labels, summary, isGrey }: { labels: RouteLabels; summary: string; isGrey: boolean },
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
      'aria-label': summary,
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

function drawLegLabel({ leg, badge, label }: EdgePosition, { ofLeg }: RouteLabels): SVGGElement {
  return svgElement(
    'g',
    { class: `leg-top ${colorClass(leg.to)}`, 'data-leg': leg.number, 'aria-hidden': 'true' },
    [
      svgElement('circle', { class: 'badge', cx: badge.x, cy: badge.y, r: badgeRadius }),
      svgElement(
        'text',
        { class: 'badge-number', x: badge.x, y: badge.y + 3.8 },
        String(leg.number),
      ),
      label !== null && drawLabel(ofLeg(leg), label, ['amm', 'amounts']),
    ],
  );
}

const drawLabel = (
  lines: readonly string[],
  { x, y, anchor }: LabelPosition,
  classes: readonly string[],
  tone = '',
): SVGGElement =>
  svgElement(
    'g',
    { class: `label ${tone}`, 'text-anchor': anchor },
    lines.map((line, index) =>
      svgElement('text', { class: classes[index], x, y: y + index * lineHeight }, line),
    ),
  );

/** An arrow's tip, drawn rather than a marker: it takes its colour from the leg, in files too. */
function arrowTip(control: { x: number; y: number }, end: { x: number; y: number }, width: number) {
  const distance = Math.hypot(end.x - control.x, end.y - control.y) || 1;
  const x = (end.x - control.x) / distance;
  const y = (end.y - control.y) / distance;
  const length = 7 + width;
  const half = 3.5 + width * 0.6;
  const at = (forward: number, aside: number) =>
    `${Math.round((end.x + x * forward - y * aside) * 100) / 100} ${Math.round((end.y + y * forward + x * aside) * 100) / 100}`;
  return `M${at(5, 0)}L${at(5 - length, half)}L${at(5 - length, -half)}Z`;
}

function drawNode({ token, x, y, radius }: NodePosition, route: Route): SVGGElement {
  const isBase = token === route.base;
  const { looksLike } = token;
  return svgElement(
    'g',
    { class: `node ${colorClass(token)}${isBase ? ' base' : ''}`, 'data-mint': token.mint },
    [
      svgElement('title', {}, nodeTitle(token)),
      svgElement('circle', { class: 'disc', cx: x, cy: y, r: radius }),
      svgElement(
        'text',
        {
          class: isLongLabel(token) ? 'symbol long' : 'symbol',
          x,
          y: y + (isBase || looksLike !== null ? 0 : 4.5),
        },
        [nodeLabel(token)],
      ),
      isBase && svgElement('text', { class: 'role', x, y: y + 15 }, t('base')),
      looksLike !== null &&
        svgElement(
          'text',
          { class: 'warning', x, y: y + (isBase ? 28 : 15) },
          t('⚠ not {0}', looksLike),
        ),
    ],
  );
}

/** The route map's name. */
export const routeSummary = ({ legs: { length } }: Route): string =>
  length === 1 ? t('Route map: 1 leg') : t('Route map: {0} legs', length);
