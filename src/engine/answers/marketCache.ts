import { setImmediate } from 'node:timers/promises';
import type { MarketCacheEntry } from '../../interface/marketCache.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import { type CachedPool, findImported, importedPools } from '../marketCache/cachedPools.ts';
import { withAccountData } from '../marketCache/fetchedPools.ts';
import { describeAccounts } from '../marketCache/swapAccounts.ts';
import type { KnownPool } from '../store/poolBook.ts';
import { throwIfCancelled } from '../store/query.ts';
import type { AnswerContext } from './context.ts';

type MarketCacheParameters = ParametersOf<Operations['marketCache']>;

/** Longest stretch of work before other requests get their turn. */
const sliceMilliseconds = 10;
const seenAtOnce = 4_096;

/** The rows of `marketCacheRows` as a list, for callers that want them at once. */
export async function answerMarketCache(
  context: AnswerContext,
  parameters: MarketCacheParameters,
  options: CallOptions = {},
): Promise<MarketCacheEntry[]> {
  const entries: MarketCacheEntry[] = [];
  for await (const entry of marketCacheRows(context, parameters, options)) entries.push(entry);
  return entries;
}

/**
 * Pools of the imported files and, unless `onlyjup`, those that the indexed blocks have shown, each
 * once. `tokens` keeps the pools whose mints are all listed; a
 * pool whose mints nothing tells is then left out. With `accounts`, pools of the four families
 * bring the accounts of a swap. Holds a page of pools at a time, however slowly it is read.
 */
export async function* marketCacheRows(
  { store, chain }: AnswerContext,
  { onlyjup = false, accounts = false, tokens: listed = [] }: MarketCacheParameters,
  { signal }: CallOptions = {},
): AsyncGenerator<MarketCacheEntry> {
  // As everywhere, an empty list is no filter.
  const tokens = listed.length > 0 ? listed : undefined;
  const seen = tokens === undefined ? [...store.pools.all()] : store.pools.among(new Set(tokens));
  const filter = { onlyAggregator: onlyjup, tokens, seen: seen.map(({ pool }) => pool) };
  const turns = new Turns(signal);
  for await (const page of importedPools(store, filter, signal)) {
    // Only for an answer of bounded size: the whole cache would be asked of the node.
    const isFetched = accounts && tokens !== undefined && chain !== undefined;
    const pools = isFetched ? await withAccountData(page, chain, signal) : page;
    for (const imported of pools) {
      const known = store.pools.find(imported.pool);
      yield entryOf(known === undefined ? imported : withSeen(imported, known), known, accounts);
      await turns.pause();
    }
  }
  if (onlyjup) return;
  for (let from = 0; from < seen.length; from += seenAtOnce) {
    const part = seen.slice(from, from + seenAtOnce);
    const told = await findImported(
      store,
      part.map(({ pool }) => pool),
      signal,
    );
    for (const pool of part.filter((each) => !told.has(each.pool))) {
      yield entryOf(ofSeen(pool), pool, accounts);
      await turns.pause();
    }
  }
}

/** Every pool of the market cache with its mints, in pages, for lists of an own making. */
export async function* marketCachePools(
  { store }: AnswerContext,
  { signal }: CallOptions = {},
): AsyncGenerator<readonly CachedPool[]> {
  const filter = { onlyAggregator: false, tokens: undefined, seen: [] };
  for await (const page of importedPools(store, filter, signal)) {
    yield page.map((imported) => {
      const known = store.pools.find(imported.pool);
      return known === undefined ? imported : withSeen(imported, known);
    });
  }
  const seen = [...store.pools.all()];
  for (let from = 0; from < seen.length; from += seenAtOnce) {
    const part = seen.slice(from, from + seenAtOnce);
    const told = await findImported(
      store,
      part.map(({ pool }) => pool),
      signal,
    );
    yield part.filter(({ pool }) => !told.has(pool)).map(ofSeen);
  }
}

/** Lets other requests have their turn between rows, and ends when nobody waits any more. */
class Turns {
  readonly #signal: AbortSignal | undefined;
  #ends = performance.now() + sliceMilliseconds;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  async pause(): Promise<void> {
    if (performance.now() < this.#ends) return;
    await setImmediate();
    throwIfCancelled(this.#signal);
    this.#ends = performance.now() + sliceMilliseconds;
  }
}

function ofSeen(pool: KnownPool): CachedPool {
  const [mintA = '', mintB = ''] = pool.mints;
  const vaultOf = (wanted: string): string =>
    [...pool.vaults].find(([, { mint }]) => mint === wanted)?.[0] ?? '';
  return {
    pool: pool.pool,
    program: pool.program,
    mintA,
    mintB,
    vaultA: vaultOf(mintA),
    vaultB: vaultOf(mintB),
    lookupTable: pool.lookupTable ?? '',
    parameters: {},
    addresses: {},
    isAggregator: false,
  };
}

/** Fills what the files leave open, mints and vaults together, so that sides never mix. */
function withSeen(imported: CachedPool, pool: KnownPool): CachedPool {
  const { mintA, mintB, vaultA, vaultB, lookupTable } = ofSeen(pool);
  const isTold = imported.mintA !== '' && imported.mintB !== '';
  return {
    ...imported,
    ...(isTold ? {} : { mintA, mintB, vaultA, vaultB }),
    lookupTable: imported.lookupTable || lookupTable,
  };
}

function entryOf(
  pool: CachedPool,
  seen: KnownPool | undefined,
  withAccounts: boolean,
): MarketCacheEntry {
  const params: Record<string, unknown> = {
    ...(pool.lookupTable === '' ? {} : { addressLookupTableAddress: pool.lookupTable }),
    ...pool.parameters,
  };
  const described = withAccounts ? describeAccounts(pool, seen?.swap ?? null) : undefined;
  return {
    pubkey: pool.pool,
    owner: pool.program,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(described === undefined ? {} : { accounts: described }),
  };
}
