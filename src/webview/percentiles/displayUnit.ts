import { t } from '@vscode/l10n';
import {
  formatCount,
  formatExactAmount,
  formatLamports,
  formatPercent,
  formatShort,
  formatSignificant,
  formatUsd,
} from '../../api/format.ts';
import { lamportsPerSol } from '../../api/tokenAmounts.ts';
import type { ValueUnit } from '../messages/percentiles.ts';

export const solUnits = ['lamports', 'SOL', 'USD'] as const;
export type SolUnit = (typeof solUnits)[number];

export interface DisplayUnit {
  readonly title: string;
  /** Converts a value of the service to the drawn one. */
  readonly factor: number;
  readonly format: (shown: number) => string;
  /** For places whose heading has the unit. */
  readonly formatWithoutUnit: (shown: number) => string;
  /** Three digits without unit, for the axis and the labels of points. */
  readonly formatShort: (shown: number) => string;
}

/** Only SOL has alternatives; USD without a price falls back to SOL. */
export function createDisplayUnit(
  unit: ValueUnit,
  symbol: string,
  chosen: SolUnit,
  solPriceUsd: number | null,
): DisplayUnit {
  if (unit === 'percentage') {
    const format = (shown: number) => formatPercent(shown / 100);
    return {
      title: t('% of gains'),
      factor: 1,
      format,
      formatWithoutUnit: format,
      formatShort: format,
    };
  }
  if (unit === 'smallest-unit') {
    return {
      title: t('smallest units of {0}', symbol),
      factor: 1,
      format: (shown) => t('{0} smallest units of {1}', formatSignificant(shown), symbol),
      formatWithoutUnit: formatSignificant,
      formatShort,
    };
  }
  if (chosen === 'USD' && solPriceUsd !== null) {
    return {
      title: 'USD',
      factor: solPriceUsd / lamportsPerSol,
      format: formatUsd,
      formatWithoutUnit: formatUsd,
      formatShort: (shown) => formatShort(shown).replace(/^−?(?=\d)/, '$&$'),
    };
  }
  if (chosen === 'lamports') {
    return {
      title: 'lamports',
      factor: 1,
      format: (shown) => formatLamports(wholeLamports(shown)),
      formatWithoutUnit: (shown) => formatCount(wholeLamports(shown)),
      formatShort,
    };
  }
  const formatSol = (shown: number) => formatExactAmount(wholeLamports(shown * lamportsPerSol), 9);
  return {
    title: 'SOL',
    factor: 1 / lamportsPerSol,
    format: (shown) => `${formatSol(shown)} SOL`,
    formatWithoutUnit: formatSol,
    formatShort,
  };
}

/** Rounds up an interpolated amount; the tolerance absorbs floating-point errors. */
function wholeLamports(lamports: number): bigint {
  const nearest = Math.round(lamports);
  const tolerance = Math.max(1e-6, Math.abs(lamports) * 1e-15);
  return BigInt(lamports - nearest > tolerance ? Math.ceil(lamports) : nearest);
}

/** A payable amount: whole lamports, not below the percentile. */
export const roundUpLamports = (lamports: number): bigint => wholeLamports(Math.max(0, lamports));
