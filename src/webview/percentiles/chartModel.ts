import { type PercentileValue, percentileAt } from '../charts/percentileAt.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import {
  marketProvider,
  type PercentileResponse,
  type PercentileSeries,
  seriesKey,
  type ValueUnit,
} from '../messages/percentiles.ts';
import {
  createDisplayUnit,
  type DisplayUnit,
  roundUpLamports,
  type SolUnit,
} from './displayUnit.ts';
import { providerOrMarket } from './labels.ts';
import { assignSeriesStyles, type SeriesStyle } from './seriesStyle.ts';

export interface ModelOptions {
  readonly solUnit: SolUnit;
  readonly solPriceUsd: number | null;
  /** Percentile of the marker, 0 to 99. */
  readonly percent: number;
  /** Keys of the lines that the user hid. */
  readonly hidden: ReadonlySet<string>;
  /** Keys of the lines with small samples that the user enabled. */
  readonly drawn: ReadonlySet<string>;
}

export interface ChartLine {
  readonly key: string;
  /** Provider, and the mint if it is not SOL. */
  readonly label: string;
  readonly series: PercentileSeries;
  readonly style: SeriesStyle;
  readonly isSmallSample: boolean;
  /** In the unit of the group; null: no value. */
  readonly values: readonly (number | null)[];
  readonly marker: MarkerValue | null;
}

interface MarkerValue {
  readonly value: number;
  readonly percentile: PercentileValue;
  /** Payable whole amount; null if the values are not lamports. */
  readonly lamports: bigint | null;
}

export interface ChartWindow {
  readonly response: PercentileResponse;
  readonly lines: readonly ChartLine[];
}

/** Comparable lines on a common axis: those with the same unit and mint. */
export interface ChartGroup {
  readonly key: string;
  readonly unit: ValueUnit;
  readonly display: DisplayUnit;
  /** Share an axis; each has the drawn lines in legend order. */
  readonly windows: readonly ChartWindow[];
  readonly amounts: readonly number[];
}

export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly isDrawn: boolean;
  /** Drawn only if the user enables it. */
  readonly isSmall: boolean;
  /** By window; `null` if the response lacks the line. */
  readonly lines: readonly (ChartLine | null)[];
  readonly display: DisplayUnit;
}

export interface ChartModel {
  readonly groups: readonly ChartGroup[];
  /** Within each unit and mint: the market first, then by sample size. */
  readonly legend: readonly LegendEntry[];
}

export function chartModel(
  responses: readonly PercentileResponse[],
  options: ModelOptions,
): ChartModel {
  const all = responses.flatMap(({ series }) => series);
  const styles = assignSeriesStyles(all);
  const groups = [...Map.groupBy(all, chartGroupKey)].sort(
    ([, [a]], [, [b]]) => unitOrder(a) - unitOrder(b),
  );
  const legend: LegendEntry[] = [];
  const drawnGroups = groups.map(([groupKey, series]): ChartGroup => {
    const { unit, symbol } = series[0] as PercentileSeries;
    const display = createDisplayUnit(unit, symbol, options.solUnit, options.solPriceUsd);
    const entries = [...Map.groupBy(series, seriesKey)]
      .sort(([, a], [, b]) => sortRank(b) - sortRank(a))
      .map(([key, [first]], at): LegendEntry => {
        const style = styles.get(key) as SeriesStyle;
        const lines = responses.map((response) => {
          const found = response.series.find((each) => seriesKey(each) === key);
          return found === undefined ? null : chartLine(found, style, display, options.percent);
        });
        // The first line is drawn even if every sample is small.
        const isSmall = at > 0 && lines.every((each) => each === null || each.isSmallSample);
        const isDrawn = isSmall ? options.drawn.has(key) : !options.hidden.has(key);
        const label = seriesLabel(first as PercentileSeries);
        return { key, label, style, isDrawn, isSmall, lines, display };
      });
    legend.push(...entries);
    const windows = responses.map((response, column) => ({
      response,
      lines: entries.flatMap(({ isDrawn, lines }) => (isDrawn ? (lines[column] ?? []) : [])),
    }));
    const amounts = windows.flatMap(({ lines }) =>
      lines.flatMap(({ values }) => values.filter((amount) => amount !== null)),
    );
    return { key: groupKey, unit, display, windows, amounts };
  });
  return { groups: drawnGroups, legend };
}

/** The market ranks first, regardless of its sample. */
const sortRank = (series: readonly PercentileSeries[]): number =>
  Math.max(...series.map(({ sample }) => sample)) + (series.some(isMarket) ? 1e15 : 0);

export const isMarket = ({ provider }: Pick<PercentileSeries, 'provider'>): boolean =>
  provider === marketProvider;

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

/** Amounts of different mints, and percentages, never share an axis. */
const chartGroupKey = ({ unit, mint }: Pick<PercentileSeries, 'unit' | 'mint'>): string =>
  unit === 'smallest-unit' ? `${unit} ${mint ?? ''}` : unit;

const unitOrder = (series: PercentileSeries | undefined): number =>
  ['lamports', 'percentage', 'smallest-unit'].indexOf(series?.unit ?? '');

const seriesLabel = ({ provider, mint, symbol, unit }: PercentileSeries): string => {
  const name = providerOrMarket(provider);
  return mint === null || (unit === 'lamports' && symbol === 'SOL') ? name : `${name} · ${symbol}`;
};
