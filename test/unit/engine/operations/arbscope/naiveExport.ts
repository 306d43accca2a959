import type { SettingsOutcome } from '../../../../../src/api/arbscope/replay.ts';
import type { SettingsGrid } from '../../../../../src/engine/operations/arbscope/settingsGrid.ts';
import type { ArbitrageRoute } from '../../../../../src/engine/store/reads/arbitrageColumns.ts';

export interface NaiveArbitrage {
  readonly timeSeconds: number;
  readonly route: ArbitrageRoute;
  readonly revenuesUsd: number;
  readonly netGainUsd: number;
}

/** The token groups of one export, computed from scratch. */
function exportAt(
  arbitrages: readonly NaiveArbitrage[],
  time: number,
  { tokensMax, least, range }: { tokensMax: number; least: number; range: number },
): Set<number>[] {
  const tokens = new Map<number, { revenues: number; transactions: number; pools: Set<number> }>();
  for (const { timeSeconds, route, revenuesUsd } of arbitrages) {
    if (timeSeconds < time - range || timeSeconds >= time) continue;
    for (const name of new Set(route.places.map(({ token }) => token))) {
      const token = tokens.get(name) ?? { revenues: 0, transactions: 0, pools: new Set() };
      tokens.set(name, token);
      token.revenues += revenuesUsd;
      token.transactions += 1;
      for (const place of route.places) if (place.token === name) token.pools.add(place.pool);
    }
  }
  return [...tokens]
    .filter(([, { transactions }]) => transactions >= least)
    .sort(([one, first], [other, second]) => second.revenues - first.revenues || one - other)
    .slice(0, tokensMax)
    .map(([, { pools }]) => pools);
}

/** Reference for `coverSettings`: computes each export of each combination from scratch. */
export function naiveOutcomes(
  arbitrages: readonly NaiveArbitrage[],
  grid: SettingsGrid,
  from: number,
  to: number,
): SettingsOutcome[] {
  const outcomes: SettingsOutcome[] = [];
  for (const tokensMax of grid.tokens_max) {
    for (const least of grid.min_transactions) {
      for (const refresh of grid.refresh_seconds) {
        for (const range of grid.tokens_time_range) {
          const sum = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
          for (let time = from; time <= to; time += refresh) {
            const groups = exportAt(arbitrages, time, { tokensMax, least, range });
            for (const { timeSeconds, route, revenuesUsd, netGainUsd } of arbitrages) {
              if (timeSeconds < time || timeSeconds >= time + refresh || timeSeconds > to) continue;
              if (netGainUsd <= 0) continue;
              if (route.pools.includes(0)) continue;
              if (!groups.some((group) => route.pools.every((pool) => group.has(pool)))) continue;
              sum.transactions += 1;
              sum.revenues_usd += revenuesUsd;
              sum.net_gains_usd += netGainUsd;
            }
          }
          outcomes.push({
            tokens_max: tokensMax,
            min_transactions: least,
            refresh_seconds: refresh,
            tokens_time_range: range,
            ...sum,
          });
        }
      }
    }
  }
  return outcomes;
}
