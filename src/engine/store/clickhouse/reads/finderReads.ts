import { minuteSeconds } from '../../../base/minute.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { usdOf } from '../../money.ts';
import type { CreditSums } from '../../reads/creditSums.ts';
import type { CreditFilter } from '../../reads/marketReads.ts';
import { creditFlagFactor, firstOfAmm, firstOfToken } from '../../rows.ts';
import { creditFigures, readCreditColumns } from '../../sql/finderReads.ts';
import type { ClickHouseRead } from './clickHouseRead.ts';

const flagFactor = BigInt(creditFlagFactor);
const noStop = { token: 0n, amm: 0n, pool: 0n };

export async function readCreditSums(
  read: ClickHouseRead,
  filter: CreditFilter,
): Promise<CreditSums> {
  const columns = await readCreditColumns(read, filter);
  const codes = Array.from(columns[0] ?? [], (code) => BigInt(String(code)));
  const stops = await read.placesOf(codes.map((code) => code / flagFactor));
  const nameOf = await read.namesOf(
    [...stops.values()].flatMap(({ token, amm, pool }) => [token, amm, pool]),
  );
  // Once, as integers of 64 bits are slow.
  const stopOfRow = codes.map((code) => stops.get(code / flagFactor) ?? noStop);
  const flags = codes.map((code) => Number(code % flagFactor));
  const hasFlag = (row: number, flag: number): boolean => ((flags[row] ?? 0) & flag) !== 0;
  return {
    rowCount: codes.length,
    ...creditFigures(columns),
    stopOf: (row) => stopOfRow[row] ?? noStop,
    isFirstOfToken: (row) => hasFlag(row, firstOfToken),
    isFirstOfAmm: (row) => hasFlag(row, firstOfAmm),
    nameOf,
  };
}

/** Sums the minutes that begin in the window. */
export async function readTradedVolumesUsd(
  read: ClickHouseRead,
  { fromSeconds, toSeconds }: TimeWindow,
): Promise<Map<string, number>> {
  const columns = 'mint, volume_nanocents';
  const from = await read.summed(
    { table: 'trades', single: columns, totals: { table: 'hour_trades', columns } },
    {
      fromSeconds: Math.ceil(fromSeconds / minuteSeconds) * minuteSeconds,
      toSeconds: (Math.floor(toSeconds / minuteSeconds) + 1) * minuteSeconds - 1,
    },
    (trades) => trades,
  );
  const rows = await read.rows(
    `SELECT mint, ${usdOf(read.sum('volume_nanocents'))} ${from} GROUP BY mint`,
  );
  const nameOf = await read.namesOf(rows.map(([mint]) => mint));
  return new Map(rows.map(([mint, volume]) => [nameOf(mint), Number(volume)]));
}
