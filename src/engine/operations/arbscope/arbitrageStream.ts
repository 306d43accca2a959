import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type {
  ArbitrageEvent,
  ArbitrageStreamParameters,
} from '../../../api/arbscope/arbitrages.ts';
import { stringifyJson } from '../../../api/json.ts';
import { maxArbitrages } from '../../../api/limits.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { TransactionFilter } from '../../store/reads/transactionFilter.ts';
import { toArbitrageSummary } from './arbitrageRows.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { formatStreamCursor, parseStreamCursor } from './cursors.ts';

/** Minimum time between two events, so that the displayed list stays readable. */
const eventIntervalMilliseconds = 1_000;

/** Most streams with one filter read at the same moment. */
const maxKeptEvents = 64;

/** Each range of rows is read once for all streams with one filter. */
export class SharedEvents {
  readonly #events = new LRUCache<string, Promise<ArbitrageEvent>>({ max: maxKeptEvents });

  get(key: string, read: () => Promise<ArbitrageEvent>): Promise<ArbitrageEvent> {
    const known = this.#events.get(key);
    if (known !== undefined) return known;
    const reading = read();
    this.#events.set(key, reading);
    reading.catch(() => {
      if (this.#events.peek(key) === reading) this.#events.delete(key);
    });
    return reading;
  }
}

/** Throws a MarketError of kind `bad-parameter` at once for an invalid cursor. */
export function streamArbitrages(
  context: ArbscopeContext,
  shared: SharedEvents,
  { cursor, ...filter }: ArbitrageStreamParameters,
  options: MarketCallOptions = {},
): AsyncIterable<ArbitrageEvent> {
  const { visibleRows, identity } = context.store;
  const { newest } = visibleRows;
  const former = cursor === undefined ? null : parseStreamCursor(cursor, identity);
  const start = {
    after: Math.min(former ?? newest, newest),
    isKnown: cursor === undefined || former !== null,
  };
  return events(context, shared, filter, start, options);
}

/** Does no work until the caller requests the next event. */
async function* events(
  context: ArbscopeContext,
  shared: SharedEvents,
  filter: TransactionFilter,
  start: { readonly after: number; readonly isKnown: boolean },
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
  const filterKey = stringifyJson(filter);
  let { after, isKnown } = start;
  let due = 0;
  while (true) {
    const early = due - performance.now();
    if (early > 0) await setTimeout(early, undefined, { signal: ends }).catch(() => undefined);
    const isDue = visibleRows.newest > after;
    await visibleRows.waitForRowsAfter(after, ends);
    if (hasEnded()) return;
    // Measured from the wake-up, not the end of the read: streams that wake together stay in step
    // and share reads.
    due = (isDue && early > 0 ? due : performance.now()) + eventIntervalMilliseconds;
    const upTo = visibleRows.newest;
    const read = async (): Promise<ArbitrageEvent> => {
      // Other streams may share the read, so only the store's end cancels it.
      const signal = { signal: closing };
      const query = { filter, after, upTo, limit: maxArbitrages };
      const { rows, skipped } = await context.store.newArbitrages(query, signal);
      const arbitrages = rows.map((row) => toArbitrageSummary(context, row));
      return { arbitrages, skipped, newest: formatStreamCursor(identity, upTo) };
    };
    let event: ArbitrageEvent;
    try {
      event = await shared.get(`${after} ${upTo} ${filterKey}`, read);
    } catch (error) {
      if (hasEnded()) return;
      throw error;
    }
    if (hasEnded()) return;
    after = upTo;
    if (event.arbitrages.length === 0) continue;
    // What arrived between a cursor of another store and the start of this stream is not known.
    yield isKnown ? event : { ...event, skipped: null };
    isKnown = true;
  }
}
