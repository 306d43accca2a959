import { type ArbitragePage, defaultArbitrages } from '../../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { checkRange } from '../percentileTable.ts';
import { toArbitrageSummary } from './arbitrageRows.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { formatPageCursor, formatStreamCursor, parsePageCursor } from './cursors.ts';
import { rowsFrom } from './rowsFrom.ts';

/** A search for rare rows ends a page after this time, so that callers see how far it has got. */
const searchMilliseconds = 1_000;

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
  const query = { filter, fromSeconds: from, toSeconds: to, order, behind, upTo: newest, limit };
  const { rows, next, searchedFromSeconds } = await context.store.arbitragePage(
    { ...query, maxMilliseconds: searchMilliseconds },
    options,
  );
  return {
    arbitrages: rows.map((row) => toArbitrageSummary(context, row)),
    ...rowsFrom(context.store, from ?? (next === null ? 0 : null)),
    next: next === null ? null : formatPageCursor(next),
    ...(searchedFromSeconds !== undefined && { searched_from: toTimestamp(searchedFromSeconds) }),
    newest: formatStreamCursor(identity, newest),
  };
}

const toTimestamp = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString();
