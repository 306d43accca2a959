import { formatSignificant } from '../../api/tokenAmounts.ts';

const magnitudeSuffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Three significant digits: `250k`, `1.94M`, `0.00075`. */
export function formatShort(value: number): string {
  // Rounded first, so that 999,500 is 1M and not 1,000k.
  const rounded = Number(value.toPrecision(3));
  const [divisor, letter] = magnitudeSuffixes.find(([least]) => Math.abs(rounded) >= least) ?? [
    1,
    '',
  ];
  return `${formatSignificant(rounded / divisor)}${letter}`;
}
