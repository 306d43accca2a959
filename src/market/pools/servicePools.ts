import type { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { CacheProgress } from '../../client/marketCacheStream.ts';
import { poolOfEntry } from '../../engine/marketCache/poolEntry.ts';
import type { PoolPart } from '../../engine/marketCache/poolIndex.ts';
import type { SharedCall } from '../service/sharedCalls.ts';

/** Pools handed on at once. */
const partPools = 512;
/** Between two words of progress. */
const progressMilliseconds = 200;

/**
 * The market cache of a service, or the aggregator's own part of it, as pools while it arrives, with
 * the memory of one part.
 */
export async function* servicePools(
  client: Pick<HttpMarketClient, 'marketCacheEntries'>,
  { onProgress }: Pick<SharedCall, 'onProgress'>,
  {
    signal,
    beforeRetry,
    onlyAggregator,
  }: {
    readonly signal: AbortSignal;
    readonly beforeRetry: () => Promise<void>;
    readonly onlyAggregator: boolean;
  },
): AsyncGenerator<PoolPart> {
  let pools: PoolPart['pools'][number][] = [];
  let faults = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = ({ entries, receivedBytes, totalBytes }: CacheProgress): void => {
    const now = performance.now();
    if (now - toldAt < progressMilliseconds) return;
    toldAt = now;
    onProgress({ kind: 'loading', pools: entries, receivedBytes, totalBytes });
  };
  const entries = client.marketCacheEntries(onlyAggregator ? { onlyjup: true } : {}, {
    signal,
    beforeRetry,
    onProgress: tell,
    onFault: () => {
      faults += 1;
    },
  });
  for await (const entry of entries) {
    const pool = poolOfEntry(entry);
    if (typeof pool === 'string') faults += 1;
    // A service writes every entry as the aggregator does.
    else pools.push({ ...pool, isAggregator: onlyAggregator });
    if (pools.length < partPools) continue;
    yield { pools, faults };
    pools = [];
    faults = 0;
  }
  yield { pools, faults };
}
