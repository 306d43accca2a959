import type { ArbitrageSummary } from '../../../api/arbscope/arbitrages.ts';
import { transactionTypes } from '../../../api/enumerations.ts';
import type { ReadQuery } from '../../store/duckdb/query.ts';
import { type PackedRouteLeg, unpackRoute } from '../../store/recordDetail.ts';
import { type OperationContext, symbolOf } from '../operationContext.ts';
import { outcomeOf } from './transactionFilter.ts';

/** The rows with these row ids of the same snapshot, `maxArbitrages` at most, in their order. */
export async function readArbitrages(
  context: OperationContext,
  read: ReadQuery,
  rowIds: readonly number[],
): Promise<ArbitrageSummary[]> {
  if (rowIds.length === 0) return [];
  const columns = await read(
    `SELECT rowid, signature, slot, time, type, wallet, provider, compute_units, fee_lamports,
            tip_lamports, base, revenues_usd, profits_usd, net_gains_sol, volume_usd, detail
     FROM transactions WHERE rowid IN (SELECT unnest($rows))`,
    { rows: rowIds },
  );
  const rows = new Map((columns[0] ?? []).map((rowId, row) => [Number(rowId), row]));
  return rowIds.flatMap((rowId) => {
    const row = rows.get(rowId);
    return row === undefined
      ? []
      : toSummary(
          context,
          columns.map((column) => column[row]),
        );
  });
}

function toSummary(context: OperationContext, cells: readonly unknown[]): ArbitrageSummary {
  const { names } = context.store;
  const number = (column: number): number => Number(cells[column]);
  const amount = (column: number): bigint => BigInt(String(cells[column]));
  const name = (id: number): string => names.nameOf(id);
  const { isTimeKnown, bot, legs } = unpackRoute(String(cells[15]));
  const [type, base] = [number(4), number(10)];
  return {
    signature: String(cells[1]),
    block_number: number(2),
    timestamp: isTimeKnown ? new Date(number(3) * 1_000).toISOString() : null,
    type: transactionTypes[type] ?? 'failed',
    outcome: outcomeOf(type, number(12)),
    wallet: name(number(5)),
    provider: name(number(6)),
    bot: bot === null ? null : { family: name(bot.family), program: name(bot.program) },
    compute_unit: number(7),
    fees: amount(8),
    tips: amount(9),
    base: name(base),
    revenues_usd: number(11),
    net_gains_usd: number(12),
    net_gains_sol: number(13),
    volume_usd: number(14),
    mints: mintsOfRoute(base, legs).map((id) => {
      const mint = name(id);
      return { mint, symbol: symbolOf(context, mint) };
    }),
    pools: legs.map(({ pool, program }) => ({ pool: name(pool), amm: name(program) })),
  };
}

/** Each mint as the route comes to it; legs that run side by side come to theirs once. */
function mintsOfRoute(base: number, legs: readonly PackedRouteLeg[]): number[] {
  const [first] = legs;
  if (first === undefined) return [];
  const start = base === 0 ? first.mints[0] : base;
  const mints = [start];
  for (const leg of legs) {
    const [input, output] = leg.mints;
    if (input !== start && !mints.includes(input)) mints.push(input);
    if (output !== mints.at(-1)) mints.push(output);
  }
  if (mints.at(-1) !== start) mints.push(start);
  return mints;
}
