import type { AmountScale } from './amountScale.ts';

interface AmountAxisProps extends Pick<AmountScale, 'ticks'> {
  readonly left: number;
  readonly right: number;
  /** Has no grid line, because the axis of the chart is there. */
  readonly bottom: number;
  readonly format: (amount: number) => string;
  /** Pixels between a label and the chart. */
  readonly gap?: number;
}

/** Grid lines, with their amounts at the left of the chart. */
export const AmountAxis = ({ ticks, left, right, bottom, format, gap = 6 }: AmountAxisProps) => (
  <>
    <path
      class="grid"
      d={ticks
        .flatMap(({ position }) => (position === bottom ? [] : `M${left} ${position}H${right}`))
        .join('')}
    />
    {ticks.map(({ amount, position }) => (
      <text key={amount} class="tick" x={left - gap} y={position + 4} text-anchor="end">
        {format(amount)}
      </text>
    ))}
  </>
);

interface TickLabelsProps {
  readonly ticks: readonly { readonly position: number; readonly label: string }[];
  /** Baseline of the labels. */
  readonly y: number;
}

/** Labels under a chart, for example of times. */
export const TickLabels = ({ ticks, y }: TickLabelsProps) => (
  <>
    {ticks.map(({ position, label }) => (
      <text key={position} class="tick" x={position} y={y} text-anchor="middle">
        {label}
      </text>
    ))}
  </>
);
