import { formatSignificant } from '../../api/tokenAmounts.ts';

const magnitudeSuffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `250k`, `1.94M`, `0.00075`. */
export function formatShort(value: number): string {
  const [divisor, letter] = magnitudeSuffixes.find(([least]) => Math.abs(value) >= least) ?? [
    1,
    '',
  ];
  return `${formatSignificant(Number((value / divisor).toPrecision(3)))}${letter}`;
}
