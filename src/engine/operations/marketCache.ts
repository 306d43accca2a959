import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCacheEntry } from '../../api/marketCache.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import { type ImportedPool, poolParameters } from '../pools/parsePoolEntry.ts';
import { readPoolAccount } from '../pools/readPoolAccount.ts';
import { describeAccounts } from '../pools/swapAccounts.ts';
import type { AccountInfo, AccountReader } from '../rpc/accountReader.ts';
import type { ObservedPool } from '../store/poolRegistry.ts';
import type { StoreReader } from '../store/storeReader.ts';
import type { OperationContext } from './operationContext.ts';
import { createYielder } from './timeSlices.ts';

type MarketCacheParameters = ParametersOf<Operations['marketCache']>;

const observedPoolsPerPage = 4_096;

/** The rows of `marketCacheRows` as a list, for callers that want them at once. */
export async function handleMarketCache(
  context: OperationContext,
  parameters: MarketCacheParameters,
  options: MarketCallOptions = {},
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
  { store, accountReader }: OperationContext,
  { onlyjup = false, accounts = false, tokens: listed = [] }: MarketCacheParameters,
  { signal }: MarketCallOptions = {},
): AsyncGenerator<MarketCacheEntry> {
  // As everywhere, an empty list is no filter.
  const tokens = listed.length > 0 ? listed : undefined;
  const seen =
    tokens === undefined ? [...store.pools.all()] : store.pools.withMintsIn(new Set(tokens));
  // Every server over one store lists them alike, in whatever order it came to know them.
  seen.sort((first, second) => (first.pool < second.pool ? -1 : 1));
  const filter = { onlyAggregator: onlyjup, tokens, observedPools: seen.map(({ pool }) => pool) };
  const yieldIfDue = createYielder(signal);
  for await (const page of store.importedPools(filter, { signal })) {
    // Only for an answer of bounded size: the whole cache would be asked of the node.
    const isFetched = accounts && tokens !== undefined && accountReader !== undefined;
    const pools = isFetched ? await withPoolAccountData(page, accountReader, signal) : page;
    for (const imported of pools) {
      const observed = store.pools.find(imported.pool);
      yield toMarketCacheEntry(mergeObservedPool(imported, observed), observed, accounts);
      await yieldIfDue();
    }
  }
  if (onlyjup) return;
  for await (const page of readObservedPools(store, seen, signal)) {
    for (const pool of page) {
      yield toMarketCacheEntry(fromObservedPool(pool), pool, accounts);
      await yieldIfDue();
    }
  }
}

/** Every pool of the market cache with its mints, in pages, for a list of its own. */
export async function* marketCachePools(
  { store }: OperationContext,
  { signal }: MarketCallOptions = {},
): AsyncGenerator<readonly ImportedPool[]> {
  const filter = { onlyAggregator: false, tokens: undefined, observedPools: [] };
  for await (const page of store.importedPools(filter, { signal })) {
    yield page.map((imported) => mergeObservedPool(imported, store.pools.find(imported.pool)));
  }
  for await (const page of readObservedPools(store, [...store.pools.all()], signal)) {
    yield page.map(fromObservedPool);
  }
}

/** Those of the observed pools that no file holds, in pages. */
async function* readObservedPools(
  store: StoreReader,
  observed: readonly ObservedPool[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly ObservedPool[]> {
  for (let from = 0; from < observed.length; from += observedPoolsPerPage) {
    const page = observed.slice(from, from + observedPoolsPerPage);
    const addresses = page.map(({ pool }) => pool);
    const imported = await store.findImportedPools(addresses, { signal });
    yield page.filter(({ pool }) => !imported.has(pool));
  }
}

function fromObservedPool(pool: ObservedPool): ImportedPool {
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
function mergeObservedPool(imported: ImportedPool, pool: ObservedPool | undefined): ImportedPool {
  if (pool === undefined) return imported;
  const { mintA, mintB, vaultA, vaultB, lookupTable } = fromObservedPool(pool);
  const hasMints = imported.mintA !== '' && imported.mintB !== '';
  return {
    ...imported,
    ...(hasMints ? {} : { mintA, mintB, vaultA, vaultB }),
    lookupTable: imported.lookupTable || lookupTable,
  };
}

/**
 * Routing groups of the aggregator, by its documentation: 1 is routing without lookup tables, 2 is
 * full routing, for which a table was made.
 */
const routingGroups = { withoutLookupTable: 1, withLookupTable: 2 } as const;

/**
 * The parameters of a pool with the two that consumers of the aggregator's JSON require on every
 * entry: an empty lookup table where none is known, and the routing group that follows from it where
 * no file tells another.
 */
function aggregatorParameters(pool: ImportedPool): Readonly<Record<string, unknown>> {
  const { addressLookupTableAddress: table, routingGroup, ...others } = poolParameters(pool);
  const addressLookupTableAddress = typeof table === 'string' ? table : '';
  const group =
    routingGroups[addressLookupTableAddress === '' ? 'withoutLookupTable' : 'withLookupTable'];
  return { addressLookupTableAddress, routingGroup: routingGroup ?? group, ...others };
}

function toMarketCacheEntry(
  pool: ImportedPool,
  seen: ObservedPool | undefined,
  withAccounts: boolean,
): MarketCacheEntry {
  const described = withAccounts ? describeAccounts(pool, seen?.swap ?? null) : undefined;
  return {
    pubkey: pool.pool,
    owner: pool.program,
    params: aggregatorParameters(pool),
    ...(described === undefined ? {} : { accounts: described }),
  };
}

/** Most pools of one answer whose accounts are asked for: a few requests to the node. */
const fetchedPoolsMaximum = 500;

const noAccounts: ReadonlyMap<string, AccountInfo> = new Map();

/** Completes pools from their own accounts; a node that fails leaves them as they are. */
async function withPoolAccountData(
  pools: readonly ImportedPool[],
  chain: AccountReader,
  signal?: AbortSignal,
): Promise<ImportedPool[]> {
  const lacking = pools.filter(
    ({ mintA, vaultA, addresses }) =>
      mintA === '' || vaultA === '' || Object.keys(addresses).length === 0,
  );
  const addresses = lacking.slice(0, fetchedPoolsMaximum).map(({ pool }) => pool);
  if (addresses.length === 0) return [...pools];
  const accounts = await chain.getAccounts(addresses, signal).catch(() => noAccounts);
  return pools.map((pool) => {
    const account = accounts.get(pool.pool);
    if (account === undefined || account.owner !== pool.program) return pool;
    const read = readPoolAccount(pool.program, account.data);
    return read === null ? pool : { ...pool, ...read };
  });
}
