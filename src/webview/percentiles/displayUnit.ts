import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import type { ValueUnit } from '../messages/percentiles.ts';

/** What amounts of SOL are shown in. */
export const solUnits = ['lamports', 'SOL', 'USD'] as const;
export type SolUnit = (typeof solUnits)[number];

const lamportsPerSol = 1e9;

/** How the values of one picture are shown: a factor and words. */
export interface DisplayUnit {
  /** Stands at the axis. */
  readonly title: string;
  /** From a value as the service gives it to the one that is drawn. */
  readonly factor: number;
  /** A value as it is drawn, in words with its unit. */
  readonly format: (shown: number) => string;
  /** The same without the unit, for places that name it once. */
  readonly formatWithoutUnit: (shown: number) => string;
  /** The same for the axis: short. */
  readonly formatTick: (shown: number) => string;
}

/**
 * How values of a unit are shown. Only SOL has a choice: of other mints the smallest unit is all
 * that is known for certain, and a percentage is one. Without a price, USD falls back to SOL.
 */
export function createDisplayUnit(
  unit: ValueUnit,
  symbol: string,
  chosen: SolUnit,
  solPriceUsd: number | null,
): DisplayUnit {
  if (unit === 'percentage') {
    return {
      title: t('% of gains'),
      factor: 1,
      format: (shown) => `${formatSignificant(shown)} %`,
      formatWithoutUnit: formatSignificant,
      formatTick: formatSignificant,
    };
  }
  if (unit === 'smallest-unit') {
    return {
      title: t('smallest units of {0}', symbol),
      factor: 1,
      format: (shown) => t('{0} smallest units of {1}', formatSignificant(shown), symbol),
      formatWithoutUnit: formatSignificant,
      formatTick: formatCompact,
    };
  }
  if (chosen === 'USD' && solPriceUsd !== null) {
    return {
      title: 'USD',
      factor: solPriceUsd / lamportsPerSol,
      format: formatUsd,
      formatWithoutUnit: formatUsd,
      formatTick: formatUsdTick,
    };
  }
  if (chosen === 'lamports') {
    return {
      title: 'lamports',
      factor: 1,
      format: (shown) => `${formatWhole(shown)} ${shown === 1 ? 'lamport' : 'lamports'}`,
      formatWithoutUnit: formatWhole,
      formatTick: formatCompact,
    };
  }
  const formatSol = (shown: number) => formatDecimal(shown, 9);
  return {
    title: 'SOL',
    factor: 1 / lamportsPerSol,
    format: (shown) => `${formatSol(shown)} SOL`,
    formatWithoutUnit: formatSol,
    formatTick: formatSol,
  };
}

/** Lamports are whole: what lies between two percentiles is the next that can be paid. */
const formatWhole = (value: number): string =>
  Number.isFinite(value) ? formatCount(BigInt(Math.ceil(value - 1e-6))) : t('unknown');

const formatSignificant = (value: number): string =>
  Number.isInteger(value) ? formatCount(BigInt(value)) : formatDecimal(value, 4);

/** At most so many decimals, none of them a trailing zero. */
export function formatDecimal(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return t('unknown');
  const sign = value < 0 ? '-' : '';
  const [whole = '0', part = ''] = Math.abs(value).toFixed(decimals).split('.');
  const kept = part.replace(/0+$/, '');
  // Beyond 10^21 numbers are written with an exponent, which no real amount reaches.
  const grouped = /^\d+$/.test(whole) ? formatCount(BigInt(whole)) : whole;
  return `${sign}${grouped}${kept === '' ? '' : `.${kept}`}`;
}

const magnitudeSuffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `250k`, `1.5M`: for an axis, where there is little room. */
function formatCompact(value: number): string {
  const size = Math.abs(value);
  const letter = magnitudeSuffixes.find(([least]) => size >= least);
  if (letter === undefined) return formatDecimal(value, 3);
  return `${formatDecimal(value / letter[0], 3)}${letter[1]}`;
}

/** Dollars of an axis: no cents where there are none. */
function formatUsdTick(value: number): string {
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  return `${sign}$${size >= 1_000 ? formatCompact(size) : formatDecimal(size, 9)}`;
}

/** A value in lamports that can be paid: whole, and never less than asked for. */
export const roundUpLamports = (lamports: number): bigint =>
  BigInt(Math.max(0, Math.ceil(lamports - 1e-6)));
