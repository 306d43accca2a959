import type { MarketCacheEntry } from '../../interface/marketCache.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { Operations } from '../../interface/operations.ts';
import { describeAccounts, type PoolFacts } from '../marketCache/swapAccounts.ts';
import type { KnownPool } from '../store/poolBook.ts';
import type { ColumnValues, QueryValues } from '../store/query.ts';
import type { AnswerContext } from './context.ts';

/** Everything that is known of one pool. */
interface Merged {
  facts: PoolFacts;
  lookupTable: string;
  isAggregator: boolean;
  hasParameters: boolean;
}

/**
 * Pools of the imported files and, unless `onlyjup`, those that the indexed blocks have shown.
 * `tokens` keeps the pools whose mints are all listed; a pool whose mints nothing tells is then
 * left out. With `accounts`, pools of the four families bring the accounts of a swap.
 */
export async function answerMarketCache(
  context: AnswerContext,
  { onlyjup = false, accounts = false, tokens }: ParametersOf<Operations['marketCache']>,
  options: CallOptions = {},
): Promise<MarketCacheEntry[]> {
  const { store } = context;
  const seen = tokens === undefined ? [...store.pools.all()] : store.pools.among(new Set(tokens));
  const columns = await importedRows(context, tokens, seen, options);
  const pools = mergeRows(columns);
  for (const pool of seen) {
    const merged = pools.get(pool.pool);
    if (merged !== undefined) pools.set(pool.pool, withSeen(merged, pool));
    else if (!onlyjup) pools.set(pool.pool, ofSeen(pool));
  }
  return [...pools.values()]
    .filter(({ isAggregator }) => isAggregator || !onlyjup)
    .map((merged) => entryOf(merged, store.pools.find(merged.facts.pool), accounts));
}

/** Without a list of tokens, or with one: then also the other rows of the pools that match. */
function importedRows(
  { store }: AnswerContext,
  tokens: readonly string[] | undefined,
  seen: readonly KnownPool[],
  { signal }: CallOptions,
): Promise<ColumnValues> {
  const columns = `pool, program, mint_a, mint_b, vault_a, vault_b, lookup_table, parameters,
                   is_aggregator`;
  if (tokens === undefined) {
    return store.query(`SELECT ${columns} FROM imported_pools`, {}, { signal });
  }
  if (tokens.length === 0) return Promise.resolve([]);
  // An empty list would have no type; no pool has an empty address.
  const values: QueryValues = { tokens, seen: ['', ...seen.map(({ pool }) => pool)] };
  return store.query(
    `SELECT ${columns} FROM imported_pools WHERE pool IN (
       SELECT pool FROM imported_pools
       WHERE mint_a IN (SELECT unnest($tokens)) AND mint_b IN (SELECT unnest($tokens))
       UNION SELECT unnest($seen)
     )`,
    values,
    { signal },
  );
}

function mergeRows(columns: ColumnValues): Map<string, Merged> {
  const pools = new Map<string, Merged>();
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const [pool = '', program = '', mintA = '', mintB = '', vaultA = '', vaultB = '', ...rest] =
      columns.map((column) => String(column[row]));
    const [lookupTable = '', parameters = '{}', kind] = rest;
    const own = JSON.parse(parameters) as Record<string, unknown>;
    const former = pools.get(pool);
    const isAggregator = kind === '1';
    pools.set(pool, {
      facts: {
        pool,
        program,
        mintA: mintA || (former?.facts.mintA ?? ''),
        mintB: mintB || (former?.facts.mintB ?? ''),
        vaultA: vaultA || (former?.facts.vaultA ?? ''),
        vaultB: vaultB || (former?.facts.vaultB ?? ''),
        parameters: { ...former?.facts.parameters, ...own },
      },
      lookupTable: lookupTable || (former?.lookupTable ?? ''),
      isAggregator: isAggregator || (former?.isAggregator ?? false),
      hasParameters: Object.keys(own).length > 0 || (former?.hasParameters ?? false),
    });
  }
  return pools;
}

function ofSeen(pool: KnownPool): Merged {
  const [mintA = '', mintB = ''] = pool.mints;
  const vaultOf = (wanted: string): string =>
    [...pool.vaults].find(([, { mint }]) => mint === wanted)?.[0] ?? '';
  return {
    facts: {
      pool: pool.pool,
      program: pool.program,
      mintA,
      mintB,
      vaultA: vaultOf(mintA),
      vaultB: vaultOf(mintB),
      parameters: {},
    },
    lookupTable: pool.lookupTable ?? '',
    isAggregator: false,
    hasParameters: false,
  };
}

/** Fills what the files leave open, mints and vaults together, so that sides never mix. */
function withSeen(merged: Merged, pool: KnownPool): Merged {
  const seen = ofSeen(pool);
  const { facts } = merged;
  const isTold = facts.mintA !== '' && facts.mintB !== '';
  return {
    ...merged,
    facts: isTold ? facts : { ...seen.facts, parameters: facts.parameters },
    lookupTable: merged.lookupTable || seen.lookupTable,
  };
}

function entryOf(
  { facts, lookupTable, hasParameters }: Merged,
  seen: KnownPool | undefined,
  withAccounts: boolean,
): MarketCacheEntry {
  const params: Record<string, unknown> = {
    ...(lookupTable === '' ? {} : { addressLookupTableAddress: lookupTable }),
    ...facts.parameters,
  };
  const described = withAccounts ? describeAccounts(facts, seen?.swap ?? null) : undefined;
  return {
    pubkey: facts.pool,
    owner: facts.program,
    ...(hasParameters || lookupTable !== '' ? { params } : {}),
    ...(described === undefined ? {} : { accounts: described }),
  };
}
