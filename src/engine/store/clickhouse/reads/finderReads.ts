import { minuteSeconds } from '../../../base/minute.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import type { CreditSums } from '../../reads/creditSums.ts';
import type { CreditFilter, ThresholdFilter, ThresholdTotals } from '../../reads/marketReads.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken, typeNumber } from '../../rows.ts';
import { sumOf } from '../database/wideSums.ts';
import { type PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';

const flagFactor = BigInt(creditFlagFactor);
const noStop = { token: 0n, amm: 0n, pool: 0n };

export async function readCreditSums(
  read: PinnedRead,
  lookup: NameLookup,
  { window, baseMints, wallets }: CreditFilter,
): Promise<CreditSums> {
  const filter = new VisibleFilter(read, 'credits')
    .within(window)
    .isAnyOf('base', baseMints)
    .isAnyOf('wallet', wallets);
  const rows = await read.database.query(
    `SELECT place_credit, ${usdOf(sumOf('revenues_nanocents'))}, ${usdOf(sumOf('profits_nanocents'))},
            count(), ${usdOf(sumOf('volume_nanocents'))}
     ${filter.sql} GROUP BY place_credit ORDER BY place_credit`,
    { signal: read.signal },
  );
  const codes = rows.map(([code]) => BigInt(String(code)));
  const column = (at: number): number[] => rows.map((row) => Number(row[at]));
  const stops = await lookup.places(
    codes.map((code) => code / flagFactor),
    read.signal,
  );
  const names = await lookup.names(
    [...stops.values()].flatMap(({ token, amm, pool }) => [token, amm, pool]),
    read.signal,
  );
  const hasFlag = (row: number, flag: number): boolean =>
    (Number((codes[row] ?? 0n) % flagFactor) & flag) !== 0;
  return {
    rowCount: codes.length,
    revenuesUsd: column(1),
    profitsUsd: column(2),
    transactions: column(3),
    volumeUsd: column(4),
    stopOf: (row) => stops.get((codes[row] ?? 0n) / flagFactor) ?? noStop,
    isFirstOfToken: (row) => hasFlag(row, firstOfToken),
    isFirstOfAmm: (row) => hasFlag(row, firstOfAmm),
    nameOf: (id) => names.get(BigInt(id)) ?? '',
  };
}

/** Sums the minutes that begin in the window. */
export async function readTradedVolumesUsd(
  read: PinnedRead,
  lookup: NameLookup,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<Map<string, number>> {
  const filter = new VisibleFilter(read, 'trades').within({
    fromSeconds: Math.ceil(fromSeconds / minuteSeconds) * minuteSeconds,
    toSeconds: (Math.floor(toSeconds / minuteSeconds) + 1) * minuteSeconds - 1,
  });
  const rows = await read.database.query(
    `SELECT mint, ${usdOf(sumOf('volume_nanocents'))} ${filter.sql} GROUP BY mint`,
    { signal: read.signal },
  );
  const volumes = rows.map(([mint, volume]) => [BigInt(String(mint)), Number(volume)] as const);
  const names = await lookup.names(
    volumes.map(([mint]) => mint),
    read.signal,
  );
  return new Map(volumes.map(([mint, volume]) => [names.get(mint) ?? '', volume]));
}

export async function readThresholdTotals(
  read: PinnedRead,
  { window, baseMints, wallets, providers, bots }: ThresholdFilter,
): Promise<ThresholdTotals> {
  const filter = new VisibleFilter(read, 'transactions')
    .within(window)
    .equals('type', typeNumber('arbitrage'))
    .isAnyOf('base', baseMints)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots);
  const [[profitsUsd = 0, revenuesUsd = 0, transactions = 0] = []] = await read.database.query(
    `SELECT ${usdOf(sumOf('profits_nanocents'))}, ${usdOf(sumOf('revenues_nanocents'))}, count()
     ${filter.sql}`,
    { signal: read.signal },
  );
  return {
    profitsUsd: Number(profitsUsd),
    revenuesUsd: Number(revenuesUsd),
    transactions: Number(transactions),
  };
}
