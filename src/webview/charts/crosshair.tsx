import { roundCoordinate } from './marks.ts';
import { formatValue } from './readInterval.ts';
import { Series } from './seriesMarks.tsx';
import type { TimeChartData } from './timeChartData.ts';
import { barBases, type RowLayout, type TimeLayout, textWidth } from './timeLayout.ts';

interface CrosshairProps {
  readonly data: TimeChartData;
  readonly layout: TimeLayout;
  readonly index: number;
}

/** Pixels between the line and its values, and from the top of a row to their baseline. */
const gap = 6;
const baseline = 11;

/** A line through an interval with the values of each row. */
export function Crosshair({ data, layout, index }: CrosshairProps) {
  const { axis, top, bottom, xOf } = layout;
  const x = roundCoordinate((xOf(index) + xOf(index + 1)) / 2);
  const isLeft = x > (axis.left + axis.right) / 2;
  /** Beside the line, where there is room for the text. */
  const textX = (text: string): number => {
    const space = textWidth(text);
    return Math.max(0, Math.min(isLeft ? x - gap - space : x + gap, layout.width - space));
  };
  return (
    <g class="crosshair">
      <path class="crosshair-line" d={`M${x} ${top - 4}V${bottom}`} />
      {data.isUnknown[index] !== true &&
        layout.rows.map((row) => {
          const amounts = row.row.series.map((_, at) => formatValue(row.row, at, index));
          const text = amounts.join(' · ');
          return (
            <g key={row.top}>
              <Dots row={row} index={index} x={x} />
              <text class="crosshair-values" x={textX(text)} y={row.top + baseline}>
                {text}
              </text>
            </g>
          );
        })}
    </g>
  );
}

interface DotsProps {
  readonly row: RowLayout;
  readonly index: number;
  readonly x: number;
}

/** Where the values are. */
function Dots({ row: { row, scale }, index, x }: DotsProps) {
  const bases = barBases(row.series);
  return (
    <>
      {row.series.map(({ color, values }, at) => {
        const value = values[index] ?? null;
        if (value === null) return null;
        const y = roundCoordinate(scale.position(value + (bases[at]?.[index] ?? 0)));
        return (
          <Series key={at} color={color}>
            <circle class="crosshair-dot" cx={x} cy={y} r={3} />
          </Series>
        );
      })}
    </>
  );
}
