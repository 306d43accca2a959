import {
  type ArbitrageEvent,
  type ArbitragePage,
  defaultArbitrages,
} from '../../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { maxArbitrages } from '../../../api/limits.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ReadQuery } from '../../store/duckdb/query.ts';
import type { WhereClause } from '../../store/duckdb/whereClause.ts';
import type { OperationContext } from '../operationContext.ts';
import { checkRange } from '../percentileTable.ts';
import { readArbitrages } from './arbitrageRows.ts';
import {
  formatPageCursor,
  formatStreamCursor,
  type PageCursor,
  parsePageCursor,
} from './cursors.ts';
import { type TransactionFilter, transactionConditions } from './transactionFilter.ts';

type Order = PageCursor['order'];

const orderSql: Readonly<Record<Order, string>> = {
  time: 'ORDER BY slot DESC, position DESC, number DESC',
  gain: 'ORDER BY profits_usd DESC, number DESC',
};

/**
 * A page of transactions by slot or by net gain. A page begins behind the last row of the one before:
 * rows that come meanwhile neither repeat nor push out any.
 */
export async function handleArbitrages(
  context: OperationContext,
  parameters: ParametersOf<ArbscopeOperations['arbitrages']>,
  options: MarketCallOptions = {},
): Promise<ArbitragePage> {
  const { order = 'time', limit = defaultArbitrages, cursor, from, to, ...filter } = parameters;
  checkRange(['from', 'to'], from, to);
  const { store } = context;
  const conditions = transactionConditions(store, filter).atLeast('time', from).atMost('time', to);
  if (cursor !== undefined) behind(conditions, parsePageCursor(cursor, order));
  // What a flush makes visible from here on is the stream's.
  const { newest } = store.visibleRows;
  conditions.atMost('number', BigInt(newest));
  return await store.readTransaction(async (read) => {
    const keys = await readKeys(read, conditions, order, limit + 1);
    const page = keys.slice(0, limit);
    const last = page.at(-1);
    return {
      arbitrages: await readArbitrages(
        context,
        read,
        page.map(({ rowId }) => rowId),
      ),
      next: keys.length > limit && last !== undefined ? formatPageCursor(last.cursor) : null,
      newest: formatStreamCursor(store.identity, newest),
    };
  }, options);
}

/** What became visible after one row's number and up to another's, newest first. */
export async function readNewArbitrages(
  context: OperationContext,
  filter: TransactionFilter,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  options: MarketCallOptions,
): Promise<Pick<ArbitrageEvent, 'arbitrages' | 'skipped'>> {
  const conditions = transactionConditions(context.store, filter)
    .atLeast('number', BigInt(after + 1))
    .atMost('number', BigInt(upTo));
  return await context.store.readTransaction(async (read) => {
    const keys = await readKeys(read, conditions, 'time', maxArbitrages + 1);
    const shown = keys.slice(0, maxArbitrages);
    const arbitrages = await readArbitrages(
      context,
      read,
      shown.map(({ rowId }) => rowId),
    );
    if (keys.length === shown.length) return { arbitrages, skipped: 0 };
    const [[count = 0] = []] = await read(
      `SELECT count(*)::UINTEGER FROM transactions WHERE ${conditions.sql}`,
      conditions.values,
    );
    return { arbitrages, skipped: Number(count) - shown.length };
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
    `SELECT rowid, number, slot, position, profits_usd FROM transactions WHERE ${conditions.sql}
     ${orderSql[order]} LIMIT ${limit}`,
    conditions.values,
  );
  return rowIds.map((rowId, row) => {
    const number = Number(numbers[row]);
    return {
      rowId: Number(rowId),
      cursor:
        order === 'time'
          ? { order, slot: Number(slots[row]), position: Number(positions[row]), number }
          : { order, profitsUsd: Number(profits[row]), number },
    };
  });
}

function behind(conditions: WhereClause, cursor: PageCursor): void {
  if (cursor.order === 'gain') {
    conditions.matches(
      'profits_usd <= $0::DOUBLE AND (profits_usd < $0::DOUBLE OR number < $1)',
      cursor.profitsUsd,
      BigInt(cursor.number),
    );
    return;
  }
  conditions.matches(
    'slot <= $0 AND (slot < $0 OR position < $1 OR position = $1 AND number < $2)',
    cursor.slot,
    cursor.position,
    BigInt(cursor.number),
  );
}
