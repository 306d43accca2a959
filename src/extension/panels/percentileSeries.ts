import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { percentileKeys } from '../../interface/enumerations.ts';
import type { PercentileEntry } from '../../interface/percentileTable.ts';
import { tipUnitOf } from '../../interface/tipUnit.ts';
import { knownMints, wrappedSolMint } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  mostSeries,
  type PercentileSeries,
  type ValueUnit,
} from '../../webview/messages/percentiles.ts';
import type { RawPercentiles } from './percentileQuestion.ts';

const longestProvider = 40;

export interface SeriesReading {
  readonly series: readonly PercentileSeries[];
  /** What is left out, in words. */
  readonly faults: readonly string[];
}

/**
 * The lines of an answer. `areAmounts`: the values are known to be amounts; a remote service may
 * answer tips as percentages of the gains, which its values then tell.
 */
export function seriesOf(raw: RawPercentiles, areAmounts: boolean): SeriesReading {
  const all = raw.kind === 'fees' ? feeSeries(raw.answer) : tipSeries(raw.answer, areAmounts);
  const series = [...all].sort((a, b) => b.sample - a.sample).slice(0, mostSeries);
  const left = all.length - series.length;
  return {
    series,
    faults: left === 0 ? [] : [t('{0} lines with the smallest samples are left out.', left)],
  };
}

function feeSeries(answer: Extract<RawPercentiles, { kind: 'fees' }>['answer']) {
  return Object.entries(answer).map(([provider, entry]) =>
    oneSeries(provider, null, 'lamports', entry),
  );
}

function tipSeries(
  answer: Extract<RawPercentiles, { kind: 'tips' }>['answer'],
  areAmounts: boolean,
): PercentileSeries[] {
  const tables = Object.entries(answer).flatMap(([provider, byMint]) =>
    Object.entries(byMint).map(([mint, entry]) => ({
      provider,
      mint,
      entry,
      unit: areAmounts ? 'smallest-unit' : tipUnitOf(entry.percentiles),
    })),
  );
  // A table of zeros does not tell what it is: it is what the others are.
  const others = tables.filter(({ unit }) => unit !== 'unknown');
  const allArePercentages = others.length > 0 && others.every(({ unit }) => unit === 'percentage');
  return tables.map(({ provider, mint, entry, unit }) => {
    const isPercentage = unit === 'percentage' || (unit === 'unknown' && allArePercentages);
    const amountUnit = mint === wrappedSolMint ? 'lamports' : 'smallest-unit';
    return oneSeries(provider, mint, isPercentage ? 'percentage' : amountUnit, entry);
  });
}

function oneSeries(
  provider: string,
  mint: string | null,
  unit: ValueUnit,
  { number, percentiles }: PercentileEntry,
): PercentileSeries {
  return {
    provider: visibleText(provider, longestProvider),
    mint: mint === null ? null : visibleText(mint, 60),
    symbol:
      mint === null ? 'SOL' : (knownMints.get(mint)?.symbol ?? visibleText(shortAddress(mint))),
    unit,
    sample: Number.isFinite(number) ? Math.max(0, number) : 0,
    values: percentileKeys.map((key) => {
      const value = percentiles[key];
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    }),
  };
}
