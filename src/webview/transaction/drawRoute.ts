import { t } from '@vscode/l10n';
import { svgElement } from '../dom.ts';
import { type AmountFormat, formatShort, legAriaLabel, legLabelLines } from './routeLabels.ts';
import {
  badgeRadius,
  baseRadius,
  type EdgePosition,
  lineHeight,
  type NodePosition,
  type RouteLayout,
} from './routeLayout.ts';
import type { Route, RouteLeg, Token } from './routeModel.ts';

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
 * number and the words of each leg on top.
 */
export function drawRoute(
  route: Route,
  { nodes, edges, box }: RouteLayout,
  { form, summary, isGrey }: { form: AmountFormat; summary: string; isGrey: boolean },
) {
  const legs = new Map(edges.map((edge): [RouteLeg, SVGGElement] => [edge.leg, drawEdge(edge)]));
  const labels = new Map(
    edges.map((edge): [RouteLeg, SVGGElement] => [edge.leg, drawLegLabel(edge, form)]),
  );
  const drawing = svgElement(
    'svg',
    {
      class: isGrey ? 'route-map grey' : 'route-map',
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      role: 'group',
      'aria-label': summary,
    },
    [...legs.values(), ...nodes.map((node) => drawNode(node, route, form)), ...labels.values()],
  );
  return { drawing, legs, labels };
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

function drawLegLabel({ leg, badge, label }: EdgePosition, form: AmountFormat): SVGGElement {
  const place = label ?? {
    x: badge.x,
    y: badge.y - badgeRadius - lineHeight - 8,
    anchor: 'middle',
  };
  return svgElement(
    'g',
    {
      class: `leg-top ${colorClass(leg.to)}${label === null ? ' crowded' : ''}`,
      'data-leg': leg.number,
      'aria-hidden': 'true',
    },
    [
      svgElement('circle', { class: 'badge', cx: badge.x, cy: badge.y, r: badgeRadius }),
      svgElement(
        'text',
        { class: 'badge-number', x: badge.x, y: badge.y + 3.8 },
        String(leg.number),
      ),
      svgElement(
        'g',
        { class: 'leg-words', 'text-anchor': place.anchor },
        legLabelLines(leg, form).map((line, index) =>
          svgElement(
            'text',
            { class: index === 0 ? 'amm' : 'amounts', x: place.x, y: place.y + index * lineHeight },
            [line],
          ),
        ),
      ),
    ],
  );
}

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

function drawNode({ token, x, y, radius }: NodePosition, route: Route, form: AmountFormat) {
  const isBase = token === route.base;
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
          y: y + (isBase || token.looksLike !== null ? 0 : 4.5),
        },
        [nodeLabel(token)],
      ),
      isBase && svgElement('text', { class: 'role', x, y: y + 15 }, t('base')),
      token.looksLike !== null &&
        svgElement('text', { class: 'warning', x, y: y + (isBase ? 28 : 15) }, t('⚠ not it')),
      ...(isBase ? drawBaseLabel(route, x, y, form) : []),
    ],
  );
}

export const nodeTitle = (token: Token): string =>
  token.looksLike === null
    ? `${token.fullLabel}: ${token.mint}`
    : t(
        '{0}: {1}. Looks like {2}, and is another mint.',
        token.fullLabel,
        token.mint,
        token.looksLike,
      );

/** What went into the cycle, what came out, and the difference, above the base. */
function drawBaseLabel(route: Route, x: number, y: number, form: AmountFormat): SVGTextElement[] {
  const { base, baseInput } = route;
  const flow = route.flows.find(({ token }) => token === base);
  if (base === null || flow === undefined) return [];
  const gross = flow.bought - flow.sold;
  const top = y - baseRadius - 27;
  const figure = (raw: bigint) => formatShort(base, raw, form);
  return [
    svgElement('text', { class: 'in-out', x, y: top }, [
      t('in {0} → out {1}', figure(baseInput), figure(baseInput + gross)),
    ]),
    svgElement('text', { class: `gross ${gross < 0n ? 'loss' : 'gain'}`, x, y: top + 16 }, [
      t('gross {0}', `${gross > 0n ? '+' : ''}${figure(gross)}`),
    ]),
  ];
}

/** The route in one sentence, for those who hear it and for the file. */
export function routeSummary({ legs, base }: Route): string {
  if (legs.length === 0) return t('Route map: no swap took effect');
  const [first] = legs;
  const way = legs.length > 12 ? [] : legs.map(({ to }) => to.fullLabel);
  return way.length === 0
    ? t('Route map {0} legs from {1}', legs.length, base?.fullLabel ?? t('the first token'))
    : t(
        'Route map from {0} by {1} legs to {2}',
        first?.from.fullLabel ?? '',
        legs.length,
        way.join(', '),
      );
}
