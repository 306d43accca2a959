import { t } from '@vscode/l10n';
import { roundCoordinate } from '../charts/marks.ts';
import { focusRow, highlightHandlers, type LegLight, useIsLit } from './legLight.ts';
import { badgeRadius, type LabelPosition, lineHeight } from './placeLabels.ts';
import type { Point } from './routeGeometry.ts';
import { legAriaLabel, nodeTitle } from './routeLabels.ts';
import type { EdgePosition, NodePosition, RouteLabels, RouteLayout } from './routeLayout.ts';
import { baseGain, type Route, type Token } from './routeModel.ts';

/** Number of theme colours for tokens, reused in turn; tokens also have labels. */
const tokenColorCount = 7;
const colorClass = (token: Token): string => `token-${token.index % tokenColorCount}`;

const maxNodeLabelLength = 9;
/** Longer labels need smaller letters to fit into a node. */
const longNodeLabelLength = 7;

interface RouteDrawingProps {
  readonly route: Route;
  readonly layout: RouteLayout;
  readonly labels: RouteLabels;
  readonly isGrey: boolean;
  readonly light: LegLight;
  /** The shown part; by default all of it. */
  readonly viewBox?: string;
  /** Position in a drawing around it. */
  readonly position?: Point;
}

/** Legs (pointer and focus targets) below, tokens above, labels on top. */
export function RouteDrawing({ route, layout, labels, isGrey, light, ...rest }: RouteDrawingProps) {
  const { nodes, edges, baseLabel, box } = layout;
  const { viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`, position } = rest;
  const gain = baseGain(route) ?? 0n;
  const tone = gain === 0n ? '' : gain < 0n ? 'loss' : 'gain';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fields.
    <svg
      class={isGrey ? 'route-map grey' : 'route-map'}
      viewBox={viewBox}
      width={box.width}
      height={box.height}
      role="group"
      aria-label={routeSummary(route)}
      x={position?.x}
      y={position?.y}
    >
      {edges.map((edge) => (
        <Edge key={edge.leg.number} edge={edge} light={light} />
      ))}
      {nodes.map((node) => (
        <Node key={node.token.mint} node={node} isBase={node.token === route.base} />
      ))}
      {baseLabel !== null && (
        <Label
          lines={labels.ofBase}
          position={baseLabel}
          classes={['in-out', 'gross']}
          tone={tone}
        />
      )}
      {edges.map((edge) => (
        <LegTop key={edge.leg.number} edge={edge} lines={labels.ofLeg(edge.leg)} light={light} />
      ))}
    </svg>
  );
}

const pair = ({ x, y }: Point): string => `${roundCoordinate(x)} ${roundCoordinate(y)}`;

interface EdgeProps {
  readonly edge: EdgePosition;
  readonly light: LegLight;
}

function Edge({ edge: { leg, start, control, end, width }, light }: EdgeProps) {
  const path = `M${pair(start)}Q${pair(control)} ${pair(end)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Otherwise the key would also press the newly focused button.
    event.preventDefault();
    focusRow(leg.number);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons.
    <g
      class={`leg ${colorClass(leg.to)}${useIsLit(light, leg.number) ? ' lit' : ''}`}
      data-leg={leg.number}
      tabindex={0}
      role="button"
      aria-label={legAriaLabel(leg)}
      onClick={() => focusRow(leg.number)}
      onKeyDown={onKeyDown}
      {...highlightHandlers(light, leg.number)}
    >
      <title>{legAriaLabel(leg)}</title>
      <path class="reach" d={path} />
      <path class="line" d={path} stroke-width={width} />
      <path class="tip" d={arrowTip(control, end, width)} />
    </g>
  );
}

interface LegTopProps extends EdgeProps {
  readonly lines: readonly string[];
}

const LegTop = ({ edge: { leg, badge, label }, light, lines }: LegTopProps) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable.
  <g
    class={`leg-top ${colorClass(leg.to)}${useIsLit(light, leg.number) ? ' lit' : ''}`}
    data-leg={leg.number}
    aria-hidden="true"
  >
    <circle
      class="badge"
      cx={roundCoordinate(badge.x)}
      cy={roundCoordinate(badge.y)}
      r={badgeRadius}
    />
    <text class="badge-number" x={roundCoordinate(badge.x)} y={roundCoordinate(badge.y + 3.8)}>
      {leg.number}
    </text>
    {label !== null && <Label lines={lines} position={label} classes={['amm', 'amounts']} />}
  </g>
);

interface LabelProps {
  readonly lines: readonly string[];
  readonly position: LabelPosition;
  /** One for each line. */
  readonly classes: readonly string[];
  readonly tone?: string;
}

const Label = ({ lines, position: { x, y, anchor }, classes, tone = '' }: LabelProps) => (
  <g class={`label ${tone}`} text-anchor={anchor}>
    {lines.map((line, at) => (
      <text
        key={classes[at]}
        class={classes[at]}
        x={roundCoordinate(x)}
        y={roundCoordinate(y + at * lineHeight)}
      >
        {line}
      </text>
    ))}
  </g>
);

/** Arrow tip as a path instead of a marker, so that it has the leg's colour in exports too. */
function arrowTip(control: Point, end: Point, width: number): string {
  const distance = Math.hypot(end.x - control.x, end.y - control.y) || 1;
  const x = (end.x - control.x) / distance;
  const y = (end.y - control.y) / distance;
  const at = (forward: number, aside: number) =>
    pair({ x: end.x + x * forward - y * aside, y: end.y + y * forward + x * aside });
  const half = 3.5 + width * 0.6;
  return `M${at(5, 0)}L${at(-2 - width, half)}L${at(-2 - width, -half)}Z`;
}

interface NodeProps {
  readonly node: NodePosition;
  readonly isBase: boolean;
}

function Node({ node: { token, radius, ...center }, isBase }: NodeProps) {
  const { label, looksLike } = token;
  const [x, y] = [roundCoordinate(center.x), roundCoordinate(center.y)];
  const characters = Array.from(label);
  const isCut = characters.length > maxNodeLabelLength;
  const shown = isCut ? `${characters.slice(0, maxNodeLabelLength - 1).join('')}…` : label;
  return (
    <g class={`node ${colorClass(token)}${isBase ? ' base' : ''}`} data-mint={token.mint}>
      <title>{nodeTitle(token)}</title>
      <circle class="disc" cx={x} cy={y} r={radius} />
      <text
        class={`symbol${characters.length > longNodeLabelLength ? ' long' : ''}`}
        x={x}
        y={isBase || looksLike !== null ? y : roundCoordinate(y + 4.5)}
      >
        {shown}
      </text>
      {isBase && (
        <text class="role" x={x} y={roundCoordinate(y + 15)}>
          {t('base')}
        </text>
      )}
      {looksLike !== null && (
        <text class="warning" x={x} y={roundCoordinate(y + (isBase ? 28 : 15))}>
          {t('⚠ not {0}', looksLike)}
        </text>
      )}
    </g>
  );
}

export const routeSummary = ({ legs: { length } }: Route): string =>
  length === 1 ? t('Route map: 1 leg') : t('Route map: {0} legs', length);
