import { t } from '@vscode/l10n';
import { amountScale, type ScaleKind } from '../charts/amountScale.ts';
import { svgElement } from '../dom.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import {
  type ChartGroup,
  type ChartLine,
  type ChartModel,
  type ChartWindow,
  isMarket,
} from './chartModel.ts';
import { formatSample } from './labels.ts';
import { drawContext, drawFrame, drawLines, type Plot, type PlotArea } from './plot.ts';

export interface ChartOptions {
  readonly model: ChartModel;
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
  /** One plot per line instead of one for all. */
  readonly isMultiples: boolean;
}

interface Chart {
  /** Accessible name. */
  readonly label: string;
  readonly xTitle: string;
  readonly isInterpolated: boolean;
  readonly title: (window: ChartWindow) => string;
  /** Lines below the title; wrapped only between notes. */
  readonly notes: (window: ChartWindow) => readonly string[];
  /** All amounts that the axis of a group must include. */
  readonly amounts: (group: ChartGroup) => readonly number[];
  readonly plot: (
    group: ChartGroup,
    window: ChartWindow,
    area: PlotArea,
    /** Maps a fraction of the axis, 0 to 1, to its position. */
    xOf: (share: number) => number,
  ) => Pick<Plot, 'ticks' | 'lines' | 'marker'>;
}

/** Pixels; narrower columns are stacked. */
const minColumnWidth = 500;
/** Pixels; narrower plots have no end labels. */
const minEndLabelWidth = 500;
/** Margins of a pair of axes: amounts on the left, end labels on the right. */
const margins = { left: 58, right: 128, narrowRight: 14, top: 20, bottom: 44 } as const;
const plotHeights = { wide: 340, narrow: 240 } as const;
const cell = {
  minWidth: 220,
  gap: 24,
  left: 46,
  right: 12,
  top: 26,
  height: 96,
  bottom: 36,
} as const;
const maxCellColumns = 4;
/** Distance between the ends of the x axis and the first and last tick, pixels. */
const inset = 8;

/** Fraction of a plot's axis, 0 to 1, at a horizontal position in screen pixels. */
export function shareAt({ x, width }: Pick<PlotArea, 'x' | 'width'>, position: number): number {
  const share = (position - x - inset) / (width - 2 * inset);
  return Math.min(1, Math.max(0, share));
}

/** Draws a pair of axes per unit and window, or per line, in one SVG. */
export function drawChart(options: ChartOptions, chart: Chart): SVGSVGElement {
  const { model, width, isMultiples } = options;
  const parts: SVGElement[] = [];
  let top = 0;
  for (const group of model.groups) {
    // Computed once per group: there are many over time.
    const amounts = chart.amounts(group);
    const draw = isMultiples ? drawMultiples : drawTogether;
    const drawn = draw(group, options, { ...chart, amounts: () => amounts }, top);
    parts.push(...drawn.parts);
    top = drawn.bottom + 16;
  }
  const height = Math.max(1, top - 16);
  return svgElement(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': chart.label,
    },
    parts,
  );
}

interface Drawn {
  readonly parts: readonly SVGElement[];
  readonly bottom: number;
}

/** All lines of a window in one plot; windows side by side if there is room. */
function drawTogether(group: ChartGroup, options: ChartOptions, chart: Chart, from: number): Drawn {
  const { windows } = group;
  const columns = options.width / windows.length >= minColumnWidth ? windows.length : 1;
  const width = options.width / columns;
  const hasEndLabels = width >= minEndLabelWidth;
  const right = hasEndLabels ? margins.right : margins.narrowRight;
  const height = hasEndLabels ? plotHeights.wide : plotHeights.narrow;
  const parts: SVGElement[] = [];
  let top = from;
  for (let first = 0; first < windows.length; first += columns) {
    const row = windows.slice(first, first + columns);
    const headings = row.map((window, at) =>
      drawHeading(group, window, options, chart, { x: at * width, y: top, width }),
    );
    const y = Math.max(...headings.map(({ bottom }) => bottom)) + margins.top;
    parts.push(...headings.flatMap((heading) => heading.parts));
    for (const [at, window] of row.entries()) {
      const x = at * width + margins.left;
      const area = { x, y, width: Math.max(80, width - margins.left - right), height };
      const plot = createPlot(group, window, options, chart, { area, hasEndLabels });
      parts.push(svgElement('g', { class: 'plot' }, [...drawFrame(plot), ...drawLines(plot)]));
    }
    top = y + height + margins.bottom;
  }
  return { parts, bottom: top };
}

