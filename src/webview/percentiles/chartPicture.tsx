import {
  type CellPart,
  type ChartLayout,
  type ChartPart,
  type HeadingPart,
  noteY,
} from './chartLayout.ts';
import { SeriesElement } from './highlight.tsx';
import { formatSample } from './labels.ts';
import { PlotFrame } from './plotFrame.tsx';
import { PlotLines } from './plotLines.tsx';

const maxNameCharacters = 18;

interface ChartPictureProps {
  readonly layout: ChartLayout;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
}

export const ChartPicture = ({ layout, onClick }: ChartPictureProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the slider beside the chart is for keys.
  <svg
    class="picture"
    viewBox={`0 0 ${layout.width} ${layout.height}`}
    width={layout.width}
    height={layout.height}
    role="img"
    aria-label={layout.label}
    onClick={onClick}
  >
    {layout.parts.map((part, at) => (
      <Part key={at} part={part} />
    ))}
  </svg>
);

function Part({ part }: { readonly part: ChartPart }) {
  if (part.kind === 'heading') return <Heading {...part} />;
  if (part.kind === 'cell') return <Cell {...part} />;
  return (
    <g class="plot">
      <PlotFrame plot={part.plot} />
      <PlotLines plot={part.plot} />
    </g>
  );
}

function Heading(heading: HeadingPart) {
  const { x, y, title, notes } = heading;
  return (
    <>
      <text class="plot-title" x={x} y={y + 14}>
        {title}
      </text>
      {notes.map((note, at) => (
        <text key={at} class="note" x={x} y={noteY(heading, at)}>
          {note}
        </text>
      ))}
    </>
  );
}

function Cell({ x, y, line, amount, plot, context }: CellPart) {
  const { key, label, series } = line;
  return (
    <g class="plot small" transform={`translate(${x} ${y})`}>
      <SeriesElement tag="g" data-series={key}>
        <text class="cell-title" x={0} y={11}>
          {label.length > maxNameCharacters ? `${label.slice(0, maxNameCharacters - 1)}…` : label}
          <tspan class="note" dx={6}>
            {formatSample(series.sample)}
          </tspan>
        </text>
        <text class="cell-value" x={plot.area.x + plot.area.width} y={11} text-anchor="end">
          {amount}
        </text>
      </SeriesElement>
      <g>
        <PlotFrame plot={plot} />
        {context !== null && <path class="context" d={context} />}
      </g>
      <PlotLines plot={plot} />
    </g>
  );
}
