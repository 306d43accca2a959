import { transactionTypes } from '../../../../api/enumerations.ts';
import type { TimeWindow } from '../../../base/timeWindow.ts';
import { solOf, usdOf } from '../../money.ts';
import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  ArbitrageRow,
  NewArbitrages,
  NewArbitragesQuery,
  PageCursor,
} from '../../reads/arbitrageReads.ts';
import { unpackRoute } from '../../recordDetail.ts';
import type { Cell } from '../database/clickHouseDatabase.ts';
import type { KeptPeriod } from '../database/keptPeriod.ts';
import { rowNumberSql, slotOfRow } from '../database/rowPosition.ts';
import type { PinnedRead, VisibleFilter } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';
import { readNewest, readSlotsWindow } from './newestRows.ts';
import { readTransactionTerms } from './transactionTerms.ts';

type Order = PageCursor['order'];

const orderSql: Readonly<Record<Order, string>> = {
  time: 'ORDER BY slot DESC, position DESC',
  gain: `ORDER BY profits_nanocents DESC, ${rowNumberSql} DESC`,
};

export async function readArbitragePage(
  read: PinnedRead,
  lookup: NameLookup,
  { filter, fromSeconds, toSeconds, order, behind, upTo, limit }: ArbitragePageQuery,
  { rowsFromSeconds }: Pick<KeptPeriod, 'rowsFromSeconds'>,
): Promise<ArbitragePageRows> {
  const { newestTimeSeconds } = read.pin;
  const termsOf = await readTransactionTerms(read, filter);
  const readWithin = (window: TimeWindow): Promise<Cell[][]> => {
    const terms = termsOf(window).atMost('slot', slotOfRow(upTo));
    if (behind !== undefined) addBehind(terms, behind);
    return readRows(read, terms, order, limit + 1);
  };
  const window = {
    // Servers delete older rows at different times.
    fromSeconds: Math.max(fromSeconds ?? 0, rowsFromSeconds ?? 0),
    toSeconds: Math.min(toSeconds ?? newestTimeSeconds, newestTimeSeconds),
  };
  const rows =
    order === 'time'
      ? await readNewest(
          read,
          await windowBehind(read, window, behind),
          limit + 1,
          readWithin,
          ([slot]) => Number(slot),
        )
      : await readWithin(window);
  const page = rows.slice(0, limit);
  return {
    rows: await toRows(read, lookup, page),
    next: rows.length > limit ? cursorOf(page.at(-1) ?? [], order) : null,
  };
}

export async function readNewArbitrages(
  read: PinnedRead,
  lookup: NameLookup,
  { filter, after, upTo, limit }: NewArbitragesQuery,
): Promise<NewArbitrages> {
  const window = await readSlotsWindow(read, slotOfRow(after) + 1, slotOfRow(upTo));
  if (window === null) return { rows: [], skipped: 0 };
  const termsOf = await readTransactionTerms(read, filter);
  const terms = termsOf(window)
    .atLeast('slot', slotOfRow(after) + 1)
    .atMost('slot', slotOfRow(upTo));
  const rows = await readRows(read, terms, 'time', limit + 1);
  const shown = rows.slice(0, limit);
  const listed = await toRows(read, lookup, shown);
  if (rows.length === shown.length) return { rows: listed, skipped: 0 };
  const [[count = 0] = []] = await read.database.query(`SELECT count() ${terms.sql}`, {
    signal: read.signal,
  });
  return { rows: listed, skipped: Number(count) - shown.length };
}

/** Ends the window at the last row of the former page. */
async function windowBehind(
  read: PinnedRead,
  window: TimeWindow,
  behind: PageCursor | undefined,
): Promise<TimeWindow> {
  if (behind?.order !== 'time') return window;
  const own = await readSlotsWindow(read, 0, behind.slot);
  const toSeconds = Math.min(window.toSeconds, own?.toSeconds ?? window.toSeconds);
  return { fromSeconds: window.fromSeconds, toSeconds };
}

function addBehind(terms: VisibleFilter, cursor: PageCursor): void {
  if (cursor.order === 'gain') {
    const { nanocents, row } = cursor;
    terms.matches(
      `profits_nanocents <= ${nanocents} AND (profits_nanocents < ${nanocents} OR ${rowNumberSql} < ${row})`,
    );
    return;
  }
  const { slot, position } = cursor;
  terms.matches(`slot <= ${slot} AND (slot < ${slot} OR position < ${position})`);
}

const readRows = (
  { database, signal }: PinnedRead,
  terms: VisibleFilter,
  order: Order,
  limit: number,
): Promise<Cell[][]> =>
  database.query(
    `SELECT slot, position, signature, time, type, wallet, provider, compute_units, fee_lamports,
            tip_lamports, base, ${usdOf('revenues_nanocents')}, ${usdOf('profits_nanocents')},
            ${solOf('net_gains_lamports')}, ${usdOf('volume_nanocents')}, detail, ${rowNumberSql},
            profits_nanocents
     ${terms.sql} ${orderSql[order]} LIMIT ${Math.floor(limit)}`,
    { signal },
  );

function cursorOf(row: readonly Cell[], order: Order): PageCursor {
  const number = BigInt(String(row[16]));
  return order === 'time'
    ? { order, slot: Number(row[0]), position: Number(row[1]), row: number }
    : { order, nanocents: BigInt(String(row[17])), row: number };
}

async function toRows(
  { signal }: PinnedRead,
  lookup: NameLookup,
  rows: readonly (readonly Cell[])[],
): Promise<ArbitrageRow[]> {
  const amount = (row: readonly Cell[], at: number): bigint => BigInt(String(row[at]));
  const names = await lookup.names(
    rows.flatMap((row) => [amount(row, 5), amount(row, 6), amount(row, 10)]),
    signal,
  );
  return rows.map((row) => {
    const number = (at: number): number => Number(row[at]);
    const name = (at: number): string => names.get(amount(row, at)) ?? '';
    const { isTimeKnown, bot, legs } = unpackRoute<number | string>(String(row[15]));
    return {
      signature: String(row[2]),
      slot: number(0),
      timeSeconds: isTimeKnown ? number(3) : null,
      type: transactionTypes[number(4)] ?? 'failed',
      wallet: name(5),
      provider: name(6),
      bot: bot === null ? null : { family: `${bot.family}`, program: `${bot.program}` },
      computeUnits: number(7) || null,
      feeLamports: amount(row, 8),
      tipLamports: amount(row, 9),
      baseMint: name(10),
      revenuesUsd: number(11),
      profitsUsd: number(12),
      netGainsSol: number(13),
      volumeUsd: number(14),
      legs: legs.map(({ program, pool, mints: [input, output] }) => ({
        program: `${program}`,
        pool: pool === 0 ? '' : `${pool}`,
        inputMint: `${input}`,
        outputMint: `${output}`,
      })),
    };
  });
}
