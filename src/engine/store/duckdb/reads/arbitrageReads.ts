import { transactionTypes } from '../../../../api/enumerations.ts';
import { solOf, usdOf } from '../../money.ts';
import type { NameTable } from '../../nameTable.ts';
import type {
  ArbitragePageQuery,
  ArbitragePageRows,
  ArbitrageRow,
  NewArbitrages,
  NewArbitragesQuery,
  PageCursor,
} from '../../reads/arbitrageReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import { unpackRoute } from '../../recordDetail.ts';
import type { ReadQuery } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import type { WhereClause } from '../database/whereClause.ts';
import { transactionConditions } from './transactionConditions.ts';

type Order = PageCursor['order'];

const orderSql: Readonly<Record<Order, string>> = {
  time: 'ORDER BY slot DESC, position DESC, number DESC',
  gain: 'ORDER BY profits_nanocents DESC, number DESC',
};

export function readArbitragePage(
  source: ReadContext,
  { filter, fromSeconds, toSeconds, order, behind, upTo, limit }: ArbitragePageQuery,
  options?: QueryOptions,
): Promise<ArbitragePageRows> {
  const conditions = transactionConditions(source, filter)
    .atLeast('time', fromSeconds)
    .atMost('time', toSeconds);
  if (behind !== undefined) addBehind(conditions, behind);
  conditions.atMost('number', BigInt(upTo));
  return source.readTransaction(async ({ read }) => {
    const keys = await readKeys(read, conditions, order, limit + 1);
    const page = keys.slice(0, limit);
    return {
      rows: await readRows(read, page, source.names),
      next: keys.length > limit ? (page.at(-1)?.cursor ?? null) : null,
    };
  }, options);
}

export function readNewArbitrages(
  source: ReadContext,
  { filter, after, upTo, limit }: NewArbitragesQuery,
  options?: QueryOptions,
): Promise<NewArbitrages> {
  const conditions = transactionConditions(source, filter)
    .atLeast('number', BigInt(after + 1))
    .atMost('number', BigInt(upTo));
  return source.readTransaction(async ({ read }) => {
    const keys = await readKeys(read, conditions, 'time', limit + 1);
    const shown = keys.slice(0, limit);
    const rows = await readRows(read, shown, source.names);
    if (keys.length === shown.length) return { rows, skipped: 0 };
    const [[count = 0] = []] = await read(
      `SELECT count(*)::UINTEGER FROM transactions WHERE ${conditions.sql}`,
      conditions.values,
    );
    return { rows, skipped: Number(count) - shown.length };
  }, options);
}

interface RowKey {
  readonly rowId: number;
  readonly cursor: PageCursor;
}

async function readKeys(
  read: ReadQuery,
  conditions: WhereClause,
  order: Order,
  limit: number,
): Promise<RowKey[]> {
  const [rowIds = [], numbers = [], slots = [], positions = [], profits = []] = await read(
    `SELECT rowid, number, slot, position, profits_nanocents FROM transactions WHERE ${conditions.sql}
     ${orderSql[order]} LIMIT ${limit}`,
    conditions.values,
  );
  return rowIds.map((rowId, at) => {
    const row = BigInt(String(numbers[at]));
    return {
      rowId: Number(rowId),
      cursor:
        order === 'time'
          ? { order, slot: Number(slots[at]), position: Number(positions[at]), row }
          : { order, nanocents: BigInt(String(profits[at])), row },
    };
  });
}

function addBehind(conditions: WhereClause, cursor: PageCursor): void {
  if (cursor.order === 'gain') {
    conditions.matches(
      'profits_nanocents <= $0::BIGINT AND (profits_nanocents < $0::BIGINT OR number < $1)',
      cursor.nanocents,
      cursor.row,
    );
    return;
  }
  conditions.matches(
    'slot <= $0 AND (slot < $0 OR position < $1 OR position = $1 AND number < $2)',
    cursor.slot,
    cursor.position,
    cursor.row,
  );
}

/** The rows of up to a page of keys, in their order, from the same snapshot. */
async function readRows(
  read: ReadQuery,
  keys: readonly RowKey[],
  names: NameTable,
): Promise<ArbitrageRow[]> {
  if (keys.length === 0) return [];
  const columns = await read(
    `SELECT rowid, signature, slot, time, type, wallet, provider, compute_units, fee_lamports,
            tip_lamports, base, ${usdOf('revenues_nanocents')}, ${usdOf('profits_nanocents')},
            ${solOf('net_gains_lamports')}, ${usdOf('volume_nanocents')}, detail
     FROM transactions WHERE rowid IN (SELECT unnest($rows))`,
    { rows: keys.map(({ rowId }) => rowId) },
  );
  const rows = new Map((columns[0] ?? []).map((rowId, row) => [Number(rowId), row]));
  return keys.flatMap(({ rowId }) => {
    const row = rows.get(rowId);
    if (row === undefined) return [];
    return toRow(
      columns.map((column) => column[row]),
      names,
    );
  });
}

function toRow(cells: readonly unknown[], names: NameTable): ArbitrageRow {
  const number = (column: number): number => Number(cells[column]);
  const amount = (column: number): bigint => BigInt(String(cells[column]));
  const name = (id: number): string => names.nameOf(id);
  const { isTimeKnown, bot, legs } = unpackRoute(String(cells[15]));
  return {
    signature: String(cells[1]),
    slot: number(2),
    timeSeconds: isTimeKnown ? number(3) : null,
    type: transactionTypes[number(4)] ?? 'failed',
    wallet: name(number(5)),
    provider: name(number(6)),
    bot: bot === null ? null : { family: name(bot.family), program: name(bot.program) },
    computeUnits: number(7) || null,
    feeLamports: amount(8),
    tipLamports: amount(9),
    baseMint: name(number(10)),
    revenuesUsd: number(11),
    profitsUsd: number(12),
    netGainsSol: number(13),
    volumeUsd: number(14),
    legs: legs.map(({ program, pool, mints: [input, output] }) => ({
      program: name(program),
      pool: name(pool),
      inputMint: name(input),
      outputMint: name(output),
    })),
  };
}
