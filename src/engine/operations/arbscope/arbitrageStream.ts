import { setTimeout } from 'node:timers/promises';
import type {
  ArbitrageEvent,
  ArbitrageStreamParameters,
} from '../../../api/arbscope/arbitrages.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { OperationContext } from '../operationContext.ts';
import { readNewArbitrages } from './arbitrages.ts';
import { formatStreamCursor, parseStreamCursor } from './cursors.ts';
import type { TransactionFilter } from './transactionFilter.ts';

/** Shortest time between two events: a list that changes more often cannot be read. */
const eventIntervalMilliseconds = 1_000;

/** Throws a MarketError of kind `bad-parameter` immediately if the cursor is invalid. */
export function streamArbitrages(
  context: OperationContext,
  { cursor, ...filter }: ArbitrageStreamParameters,
  options: MarketCallOptions = {},
): AsyncIterable<ArbitrageEvent> {
  const { visibleRows, identity } = context.store;
  const { newest } = visibleRows;
  const former = cursor === undefined ? null : parseStreamCursor(cursor, identity);
  return events(context, filter, Math.min(former ?? newest, newest), options);
}

/** Nothing runs while the caller does not ask for the next event. */
async function* events(
  context: OperationContext,
  filter: TransactionFilter,
  start: number,
  { signal }: MarketCallOptions,
): AsyncGenerator<ArbitrageEvent> {
  const { visibleRows, identity } = context.store;
  const { closing } = visibleRows;
  const ends = signal === undefined ? closing : AbortSignal.any([signal, closing]);
  const hasEnded = (): boolean => {
    if (signal?.aborted === true) return true;
    visibleRows.throwIfClosed();
    return false;
  };
  let after = start;
  let due = 0;
  while (true) {
    const early = due - performance.now();
    if (early > 0) await setTimeout(early, undefined, { signal: ends }).catch(() => undefined);
    await visibleRows.waitForRowsAfter(after, ends);
    if (hasEnded()) return;
    const upTo = visibleRows.newest;
    let found: Awaited<ReturnType<typeof readNewArbitrages>>;
    try {
      found = await readNewArbitrages(context, filter, { after, upTo }, { signal: ends });
    } catch (error) {
      if (hasEnded()) return;
      throw error;
    }
    after = upTo;
    due = performance.now() + eventIntervalMilliseconds;
    if (found.arbitrages.length > 0) {
      yield { ...found, newest: formatStreamCursor(identity, upTo) };
    }
  }
}
