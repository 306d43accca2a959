import { svgElement } from '../dom.ts';
import type { PercentileQuery } from '../messages/percentiles.ts';
import { amountScale, type ScaleKind } from './amountScale.ts';
import { layoutChart, type PlotArea } from './chartLayout.ts';
import type { ChartGroup, ChartModel, ChartWindow } from './chartModel.ts';
import { drawPlot, type Plot } from './plot.ts';

export interface ChartOptions {
  /** Of the newest answers: it says which lines there are and how they look. */
  readonly model: ChartModel;
  readonly query: PercentileQuery;
  readonly width: number;
  readonly scale: ScaleKind;
  readonly percent: number;
}

/** What differs from chart to chart; the area, the amounts' unit and their scale come from here. */
interface ChartPlot extends Pick<Plot, 'title' | 'subtitle' | 'ticks' | 'lines' | 'marker'> {
  /** Every amount that the axis has room for. */
  readonly amounts: readonly number[];
}

/** Room between the ends of the amounts' axis and the first and last tick. */
const inset = 12;

/** A pair of axes for each group and window: windows stand side by side where there is room. */
export function drawChart(
  { model, width, scale }: ChartOptions,
  label: string,
  toPlot: (
    group: ChartGroup,
    window: ChartWindow,
    column: number,
    area: PlotArea,
    /** From a share of the axis, 0 to 1, to its place. */
    xOf: (share: number) => number,
  ) => ChartPlot,
): SVGSVGElement {
  const columns = model.groups[0]?.windows.length ?? 1;
  const { height, areaAt } = layoutChart(width, model.groups.length, columns);
  const plots = model.groups.flatMap((group, row) =>
    group.windows.map((window, column) => {
      const area = areaAt(row, column);
      const xOf = (share: number) => area.x + inset + share * (area.width - 2 * inset);
      const { amounts, ...plot } = toPlot(group, window, column, area, xOf);
      return drawPlot({
        ...plot,
        area,
        amountTitle: group.display.title,
        formatAmount: group.display.formatTick,
        scale: amountScale(scale, amounts, area.y, area.y + area.height),
      });
    }),
  );
  return svgElement(
    'svg',
    {
      class: 'picture',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': label,
    },
    plots,
  );
}
