import { t } from '@vscode/l10n';
import { createYielder } from '../../api/createYielder.ts';
import type { ParametersOf } from '../../api/defineOperation.ts';
import type { MarketCacheEntry } from '../../api/marketCache.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import { type ImportedPool, poolParameters } from '../pools/parsePoolEntry.ts';
import { readPoolAccount } from '../pools/readPoolAccount.ts';
import { describeAccounts, hasKnownStructure } from '../pools/swapAccounts.ts';
import type { AccountInfo, AccountReader } from '../rpc/accountReader.ts';
import type { ObservedPool } from '../store/poolRegistry.ts';
import type { StoreReader } from '../store/storeReader.ts';
import type { OperationContext } from './operationContext.ts';

type MarketCacheParameters = ParametersOf<Operations['marketCache']>;

const observedPoolsPerPage = 4_096;

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
 * Each pool once; with `onlyjup` only those of the imported files. `tokens` keeps the pools whose
 * mints are all listed, which excludes pools with unknown mints. With `accounts`, pools of the four
 * families have the accounts of a swap. Keeps one page in memory, however slowly the caller reads.
 */
export async function* marketCacheRows(
  { store, accountReader }: OperationContext,
  { onlyjup = false, accounts = false, tokens: listed = [] }: MarketCacheParameters,
  { signal }: MarketCallOptions = {},
): AsyncGenerator<MarketCacheEntry> {
  // An empty list does not filter.
  const tokens = listed.length > 0 ? listed : undefined;
  const seen =
    tokens === undefined ? [...store.pools.all()] : store.pools.withMintsIn(new Set(tokens));
  // Sorted, so that every server over one store returns the same order.
  seen.sort((first, second) => (first.pool < second.pool ? -1 : 1));
  const filter = { onlyAggregator: onlyjup, tokens, observedPools: seen.map(({ pool }) => pool) };
  const yieldIfDue = createYielder(signal);
  const shown = { store, withAccounts: accounts };
  for await (const page of store.importedPools(filter, { signal })) {
    // Only with a token filter: otherwise the node would have to return the whole cache.
    const isFetched = accounts && tokens !== undefined && accountReader !== undefined;
    const pools = isFetched ? await withPoolAccountData(page, accountReader, signal) : page;
    for (const imported of pools) {
      const observed = store.pools.find(imported.pool);
      yield toMarketCacheEntry(mergeObservedPool(imported, observed), shown);
      await yieldIfDue();
    }
  }
  if (onlyjup) return;
  for await (const page of readObservedPools(store, seen, signal)) {
    for (const pool of page) {
      yield toMarketCacheEntry(fromObservedPool(pool), shown);
      await yieldIfDue();
    }
  }
}

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
  // A bonding curve holds its SOL itself, so it has no vault for it.
  const vaultOf = (wanted: string): string =>
    [...pool.vaults].find(([vault, { mint }]) => mint === wanted && vault !== pool.pool)?.[0] ?? '';
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

/** Fills in missing fields; replaces mints and vaults together, so that sides A and B never mix. */
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

/** In the aggregator's documentation, 2 is full routing, which requires a lookup table. */
const routingGroups = { withoutLookupTable: 1, withLookupTable: 2 } as const;

/**
 * Adds the two parameters that consumers of the aggregator's JSON require: the lookup table, empty
 * if unknown, and the routing group, derived from the table if the file has none.
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
  { store, withAccounts }: { readonly store: StoreReader; readonly withAccounts: boolean },
): MarketCacheEntry {
  const seen = store.pools.find(pool.pool);
  const described = withAccounts ? describeAccounts(pool, seen?.swap ?? null) : undefined;
  const note = described === undefined ? null : structureNote(store, pool.program);
  return {
    pubkey: pool.pool,
    owner: pool.program,
    params: aggregatorParameters(pool),
    ...(described === undefined ? {} : { accounts: described }),
    ...(note === null ? {} : { accountsNote: note }),
  };
}

/** `null` if the program's newest swap in the store has one of the structures that are known. */
function structureNote(store: StoreReader, program: string): string | null {
  const newest = store.pools.newestSwap(program);
  if (newest === undefined || hasKnownStructure(program, newest.swap)) return null;
  return t(
    'The newest swap of this program (slot {0}) has {1} accounts, which fits no known list. Check the list before you use it.',
    newest.slot,
    newest.swap.accounts.length,
  );
}

/** A few requests to the node per response. */
const fetchedPoolsMaximum = 500;

const noAccounts: ReadonlyMap<string, AccountInfo> = new Map();

/** Returns the pools unchanged if the node fails. */
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
