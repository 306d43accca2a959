import { roundCoordinate } from '../charts/marks.ts';
import type { OutcomeKind } from './outcomes.ts';
import { outcomeLooks } from './patterns.ts';

interface OutcomeBoxProps {
  readonly kind: OutcomeKind;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** A box with the look of an outcome; its lines are inside its edge. */
export function OutcomeBox({ kind, x, width, height }: OutcomeBoxProps) {
  const { area, marks } = outcomeLooks[kind];
  const box = {
    x: roundCoordinate(x + 0.5),
    y: 0.5,
    width: roundCoordinate(Math.max(1, width - 1)),
    height: height - 1,
  };
  return (
    <>
      <rect class={`outcome ${area}`} {...box} />
      {marks !== null && <path class="outcome-marks" d={marks(box)} />}
    </>
  );
}

const swatch = { width: 18, height: 12 } as const;

export const OutcomeSwatch = ({ kind }: { readonly kind: OutcomeKind }) => (
  <svg class="outcome-swatch series-0" {...swatch} aria-hidden="true">
    <OutcomeBox kind={kind} x={0} {...swatch} />
  </svg>
);
