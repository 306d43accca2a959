import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import type { ReplayedSettings, SettingsOutcome } from '../../../api/arbscope/replay.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import { firstAtLeast } from './arbitrageColumns.ts';
import type { ExportedRoutes } from './exportedRoutes.ts';
import { type RankedRows, SlidingRankings } from './slidingRankings.ts';

/** Each list without duplicates. */
export type SettingsGrid = Pick<
  ReplayedSettings,
  'tokens_max' | 'min_transactions' | 'refresh_seconds' | 'tokens_time_range'
>;

export interface ReplayedRows extends RankedRows {
  /** After assumed tips and fees, USD. */
  readonly netGainsUsd: Float64Array;
}

const rowsPerStep = 256;

/**
 * What exports with each combination of settings would have covered, highest net gains first.
 * Exports are made at the start of the window and every `refresh_seconds`. They list tokens by the
 * gross gains of the ranking window before them, each with all pools that arbitrages are attributed
 * to. Until the next one, an export covers the arbitrages with a net gain whose pools are all in
 * one token's group. `rows` begin one longest ranking window before the window.
 */
export function* coverSettings(
  rows: ReplayedRows,
  routes: ExportedRoutes,
  grid: SettingsGrid,
  { fromSeconds, toSeconds }: TimeWindow,
): Generator<void, SettingsOutcome[]> {
  const rising = (one: number, other: number): number => one - other;
  const tokensMax = grid.tokens_max.toSorted(rising);
  const minTransactions = grid.min_transactions.toSorted(rising);
  const rangesSeconds = grid.tokens_time_range.toSorted(rising).reverse();
  const rankings = new SlidingRankings(rows, routes, {
    tokensMax,
    minTransactions,
    rangesSeconds,
  });
  const { timeSeconds, route, revenuesUsd, netGainsUsd } = rows;
  const start = firstAtLeast(timeSeconds, fromSeconds);
  const end = firstAtLeast(timeSeconds, toSeconds + 1);
  const lists = rangesSeconds.length * minTransactions.length;
  const best = new Uint8Array(lists);
  const refreshes = grid.refresh_seconds.map((seconds) => ({
    seconds,
    row: start,
    sums: new CoveredSums(lists * tokensMax.length),
  }));
  const momentOf = ({
    seconds,
    row,
  }: {
    readonly seconds: number;
    readonly row: number;
  }): number =>
    row < end
      ? fromSeconds + Math.floor(((timeSeconds[row] ?? 0) - fromSeconds) / seconds) * seconds
      : Number.POSITIVE_INFINITY;
  for (;;) {
    const moment = Math.min(...refreshes.map(momentOf));
    if (moment === Number.POSITIVE_INFINITY) break;
    yield* rankings.advance(moment);
    for (const refresh of refreshes) {
      if (momentOf(refresh) !== moment) continue;
      const until = moment + refresh.seconds;
      let row = refresh.row;
      for (; row < end && (timeSeconds[row] ?? 0) < until; row++) {
        if (row % rowsPerStep === 0) yield;
        const netGain = netGainsUsd[row] ?? 0;
        if (!(netGain > 0)) continue;
        rankings.bestOf(route[row] ?? 0, moment, best);
        refresh.sums.add(best, tokensMax.length, revenuesUsd[row] ?? 0, netGain);
      }
      refresh.row = row;
    }
    yield;
  }
  const outcomes = refreshes.flatMap(({ seconds, sums }) =>
    rangesSeconds.flatMap((range, window) =>
      minTransactions.flatMap((least, level) =>
        sums.upTo(window * minTransactions.length + level, tokensMax.length).map(
          (figures, entry): SettingsOutcome => ({
            tokens_max: tokensMax[entry] ?? 0,
            min_transactions: least,
            refresh_seconds: seconds,
            tokens_time_range: range,
            ...figures,
          }),
        ),
      ),
    ),
  );
  return outcomes.sort((one, other) => other.net_gains_usd - one.net_gains_usd);
}

/** Sums of covered arbitrages by list and by the smallest `tokens_max` that covers them. */
class CoveredSums {
  /** Transactions, gross gains and net gains, interleaved. */
  readonly #sums: Float64Array;

  constructor(size: number) {
    this.#sums = new Float64Array(size * 3);
  }

  add(best: Uint8Array, entries: number, revenuesUsd: number, netGainUsd: number): void {
    const sums = this.#sums;
    for (let list = 0; list < best.length; list++) {
      const entry = best[list] ?? entries;
      if (entry === entries) continue;
      const at = (list * entries + entry) * 3;
      sums[at] = (sums[at] ?? 0) + 1;
      sums[at + 1] = (sums[at + 1] ?? 0) + revenuesUsd;
      sums[at + 2] = (sums[at + 2] ?? 0) + netGainUsd;
    }
  }

  /** Cumulative: a longer list covers everything that a shorter one does. */
  upTo(list: number, entries: number): CoverageFigures[] {
    const sum = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
    return Array.from({ length: entries }, (_, entry) => {
      const at = (list * entries + entry) * 3;
      sum.transactions += this.#sums[at] ?? 0;
      sum.revenues_usd += this.#sums[at + 1] ?? 0;
      sum.net_gains_usd += this.#sums[at + 2] ?? 0;
      return { ...sum };
    });
  }
}
