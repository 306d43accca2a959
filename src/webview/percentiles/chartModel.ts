import {
  type PercentileResponse,
  type PercentileSeries,
  seriesKey,
  smallSampleSize,
  type ValueUnit,
} from '../messages/percentiles.ts';
import {
  createDisplayUnit,
  type DisplayUnit,
  roundUpLamports,
  type SolUnit,
} from './displayUnit.ts';
import { providerLabel } from './labels.ts';
import { type PercentileValue, percentileAt } from './percentileAt.ts';
import { assignSeriesStyles, type SeriesStyle } from './seriesStyle.ts';

export interface ModelOptions {
  readonly solUnit: SolUnit;
  /** `null`: not known. */
  readonly solPriceUsd: number | null;
  /** Where the marker stands, 0 to 99. */
  readonly percent: number;
  /** Keys of the lines that are switched off. */
  readonly hidden: ReadonlySet<string>;
}

/** One line in one window. */
export interface ChartLine {
  readonly key: string;
  /** Provider, and the mint where it is not SOL. */
  readonly label: string;
  readonly series: PercentileSeries;
  readonly style: SeriesStyle;
  readonly isSmallSample: boolean;
  /** As drawn, in the unit of the group; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly marker: MarkerValue | null;
}

/** What the marker's percentile costs with one provider. */
interface MarkerValue {
  readonly value: number;
  readonly percentile: PercentileValue;
  /** The amount to pay, whole; null where the values are no lamports. */
  readonly lamports: bigint | null;
}

export interface ChartWindow {
  readonly response: PercentileResponse;
  readonly lines: readonly ChartLine[];
}

/** Values that may be compared with each other: those of one unit and mint, on one axis. */
export interface ChartGroup {
  readonly key: string;
  readonly unit: ValueUnit;
  readonly display: DisplayUnit;
  /** Beside each other; both have the axis of all. */
  readonly windows: readonly ChartWindow[];
  /** Every amount that is drawn. */
  readonly amounts: readonly number[];
}

/** A line of the list that switches lines on and off. */
export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly isHidden: boolean;
  /** In each window; null where the window's answer lacks the line. */
  readonly samples: readonly (number | null)[];
}

export interface ChartModel {
  readonly groups: readonly ChartGroup[];
  readonly legend: readonly LegendEntry[];
}

export function chartModel(
  answers: readonly PercentileResponse[],
  options: ModelOptions,
): ChartModel {
  const all = answers.flatMap(({ series }) => series);
  const styles = assignSeriesStyles(all);
  const legend = [...styles].flatMap(([key, style]) => {
    const series = all.find((each) => seriesKey(each) === key);
    if (series === undefined) return [];
    return {
      key,
      label: seriesLabel(series),
      style,
      isHidden: options.hidden.has(key),
      samples: answers.map((answer) => findSeries(answer, key)?.sample ?? null),
    };
  });
  const groups = [...new Map(all.map((series) => [chartGroupKey(series), series])).values()]
    .sort((a, b) => unitOrder(a) - unitOrder(b))
    .map((series) => chartGroup(series, answers, styles, options));
  return { groups, legend };
}

function chartGroup(
  { unit, symbol, mint }: PercentileSeries,
  answers: readonly PercentileResponse[],
  styles: ReadonlyMap<string, SeriesStyle>,
  options: ModelOptions,
): ChartGroup {
  const key = chartGroupKey({ unit, mint });
  const display = createDisplayUnit(unit, symbol, options.solUnit, options.solPriceUsd);
  const windows = answers.map((response) => ({
    response,
    lines: [...styles].flatMap(([each, style]) => {
      const series = findSeries(response, each);
      if (series === undefined || chartGroupKey(series) !== key) return [];
      if (options.hidden.has(each)) return [];
      return chartLine(series, style, display, options.percent);
    }),
  }));
  const amounts = windows.flatMap(({ lines }) =>
    lines.flatMap(({ values }) => values.filter((amount) => amount !== null)),
  );
  return { key, unit, display, windows, amounts };
}

function chartLine(
  series: PercentileSeries,
  style: SeriesStyle,
  { factor }: DisplayUnit,
  percent: number,
): ChartLine {
  const percentile = series.sample === 0 ? null : percentileAt(series.values, percent);
  return {
    key: seriesKey(series),
    label: seriesLabel(series),
    series,
    style,
    isSmallSample: series.sample < smallSampleSize,
    values: series.values.map((value) => (isAmount(value) ? value * factor : null)),
    marker:
      percentile === null
        ? null
        : {
            value: percentile.amount * factor,
            percentile,
            lamports: series.unit === 'lamports' ? roundUpLamports(percentile.amount) : null,
          },
  };
}

const isAmount = (value: number | null): value is number =>
  value !== null && Number.isFinite(value);

const findSeries = ({ series }: PercentileResponse, key: string): PercentileSeries | undefined =>
  series.find((each) => seriesKey(each) === key);

/** Amounts of different mints, and percentages, never share an axis. */
const chartGroupKey = ({ unit, mint }: Pick<PercentileSeries, 'unit' | 'mint'>): string =>
  unit === 'smallest-unit' ? `${unit} ${mint ?? ''}` : unit;

const unitOrder = ({ unit }: PercentileSeries): number =>
  ['lamports', 'percentage', 'smallest-unit'].indexOf(unit);

const seriesLabel = ({ provider, mint, symbol, unit }: PercentileSeries): string => {
  const name = providerLabel(provider);
  return mint === null || (unit === 'lamports' && symbol === 'SOL') ? name : `${name} · ${symbol}`;
};
