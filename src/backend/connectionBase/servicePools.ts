import type { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { MarketCacheProgress } from '../../client/marketCacheStream.ts';
import type { PoolChunk } from '../../engine/marketCache/poolIndex.ts';
import { type ImportedPool, parsePoolEntry } from '../../engine/pools/parsePoolEntry.ts';
import type { InFlightCall } from '../queue/singleFlight.ts';

const progressIntervalMilliseconds = 200;

/** Keeps only one part in memory. */
export async function* streamServicePools(
  client: Pick<HttpMarketClient, 'streamMarketCache'>,
  { onProgress }: Pick<InFlightCall, 'onProgress'>,
  {
    signal,
    beforeRetry,
    onlyAggregator,
  }: {
    readonly signal: AbortSignal;
    readonly beforeRetry: () => Promise<void>;
    readonly onlyAggregator: boolean;
  },
): AsyncGenerator<PoolChunk> {
  let invalidEntries = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = ({ entries, receivedBytes, totalBytes }: MarketCacheProgress): void => {
    const now = performance.now();
    if (now - toldAt < progressIntervalMilliseconds) return;
    toldAt = now;
    onProgress({ kind: 'loading', pools: entries, receivedBytes, totalBytes });
  };
  const parts = client.streamMarketCache(onlyAggregator ? { onlyjup: true } : {}, {
    signal,
    beforeRetry,
    onProgress: tell,
    onFault: (_fault, omitted) => {
      if (omitted === 'entry') invalidEntries += 1;
    },
  });
  for await (const entries of parts) {
    const pools: ImportedPool[] = [];
    for (const entry of entries) {
      const pool = parsePoolEntry(entry);
      if (typeof pool === 'string') invalidEntries += 1;
      // The format does not tell: a service writes every entry as the aggregator does.
      else pools.push({ ...pool, isAggregator: onlyAggregator });
    }
    yield { pools, invalidEntries, isRepetition: onlyAggregator };
    invalidEntries = 0;
  }
  yield { pools: [], invalidEntries, isRepetition: onlyAggregator };
}
