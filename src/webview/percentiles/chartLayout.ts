import { t } from '@vscode/l10n';
import { amountScale, type ScaleKind } from '../charts/amountScale.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import {
  type ChartGroup,
  type ChartLine,
  type ChartModel,
  type ChartWindow,
  isMarket,
} from './chartModel.ts';
import { linePath, type Plot, type PlotArea } from './plot.ts';

export interface ChartOptions {
  readonly model: ChartModel;
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
  /** One plot per line instead of one for all. */
  readonly isMultiples: boolean;
}

export interface Chart {
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
/** Between units. */
const sectionGap = 16;
const noteLineHeight = 15;
/** Distance between the ends of the x axis and the first and last tick, pixels. */
const inset = 8;

/** Fraction of a plot's axis, 0 to 1, at a horizontal position in screen pixels. */
export function shareAt({ x, width }: Pick<PlotArea, 'x' | 'width'>, position: number): number {
  const share = (position - x - inset) / (width - 2 * inset);
  return Math.min(1, Math.max(0, share));
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** Accessible name. */
  readonly label: string;
  /** In drawing order. */
  readonly parts: readonly ChartPart[];
}

export type ChartPart = HeadingPart | PlotPart | CellPart;

export interface HeadingPart {
  readonly kind: 'heading';
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly notes: readonly string[];
}

interface PlotPart {
  readonly kind: 'plot';
  readonly plot: Plot;
}

/** A small plot of one line. */
export interface CellPart {
  readonly kind: 'cell';
  readonly x: number;
  readonly y: number;
  readonly line: ChartLine;
  /** At the marker. */
  readonly amount: string;
  readonly plot: Plot;
  /** Path of the market's line, for comparison. */
  readonly context: string | null;
}

/** A pair of axes per unit and window, or per line, in one drawing. */
export function layoutChart(options: ChartOptions, chart: Chart): ChartLayout {
  const { model, width, isMultiples } = options;
  const parts: ChartPart[] = [];
  let top = 0;
  for (const group of model.groups) {
    // Computed once per group: there are many over time.
    const amounts = chart.amounts(group);
    const layout = isMultiples ? layoutMultiples : layoutTogether;
    const part = layout(group, options, { ...chart, amounts: () => amounts }, top);
    parts.push(...part.parts);
    top = part.bottom + sectionGap;
  }
  return { width, height: Math.max(1, top - sectionGap), label: chart.label, parts };
}

interface Section {
  readonly parts: readonly ChartPart[];
  readonly bottom: number;
}

/** All lines of a window in one plot; windows side by side if there is room. */
function layoutTogether(
  group: ChartGroup,
  options: ChartOptions,
  chart: Chart,
  from: number,
): Section {
  const { windows } = group;
  const columns = options.width / windows.length >= minColumnWidth ? windows.length : 1;
  const width = options.width / columns;
  const hasEndLabels = width >= minEndLabelWidth;
  const right = hasEndLabels ? margins.right : margins.narrowRight;
  const height = hasEndLabels ? plotHeights.wide : plotHeights.narrow;
  const parts: ChartPart[] = [];
  let top = from;
  for (let first = 0; first < windows.length; first += columns) {
    const row = windows.slice(first, first + columns);
    const headings = row.map((window, at) =>
      layoutHeading(group, window, options, chart, { x: at * width, y: top, width }),
    );
    const y = Math.max(...headings.map(headingBottom)) + margins.top;
    const plots = row.map((window, at): PlotPart => {
      const x = at * width + margins.left;
      const area = { x, y, width: Math.max(80, width - margins.left - right), height };
      const plot = createPlot(group, window, options, chart, { area, hasEndLabels });
      return { kind: 'plot', plot };
    });
    parts.push(...headings, ...plots);
    top = y + height + margins.bottom;
  }
  return { parts, bottom: top };
}

/** Each plot also has the market's line. */
function layoutMultiples(
  group: ChartGroup,
  options: ChartOptions,
  chart: Chart,
  from: number,
): Section {
  const { width } = options;
  const fitting = Math.floor((width + cell.gap) / (cell.minWidth + cell.gap));
  const columns = Math.min(maxCellColumns, Math.max(1, fitting));
  const cellWidth = (width - (columns - 1) * cell.gap) / columns;
  const cellHeight = cell.top + cell.height + cell.bottom;
  const area = {
    ...{ x: cell.left, y: cell.top, height: cell.height },
    width: cellWidth - cell.left - cell.right,
  };
  const parts: ChartPart[] = [];
  let top = from;
  for (const window of group.windows) {
    const heading = layoutHeading(group, window, options, chart, { x: 0, y: top, width });
    parts.push(heading);
    top = headingBottom(heading) + 14;
    const market = window.lines.find(({ series }) => isMarket(series));
    const own = window.lines.filter((each) => each !== market);
    const lines = own.length > 0 ? own : window.lines;
    const plot = createPlot(group, window, options, chart, { area, hasEndLabels: false });
    const ofMarket = own.length > 0 ? plot.lines.find(({ key }) => key === market?.key) : undefined;
    const context = ofMarket === undefined ? null : linePath(ofMarket, plot);
    for (const [at, line] of lines.entries()) {
      parts.push({
        kind: 'cell',
        x: (at % columns) * (cellWidth + cell.gap),
        y: top + Math.floor(at / columns) * cellHeight,
        line,
        amount: line.marker === null ? '—' : group.display.formatShort(line.marker.value),
        plot: { ...plot, lines: plot.lines.filter(({ key }) => key === line.key) },
        context,
      });
    }
    top += Math.ceil(lines.length / columns) * cellHeight;
  }
  return { parts, bottom: top };
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

function layoutHeading(
  { display }: ChartGroup,
  window: ChartWindow,
  { scale, isMultiples, width: all }: ChartOptions,
  chart: Chart,
  { x, y, width }: Omit<PlotArea, 'height'>,
): HeadingPart {
  const axis = scale === 'log' ? t('{0}, log scale', display.title) : display.title;
  const market = window.lines.some(({ series }) => isMarket(series)) && window.lines.length > 1;
  const notes = [
    ...wrap(chart.notes(window), Math.min(width, all) / 6),
    ...wrap([axis, ...(isMultiples && market ? [t('grey line: market')] : [])], width / 6),
  ];
  return { kind: 'heading', x, y, title: chart.title(window), notes };
}

/** Baseline of a note of a heading. */
export const noteY = ({ y }: Pick<HeadingPart, 'y'>, at: number): number =>
  y + 32 + at * noteLineHeight;

const headingBottom = (heading: HeadingPart): number => noteY(heading, heading.notes.length - 1);

function wrap(texts: readonly string[], characters: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length + 3 > characters) lines.push(text);
    else lines[lines.length - 1] = `${last} · ${text}`;
  }
  return lines;
}
