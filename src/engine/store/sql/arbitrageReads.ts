import { transactionTypes } from '../../../api/enumerations.ts';
import { solOf, usdOf } from '../money.ts';
import type {
  ArbitragePageRows,
  ArbitrageRow,
  NewArbitrages,
  PageCursor,
} from '../reads/arbitrageReads.ts';
import { unpackRoute } from '../recordDetail.ts';
import type { RowFilter } from './rowFilter.ts';
import type { Row, SqlRead } from './sqlRead.ts';

type Order = PageCursor['order'];

/** First columns of the rows of a list. */
export const keyColumns = ({ rowNumber }: Pick<SqlRead, 'rowNumber'>): string =>
  `slot, position, ${rowNumber}, profits_nanocents`;

/** The columns after `keyColumns`. */
export const listColumns = `signature, time, type, wallet, provider, compute_units, fee_lamports,
  tip_lamports, base, ${usdOf('revenues_nanocents')}, ${usdOf('profits_nanocents')},
  ${solOf('net_gains_lamports')}, ${usdOf('volume_nanocents')}, detail`;

export const orderSql = (order: Order, { rowNumber }: Pick<SqlRead, 'rowNumber'>): string =>
  order === 'time'
    ? `ORDER BY slot DESC, position DESC, ${rowNumber} DESC`
    : `ORDER BY profits_nanocents DESC, ${rowNumber} DESC`;

export function addBehind(
  rows: RowFilter,
  cursor: PageCursor | undefined,
  { rowNumber }: Pick<SqlRead, 'rowNumber'>,
): RowFilter {
  if (cursor === undefined) return rows;
  const { row } = cursor;
  if (cursor.order === 'gain') {
    const { nanocents } = cursor;
    return rows
      .atMost('profits_nanocents', nanocents)
      .matches(`(profits_nanocents < ${nanocents} OR ${rowNumber} < ${row})`);
  }
  const { slot, position } = cursor;
  return rows
    .atMost('slot', slot)
    .matches(
      `(slot < ${slot} OR position < ${position} OR position = ${position} AND ${rowNumber} < ${row})`,
    );
}

function cursorOf(row: Row, order: Order): PageCursor {
  const [slot, position, number, nanocents] = row;
  const own = { row: BigInt(String(number)) };
  return order === 'time'
    ? { order, slot: Number(slot), position: Number(position), ...own }
    : { order, nanocents: BigInt(String(nanocents)), ...own };
}

/** A page from its rows and, if there is another page, the row after them. */
export async function toPage(
  read: SqlRead,
  rows: readonly Row[],
  { limit, order }: { readonly limit: number; readonly order: Order },
): Promise<ArbitragePageRows> {
  const page = rows.slice(0, limit);
  return {
    rows: await toArbitrageRows(read, page),
    next: rows.length > limit ? cursorOf(page.at(-1) ?? [], order) : null,
  };
}

/** `rows`: the newest of those that match, and one more if there are more than `limit`. */
export async function toNewArbitrages(
  read: SqlRead,
  matching: RowFilter,
  rows: readonly Row[],
  limit: number,
): Promise<NewArbitrages> {
  const shown = await toArbitrageRows(read, rows.slice(0, limit));
  if (rows.length <= limit) return { rows: shown, skipped: 0 };
  const [[count = 0] = []] = await read.rows(`SELECT count(*) ${matching.sql}`);
  return { rows: shown, skipped: Number(count) - shown.length };
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
