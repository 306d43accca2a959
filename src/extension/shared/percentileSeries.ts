import { t } from '@vscode/l10n';
import { percentileKeys } from '../../api/enumerations.ts';
import { inferTipUnit } from '../../api/inferTipUnit.ts';
import { joinLabel } from '../../api/join.ts';
import type { SampledPercentiles } from '../../api/percentiles.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  maxSeries,
  type NonceCounts,
  type PercentileSeries,
  type ValueUnit,
} from '../../webview/messages/percentiles.ts';
import type { RawPercentiles } from './fetchPercentiles.ts';

const maxProviderLength = 40;

export interface PercentileSeriesResult {
  readonly series: readonly PercentileSeries[];
  /** Messages about missing lines. */
  readonly faults: readonly string[];
}

/** Unless `areAmounts`, infers from the values whether tips are percentages. */
export function toPercentileSeries(
  raw: RawPercentiles,
  areAmounts: boolean,
): PercentileSeriesResult {
  const all =
    raw.kind === 'fees' ? toFeeSeries(raw.response) : toTipSeries(raw.response, areAmounts);
  const series = [...all].sort((a, b) => b.sample - a.sample).slice(0, maxSeries);
  const left = all.length - series.length;
  return {
    series,
    faults: left === 0 ? [] : [joinLabel(t('Smallest samples left out'), String(left))],
  };
}

/** Sums over all providers; `null` for tips, and if the service does not count them. */
export function toNonceCounts(raw: RawPercentiles): NonceCounts | null {
  if (raw.kind === 'tips') return null;
  const sum = { attempts: 0, durable: 0, unknown: 0 };
  for (const { number, durableNonces, unknownNonces } of Object.values(raw.response)) {
    if (durableNonces === undefined || unknownNonces === undefined) return null;
    sum.attempts += number;
    sum.durable += durableNonces;
    sum.unknown += unknownNonces;
  }
  return Object.values(sum).every(Number.isFinite) ? sum : null;
}

function toFeeSeries(response: Extract<RawPercentiles, { kind: 'fees' }>['response']) {
  return Object.entries(response).map(([provider, entry]) =>
    toSeries(provider, null, 'lamports', entry),
  );
}

function toTipSeries(
  response: Extract<RawPercentiles, { kind: 'tips' }>['response'],
  areAmounts: boolean,
): PercentileSeries[] {
  const tables = Object.entries(response).flatMap(([provider, byMint]) =>
    Object.entries(byMint).map(([mint, entry]) => ({
      provider,
      mint,
      entry,
      unit: areAmounts ? 'smallest-unit' : inferTipUnit(entry.percentiles),
    })),
  );
  // A table of zeros could be either; it gets the unit of the others.
  const others = tables.filter(({ unit }) => unit !== 'unknown');
  const allArePercentages = others.length > 0 && others.every(({ unit }) => unit === 'percentage');
  return tables.map(({ provider, mint, entry, unit }) => {
    const isPercentage = unit === 'percentage' || (unit === 'unknown' && allArePercentages);
    const amountUnit = mint === wrappedSolMint ? 'lamports' : 'smallest-unit';
    return toSeries(provider, mint, isPercentage ? 'percentage' : amountUnit, entry);
  });
}

function toSeries(
  provider: string,
  mint: string | null,
  unit: ValueUnit,
  { number, percentiles }: SampledPercentiles,
): PercentileSeries {
  return {
    provider: sanitizeText(provider, maxProviderLength),
    mint: mint === null ? null : sanitizeText(mint, 60),
    symbol:
      mint === null ? 'SOL' : (knownMints.get(mint)?.symbol ?? sanitizeText(shortAddress(mint))),
    unit,
    sample: Number.isFinite(number) ? Math.max(0, number) : 0,
    values: percentileKeys.map((key) => {
      const value = percentiles[key];
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    }),
  };
}
