import { AmountAxis, TickLabels } from '../charts/axes.tsx';
import type { Plot } from './plot.ts';

/** The axes of a plot, and its marker. */
export function PlotFrame({ plot }: { readonly plot: Plot }) {
  const { area, scale, formatAmount, ticks, xTitle, marker } = plot;
  const { x, y, width, height } = area;
  const right = x + width;
  const bottom = y + height;
  return (
    <>
      <rect class="plot-area" x={x} y={y} width={width} height={height} />
      {scale.zeroBandTop !== null && (
        <rect
          class="zero-band"
          x={x}
          y={scale.zeroBandTop}
          width={width}
          height={bottom - scale.zeroBandTop}
        />
      )}
      <AmountAxis
        {...{ ticks: scale.ticks, left: x, right, bottom }}
        format={formatAmount}
        gap={8}
      />
      <line class="axis" x1={x} x2={right} y1={bottom} y2={bottom} />
      <TickLabels ticks={ticks} y={bottom + 16} />
      {xTitle !== '' && (
        <text class="note" x={right} y={bottom + 32} text-anchor="end">
          {xTitle}
        </text>
      )}
      {marker !== null && (
        <line class="marker" x1={marker.x} x2={marker.x} y1={y - 4} y2={bottom} />
      )}
      {marker !== null && marker.label !== '' && (
        <text class="marker-label" x={marker.x} y={y - 7} text-anchor="middle">
          {marker.label}
        </text>
      )}
    </>
  );
}