/** Each plot also has the market's line. */
function drawMultiples(
  group: ChartGroup,
  options: ChartOptions,
  chart: Chart,
  from: number,
): Drawn {
  const { width } = options;
  const fitting = Math.floor((width + cell.gap) / (cell.minWidth + cell.gap));
  const columns = Math.min(maxCellColumns, Math.max(1, fitting));
  const cellWidth = (width - (columns - 1) * cell.gap) / columns;
  const parts: SVGElement[] = [];
  let top = from;
  for (const window of group.windows) {
    const heading = drawHeading(group, window, options, chart, { x: 0, y: top, width });
    parts.push(...heading.parts);
    top = heading.bottom + 14;
    const market = window.lines.find(({ series }) => isMarket(series));
    const own = window.lines.filter((each) => each !== market);
    const lines = own.length > 0 ? own : window.lines;
    const area = {
      ...{ x: cell.left, y: cell.top, height: cell.height },
      width: cellWidth - cell.left - cell.right,
    };
    const plot = createPlot(group, window, options, chart, { area, hasEndLabels: false });
    const ofMarket = own.length > 0 ? plot.lines.find(({ key }) => key === market?.key) : undefined;
    // Equal in all plots, so it is drawn once.
    const frame = svgElement('g', {}, [
      ...drawFrame(plot),
      ofMarket === undefined ? null : drawContext(ofMarket, plot),
    ]);
    for (const [at, each] of lines.entries()) {
      const x = (at % columns) * (cellWidth + cell.gap);
      const y = top + Math.floor(at / columns) * (cell.top + cell.height + cell.bottom);
      parts.push(
        svgElement('g', { class: 'plot small', transform: `translate(${x} ${y})` }, [
          cellHeading(each, group, area.x + area.width),
          frame.cloneNode(true),
          ...drawLines({ ...plot, lines: plot.lines.filter(({ key }) => key === each.key) }),
        ]),
      );
    }
    top += Math.ceil(lines.length / columns) * (cell.top + cell.height + cell.bottom);
  }
  return { parts, bottom: top };
}

function cellHeading(
  { key, label, series, marker }: ChartLine,
  { display }: ChartGroup,
  right: number,
): SVGElement {
  const name = svgElement('text', { class: 'cell-title', x: 0, y: 11 }, [
    label.length > 18 ? `${label.slice(0, 17)}…` : label,
    svgElement('tspan', { class: 'note', dx: 6 }, formatSample(series.sample)),
  ]);
  const amount = marker === null ? '—' : display.formatShort(marker.value);
  return svgElement('g', { 'data-series': key }, [
    name,
    svgElement('text', { class: 'cell-value', x: right, y: 11, 'text-anchor': 'end' }, amount),
  ]);
}

function createPlot(
  group: ChartGroup,
  window: ChartWindow,
  { scale, isMultiples }: ChartOptions,
  chart: Chart,
  axes: Pick<Plot, 'area' | 'hasEndLabels'>,
): Plot {
  const { area } = axes;
  const xOf = (share: number) => area.x + inset + share * (area.width - 2 * inset);
  const plot = chart.plot(group, window, area, xOf);
  return {
    ...axes,
    ...plot,
    marker: isMultiples && plot.marker !== null ? { ...plot.marker, label: '' } : plot.marker,
    xTitle: isMultiples ? '' : chart.xTitle,
    isInterpolated: chart.isInterpolated,
    formatAmount: group.display.formatShort,
    scale: amountScale(scale, chart.amounts(group), area.y, area.y + area.height),
  };
}

function drawHeading(
  { display }: ChartGroup,
  window: ChartWindow,
  { scale, isMultiples, width: all }: ChartOptions,
  chart: Chart,
  { x, y, width }: Omit<PlotArea, 'height'>,
): Drawn {
  const axis = scale === 'log' ? t('{0}, log scale', display.title) : display.title;
  const market = window.lines.some(({ series }) => isMarket(series)) && window.lines.length > 1;
  const notes = [
    ...wrap(chart.notes(window), Math.min(width, all) / 6),
    ...wrap([axis, ...(isMultiples && market ? [t('grey line: market')] : [])], width / 6),
  ];
  const parts = [
    svgElement('text', { class: 'plot-title', x, y: y + 14 }, chart.title(window)),
    ...notes.map((note, at) => svgElement('text', { class: 'note', x, y: y + 32 + at * 15 }, note)),
  ];
  return { parts, bottom: y + 32 + (notes.length - 1) * 15 };
}

function wrap(texts: readonly string[], characters: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length + 3 > characters) lines.push(text);
    else lines[lines.length - 1] = `${last} · ${text}`;
  }
  return lines;
}
