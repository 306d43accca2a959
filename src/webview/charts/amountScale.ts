import { nice, ticks } from 'd3-array';
import { linearScale, logScale, logTicks } from './scales.ts';

export type ScaleKind = 'log' | 'linear';

/** Larger amounts have smaller positions, as in SVG. */
export interface AmountScale {
  /** Actual kind: linear if no amount is positive. */
  readonly kind: ScaleKind;
  readonly position: (amount: number) => number;
  /** Ascending. */
  readonly ticks: readonly { readonly amount: number; readonly position: number }[];
  /** Top of the band for amounts of 0 and below on a logarithmic axis; null without one. */
  readonly zeroBandTop: number | null;
}

/** Maximum height of the band for 0 in a logarithmic chart. */
export const zeroBandHeight = 26;

export function amountScale(
  kind: ScaleKind,
  amounts: readonly number[],
  top: number,
  bottom: number,
): AmountScale {
  const finite = amounts.filter((amount) => Number.isFinite(amount)).map(drawable);
  const positive = finite.filter((amount) => amount > 0);
  const scale =
    kind === 'log' && positive.length > 0
      ? logAmounts(positive, finite.length > positive.length, top, bottom)
      : linearAmounts(finite, top, bottom);
  return { ...scale, position: (amount) => scale.position(drawable(amount)) };
}

/** Keeps the ends of an axis in the range in which sums and powers of ten stay finite. */
const drawable = (amount: number): number =>
  Math.sign(amount) * Math.max(1e-100, Math.min(1e100, Math.abs(amount)));

function linearAmounts(amounts: readonly number[], top: number, bottom: number): AmountScale {
  const least = Math.min(0, ...amounts);
  const greatest = Math.max(0, ...amounts);
  const count = tickCount(top, bottom);
  // A chart with only zeros still has an axis.
  const [from, to] = nice(least, greatest > least ? greatest : least + 1, count);
  const position = linearScale([from, to], [bottom, top]);
  return {
    kind: 'linear',
    position,
    ticks: ticks(from, to, count).map((amount) => ({ amount, position: position(amount) })),
    zeroBandTop: null,
  };
}

const tickCount = (top: number, bottom: number): number =>
  Math.max(2, Math.min(8, Math.floor((bottom - top) / (bottom - top > 150 ? 45 : 26))));

function logAmounts(
  positive: readonly number[],
  hasZero: boolean,
  top: number,
  bottom: number,
): AmountScale {
  const [least, greatest] = logDomain(Math.min(...positive), Math.max(...positive));
  const floor = hasZero ? bottom - Math.min(zeroBandHeight, (bottom - top) / 5) : bottom;
  const scale = logScale([least, greatest], [floor, top]);
  const decades = Math.log10(greatest / least);
  const powersEvery = Math.max(1, Math.ceil(decades / Math.max(1, tickCount(top, bottom))));
  // Few labelled lines, so that they do not compete with the curves.
  const steps = logTicks(least, greatest, Math.ceil(decades) * 10).filter((amount) => {
    const exponent = Math.floor(Math.log10(amount) + 1e-9);
    const digit = Math.round(amount / 10 ** exponent);
    return digit === 1
      ? exponent % powersEvery === 0
      : decades <= (bottom - top > 150 ? 2.5 : 1) && (digit === 2 || digit === 5);
  });
  return {
    kind: 'log',
    // Amounts between 0 and the lower end are in the band.
    position: (amount) => (amount > 0 ? Math.min(bottom, scale(amount)) : bottom),
    ticks: [
      ...(hasZero ? [{ amount: 0, position: bottom }] : []),
      ...steps.map((amount) => ({ amount, position: scale(amount) })),
    ],
    zeroBandTop: hasZero ? floor : null,
  };
}

/** Extends the range of the amounts to 1, 2 or 5 times a power of ten. */
function logDomain(least: number, greatest: number): readonly [number, number] {
  const down = roundToNiceStep(least, false);
  const up = roundToNiceStep(greatest, true);
  return up > down ? [down, up] : [down / 2, up * 2];
}

function roundToNiceStep(amount: number, isUp: boolean): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  const steps = [1, 2, 5, 10].map((step) => step * power);
  // The tolerance absorbs rounding errors, so that 1,000 stays 1,000.
  const found = isUp
    ? steps.find((step) => step >= amount * (1 - 1e-12))
    : steps.findLast((step) => step <= amount * (1 + 1e-12));
  return found ?? amount;
}
