import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { TickLabels } from './axes.tsx';
import { Crosshair } from './crosshair.tsx';
import { RowPlot } from './rowPlot.tsx';
import type { TimeChartData } from './timeChartData.ts';
import type { TimeLayout } from './timeLayout.ts';
import type { TimeSelection } from './timeSelection.ts';

interface TimePlotProps {
  readonly data: TimeChartData;
  /** Of this data. */
  readonly layout: TimeLayout;
  readonly selection: TimeSelection | null;
  /** Interval whose values are shown beside a line through all rows. */
  readonly read: number | null;
}

/** The drawing of a chart over time. */
export function TimePlot({ data, layout, selection, read }: TimePlotProps) {
  const { width, height, axis, bottom, rows, xOf, isPartial } = layout;
  // A moving selection does not draw the rows again.
  const drawnRows = useMemo(
    () =>
      rows.map((row) => (
        <RowPlot key={row.top} {...row} {...{ axis, xOf, isPartial }} isUnknown={data.isUnknown} />
      )),
    [layout],
  );
  return (
    <svg
      class="picture time-chart"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={data.label}
    >
      {selection !== null && <SelectedRange selection={selection} layout={layout} />}
      {drawnRows}
      {read !== null && <Crosshair data={data} layout={layout} index={read} />}
      <TickLabels ticks={axis.ticks} y={bottom + 15} />
      <text class="note" x={axis.right} y={bottom + 30} text-anchor="end">
        {t('time, UTC')}
      </text>
    </svg>
  );
}

interface SelectedRangeProps {
  readonly selection: TimeSelection;
  readonly layout: TimeLayout;
}

function SelectedRange({ selection: { first, last }, layout }: SelectedRangeProps) {
  const x = layout.xOf(first);
  const y = layout.top - 4;
  const width = Math.max(2, layout.xOf(last + 1) - x);
  return <rect class="selection" {...{ x, y, width }} height={layout.bottom - y + 2} />;
}
