import { transactionTypes } from '../../../api/enumerations.ts';
import { solOf, usdOf } from '../money.ts';
import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  ArbitrageRow,
  NewArbitrages,
  NewArbitragesQuery,
  PageCursor,
} from '../reads/arbitrageReads.ts';
import { unpackRoute } from '../recordDetail.ts';
import { addBehind, orderSql } from './listOrder.ts';
import { type NewestRows, readNewest, timeFromSlot } from './newestRows.ts';
import type { RowFilter } from './rowFilter.ts';
import type { Row, SqlRead } from './sqlRead.ts';
import { transactionRows } from './transactionRows.ts';

const listColumns = ({ rowNumber }: Pick<SqlRead, 'rowNumber'>): string =>
  `slot, position, ${rowNumber}, profits_nanocents, signature, time, type, wallet, provider,
  compute_units, fee_lamports, tip_lamports, base, ${usdOf('revenues_nanocents')},
  ${usdOf('profits_nanocents')}, ${solOf('net_gains_lamports')}, ${usdOf('volume_nanocents')}, detail`;

export async function readArbitragePage(
  read: SqlRead,
  query: ArbitragePageQuery,
): Promise<ArbitragePageRows> {
  const { order, limit } = query;
  // One more row says whether there is another page.
  const { rows, unreadBeforeSlot } = await readListed(read, { ...query, limit: limit + 1 });
  const page = await toArbitrageRows(read, rows.slice(0, limit));
  if (rows.length > limit) {
    const next = cursorOf(rows[limit - 1] ?? [], order);
    return { rows: page, next };
  }
  if (unreadBeforeSlot === null) return { rows: page, next: null };
  return {
    rows: page,
    next: { order: 'time', slot: unreadBeforeSlot, position: 0, row: 0n },
    searchedFromSeconds: await timeFromSlot(read, unreadBeforeSlot),
  };
}

async function readListed(
  read: SqlRead,
  { filter, fromSeconds, toSeconds, order, behind, upTo, limit, ...query }: ArbitragePageQuery,
): Promise<NewestRows> {
  const matching = await transactionRows(read, filter);
  const range = { fromSeconds, toSeconds, upTo };
  if (order === 'time') {
    const after = behind?.order === 'time' ? behind : undefined;
    return readNewest(
      read,
      { ...query, ...range, behind: after, limit },
      listColumns(read),
      matching,
    );
  }
  const bounds = await read.listBounds(range);
  const rows =
    bounds === null
      ? []
      : await readFirst(read, addBehind(matching(bounds), behind, read), order, limit);
  return { rows, unreadBeforeSlot: null };
}

export async function readNewArbitrages(
  read: SqlRead,
  { filter, after, upTo, limit }: NewArbitragesQuery,
): Promise<NewArbitrages> {
  const bounds = await read.listBounds({ after, upTo });
  if (bounds === null) return { rows: [], skipped: 0 };
  const matching = (await transactionRows(read, filter))(bounds);
  const rows = await readFirst(read, matching, 'time', limit + 1);
  const shown = await toArbitrageRows(read, rows.slice(0, limit));
  if (rows.length <= limit) return { rows: shown, skipped: 0 };
  const [[count = 0] = []] = await read.rows(`SELECT count(*) ${matching.sql}`);
  return { rows: shown, skipped: Number(count) - shown.length };
}

async function readFirst(
  read: SqlRead,
  rows: RowFilter,
  order: PageCursor['order'],
  limit: number,
): Promise<readonly Row[]> {
  const { columns, complete } = read.listSearch(listColumns(read));
  return await complete(
    await read.rows(`SELECT ${columns} ${rows.sql} ${orderSql(order, read)} LIMIT ${limit}`),
  );
}

function cursorOf(row: Row, order: PageCursor['order']): PageCursor {
  const [slot, position, number, nanocents] = row;
  const own = { row: BigInt(String(number)) };
  return order === 'time'
    ? { order, slot: Number(slot), position: Number(position), ...own }
    : { order, nanocents: BigInt(String(nanocents)), ...own };
}

async function toArbitrageRows(read: SqlRead, rows: readonly Row[]): Promise<ArbitrageRow[]> {
  const nameOf = await read.namesOf(rows.flatMap((row) => [row[7], row[8], row[12]]));
  const detailName = (name: number | string): string => read.detailNames.nameOf(name);
  return rows.map((row) => {
    const number = (at: number): number => Number(row[at]);
    const { isTimeKnown, bot, legs } = unpackRoute<number | string>(String(row[17]));
    return {
      signature: String(row[4]),
      slot: number(0),
      timeSeconds: isTimeKnown ? number(5) : null,
      type: transactionTypes[number(6)] ?? 'failed',
      wallet: nameOf(row[7]),
      provider: nameOf(row[8]),
      bot:
        bot === null ? null : { family: detailName(bot.family), program: detailName(bot.program) },
      computeUnits: number(9) || null,
      feeLamports: BigInt(String(row[10])),
      tipLamports: BigInt(String(row[11])),
      baseMint: nameOf(row[12]),
      revenuesUsd: number(13),
      profitsUsd: number(14),
      netGainsSol: number(15),
      volumeUsd: number(16),
      legs: legs.map(({ program, pool, mints: [input, output] }) => ({
        program: detailName(program),
        pool: detailName(pool),
        inputMint: detailName(input),
        outputMint: detailName(output),
      })),
    };
  });
}
