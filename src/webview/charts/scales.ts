import { ticks } from 'd3-array';

type Span = readonly [number, number];

export function linearScale([from, to]: Span, [start, end]: Span): (amount: number) => number {
  return (amount) => {
    const share = (amount - from) / (to - from);
    return start * (1 - share) + end * share;
  };
}

/** Works only for positive amounts. */
export function logScale([from, to]: Span, range: Span): (amount: number) => number {
  const ofLogarithm = linearScale([Math.log(from), Math.log(to)], range);
  return (amount) => ofLogarithm(Math.log(amount));
}

/** 1 to 9 times each power of ten, or linear ticks if these are too few for `count`. */
export function logTicks(from: number, to: number, count: number): number[] {
  const amounts: number[] = [];
  const last = Math.ceil(Math.log10(to));
  for (let power = Math.floor(Math.log10(from)); power <= last; power++) {
    for (let digit = 1; digit < 10; digit++) {
      const amount = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
      if (amount >= from && amount <= to) amounts.push(amount);
    }
  }
  return amounts.length * 2 < count ? ticks(from, to, count) : amounts;
}
