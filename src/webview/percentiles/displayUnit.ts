import { t } from '@vscode/l10n';
import { count, usd } from '../../interface/figures.ts';
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
  readonly words: (shown: number) => string;
  /** The same without the unit, for places that name it once. */
  readonly figure: (shown: number) => string;
  /** The same for the axis: short. */
  readonly tick: (shown: number) => string;
}

/**
 * How values of a unit are shown. Only SOL has a choice: of other mints the smallest unit is all
 * that is known for certain, and a percentage is one. Without a price, USD falls back to SOL.
 */
export function displayUnit(
  unit: ValueUnit,
  symbol: string,
  chosen: SolUnit,
  solPriceUsd: number | null,
): DisplayUnit {
  if (unit === 'percentage') {
    const words = (shown: number) => `${significant(shown)} %`;
    return { title: t('% of gains'), factor: 1, words, figure: significant, tick: significant };
  }
  if (unit === 'smallest-unit') {
    return {
      title: t('smallest units of {0}', symbol),
      factor: 1,
      words: (shown) => t('{0} smallest units of {1}', significant(shown), symbol),
      figure: significant,
      tick: compact,
    };
  }
  if (chosen === 'USD' && solPriceUsd !== null) {
    const factor = solPriceUsd / lamportsPerSol;
    return { title: 'USD', factor, words: usd, figure: usd, tick: tickUsd };
  }
  if (chosen === 'lamports') {
    return {
      title: 'lamports',
      factor: 1,
      words: (shown) => `${whole(shown)} ${shown === 1 ? 'lamport' : 'lamports'}`,
      figure: whole,
      tick: compact,
    };
  }
  return {
    title: 'SOL',
    factor: 1 / lamportsPerSol,
    words: (shown) => `${decimal(shown, 9)} SOL`,
    figure: (shown) => decimal(shown, 9),
    tick: (shown) => decimal(shown, 9),
  };
}

/** Lamports are whole: what lies between two percentiles is the next that can be paid. */
const whole = (value: number): string =>
  Number.isFinite(value) ? count(BigInt(Math.ceil(value - 1e-6))) : t('unknown');

const significant = (value: number): string =>
  Number.isInteger(value) ? count(BigInt(value)) : decimal(value, 4);

/** At most so many decimals, none of them a trailing zero. */
export function decimal(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return t('unknown');
  const sign = value < 0 ? '-' : '';
  const [whole = '0', part = ''] = Math.abs(value).toFixed(decimals).split('.');
  const kept = part.replace(/0+$/, '');
  // Beyond 10^21 numbers are written with an exponent, which no real amount reaches.
  const grouped = /^\d+$/.test(whole) ? count(BigInt(whole)) : whole;
  return `${sign}${grouped}${kept === '' ? '' : `.${kept}`}`;
}

const letters = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** `250k`, `1.5M`: for an axis, where there is little room. */
function compact(value: number): string {
  const size = Math.abs(value);
  const letter = letters.find(([least]) => size >= least);
  if (letter === undefined) return decimal(value, 3);
  return `${decimal(value / letter[0], 3)}${letter[1]}`;
}

/** Dollars of an axis: no cents where there are none. */
function tickUsd(value: number): string {
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  return `${sign}$${size >= 1_000 ? compact(size) : decimal(size, 9)}`;
}

/** A value in lamports that can be paid: whole, and never less than asked for. */
export const payableLamports = (lamports: number): bigint =>
  BigInt(Math.max(0, Math.ceil(lamports - 1e-6)));
