import { t } from '@vscode/l10n';
import { Fragment } from 'preact';
import { formatShort } from '../../api/format.ts';
import { AmountAxis } from './axes.tsx';
import { hatchPath, roundCoordinate } from './marks.ts';
import { Series } from './seriesMarks.tsx';
import { SeriesPlot } from './seriesPlot.tsx';
import { spreadLabels } from './spreadLabels.ts';
import { type ChartSeries, unknownRuns } from './timeChartData.ts';
import {
  barBases,
  hasHeadLegend,
  legendMark,
  linesOf,
  type RowLayout,
  type TimeLayout,
  textWidth,
  titleGap,
} from './timeLayout.ts';

const labelHeight = 13;
/** Pixels; narrower gaps have no label. */
const minUnknownWidth = 58;

interface RowPlotProps extends RowLayout, Pick<TimeLayout, 'axis' | 'xOf' | 'isPartial'> {
  readonly isUnknown: readonly boolean[];
}

/** A quantity of a chart over time, with its own axis of amounts. */
export function RowPlot(plot: RowPlotProps) {
  const { row, titleBottom, top, bottom, scale, axis, xOf, isPartial } = plot;
  const { left, right } = axis;
  // Amounts below this line are losses.
  const zero = scale.kind === 'linear' ? scale.position(0) : bottom;
  const bases = barBases(row.series);
  return (
    <>
      <text class="note" x={0} y={titleBottom}>
        {row.scale === 'log' ? t('{0}, log scale', row.title) : row.title}
      </text>
      <HeadLegend series={row.series} right={right} y={top - titleGap} />
      <NoteMarks {...plot} />
      <UnknownIntervals {...plot} />
      <AmountAxis {...{ ticks: scale.ticks, left, right, bottom }} format={formatShort} />
      {row.series.map((series, at) => (
        <SeriesPlot
          key={series.label}
          {...{ series, scale, xOf, isPartial }}
          bases={bases[at] ?? []}
        />
      ))}
      <line class="axis" x1={left} x2={right} y1={zero} y2={zero} />
      <EndLabels {...plot} />
    </>
  );
}

interface HeadLegendProps {
  readonly series: readonly ChartSeries[];
  readonly right: number;
  readonly y: number;
}

/** Legend for bars and ticks, which have no end label. */
function HeadLegend({ series, right, y }: HeadLegendProps) {
  const named = series.filter(hasHeadLegend);
  if (named.length < 2) return null;
  let end = right;
  const places = named.toReversed().map((each) => {
    const place = { ...each, end, x: end - textWidth(each.label) - legendMark.width };
    end = place.x - legendMark.gap;
    return place;
  });
  return (
    <>
      {places.map((place) => (
        <Fragment key={place.label}>
          <text class="note" x={place.end} y={y} text-anchor="end">
            {place.label}
          </text>
          <Series color={place.color}>
            {place.kind === 'ticks' ? (
              <path class="tick-mark" d={`M${place.x - 3} ${y - 4}h12`} />
            ) : (
              <path
                class={place.isHollow ? 'bar-outline' : 'bar-fill'}
                d={`M${place.x} ${y}v-9h9v9Z`}
              />
            )}
          </Series>
        </Fragment>
      ))}
    </>
  );
}

/** Bars under the intervals with a note, and what they mean. */
function NoteMarks({ row, axis, xOf, top, bottom }: RowPlotProps) {
  const notes = row.series[0]?.notes ?? [];
  const name = notes.find((note) => note !== '');
  if (name === undefined) return null;
  const y = bottom + 3;
  const marks = notes.flatMap((note, at) =>
    note === '' ? [] : `M${roundCoordinate(xOf(at))} ${y}H${roundCoordinate(xOf(at + 1))}`,
  );
  const x = axis.right - textWidth(name) - 18;
  return (
    <>
      <path class="note-mark" d={`${marks.join('')}M${x} ${top - 13}h12`} />
      <text class="note" x={axis.right} y={top - 10} text-anchor="end">
        {name}
      </text>
    </>
  );
}

const UnknownIntervals = ({ isUnknown, row: { height }, top, xOf }: RowPlotProps) => (
  <>
    {unknownRuns(isUnknown).map(({ first, last }) => {
      const x = xOf(first);
      const width = xOf(last + 1) - x;
      return (
        <Fragment key={first}>
          <path class="hatch" d={hatchPath({ x, y: top, width, height })} />
          {width >= minUnknownWidth && (
            <text
              class="note unknown"
              x={x + width / 2}
              y={top + height / 2 + 4}
              text-anchor="middle"
            >
              {t('unknown')}
            </text>
          )}
        </Fragment>
      );
    })}
  </>
);

/** Names at the ends of the lines, moved apart if they would overlap. */
function EndLabels({ row, scale, axis, top, bottom }: RowPlotProps) {
  const lines = linesOf(row.series);
  if (lines.length < 2) return null;
  // On equal heights the later one is above, like a higher percentile.
  const ends = lines.toReversed().flatMap(({ label, values }) => {
    const amount = values.findLast((value) => value !== null);
    return amount === null || amount === undefined ? [] : [{ label, y: scale.position(amount) }];
  });
  const wishes = ends.map(({ y }) => y);
  const places = spreadLabels(wishes, labelHeight, top + 2, bottom - 2);
  return (
    <>
      {ends.map(({ label, y }, at) => (
        <text
          key={label}
          class="end-label"
          x={axis.right + 6}
          y={roundCoordinate((places[at] ?? y) + 4)}
        >
          {label}
        </text>
      ))}
    </>
  );
}
