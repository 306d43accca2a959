import { type ArbitragePage, defaultArbitrages } from '../../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { checkRange } from '../percentileTable.ts';
import { toArbitrageSummary } from './arbitrageRows.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { formatPageCursor, formatStreamCursor, parsePageCursor } from './cursors.ts';
import { rowsFrom } from './rowsFrom.ts';

/**
 * A page of transactions by slot or by net gain. A page begins after the last row of the previous
 * one, so rows that arrive in between cause neither duplicates nor gaps.
 */
export async function handleArbitrages(
  context: ArbscopeContext,
  parameters: ParametersOf<ArbscopeOperations['arbitrages']>,
  options: MarketCallOptions = {},
): Promise<ArbitragePage> {
  const { order = 'time', limit = defaultArbitrages, cursor, from, to, ...filter } = parameters;
  checkRange(['from', 'to'], from, to);
  const behind = cursor === undefined ? undefined : parsePageCursor(cursor, order);
  const { visibleRows, identity } = context.store;
  // Rows that become visible later belong to the stream.
  const { newest } = visibleRows;
  const { rows, next } = await context.store.arbitragePage(
    { filter, fromSeconds: from, toSeconds: to, order, behind, upTo: newest, limit },
    options,
  );
  return {
    arbitrages: rows.map((row) => toArbitrageSummary(context, row)),
    ...rowsFrom(context.store, from ?? (next === null ? 0 : null)),
    next: next === null ? null : formatPageCursor(next),
    newest: formatStreamCursor(identity, newest),
  };
}
