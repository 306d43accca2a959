import { parseJson } from '../../../../api/json.ts';
import type { ImportedPool } from '../../../pools/parsePoolEntry.ts';
import type { ImportedPoolFilter } from '../../reads/poolReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { ColumnValues } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';

type PoolContext = Pick<ReadContext, 'query'>;

/** A page is a few megabytes. */
const pageRows = 4_096;
/** Up to this length, comparing with each entry is faster than a join. */
const inlineListMaximum = 16;

const columns = `pool, program, mint_a, mint_b, vault_a, vault_b, lookup_table, parameters,
                 addresses, is_aggregator`;

export async function* readImportedPools(
  store: PoolContext,
  { onlyAggregator, tokens, observedPools }: ImportedPoolFilter,
  options?: QueryOptions,
): AsyncGenerator<readonly ImportedPool[]> {
  const kind = onlyAggregator ? 'is_aggregator = 1' : 'true';
  if (tokens !== undefined) {
    const shown = `(mint_a = '' AND ${inList('pool', '$seen', observedPools.length)})`;
    const rows = await store.query(
      `SELECT ${columns} FROM imported_pools
       WHERE ${kind} AND (${['mint_a', 'mint_b']
         .map((mint) => inList(mint, '$tokens', tokens.length))
         .join(' AND ')} ${observedPools.length > 0 ? `OR ${shown}` : ''})`,
      observedPools.length > 0
        ? { tokens: nonEmptyList(tokens), seen: observedPools }
        : { tokens: nonEmptyList(tokens) },
      options,
    );
    yield toPools(rows);
    return;
  }
  let from = 0;
  while (true) {
    const [[first] = []] = await store.query(
      'SELECT min(position) FROM imported_pools WHERE position >= $from',
      { from },
      options,
    );
    if (first === null || first === undefined) return;
    from = Number(first) + pageRows;
    const rows = await store.query(
      `SELECT ${columns} FROM imported_pools
       WHERE position >= $first AND position < $from AND ${kind}`,
      { first: Number(first), from },
      options,
    );
    yield toPools(rows);
  }
}

export async function findImportedPools(
  store: PoolContext,
  pools: readonly string[],
  options?: QueryOptions,
): Promise<ReadonlySet<string>> {
  if (pools.length === 0) return new Set();
  const [found = []] = await store.query(
    `SELECT pool FROM imported_pools WHERE ${inList('pool', '$pools', pools.length)}`,
    { pools },
    options,
  );
  return new Set(found.map(String));
}

export async function readImportedPoolsAt(
  store: PoolContext,
  pools: readonly string[],
  options?: QueryOptions,
): Promise<ReadonlyMap<string, ImportedPool>> {
  if (pools.length === 0) return new Map();
  const rows = await store.query(
    `SELECT ${columns} FROM imported_pools WHERE ${inList('pool', '$pools', pools.length)}`,
    { pools },
    options,
  );
  return new Map(toPools(rows).map((pool) => [pool.pool, pool]));
}

/** An empty list has no type. */
const nonEmptyList = (texts: readonly string[]): readonly string[] =>
  texts.length > 0 ? texts : ['-'];

const inList = (column: string, list: string, entries: number): string =>
  entries <= inlineListMaximum
    ? `list_contains(${list}, ${column})`
    : `${column} IN (SELECT unnest(${list}))`;

function toPools(values: ColumnValues): ImportedPool[] {
  const count = values[0]?.length ?? 0;
  return Array.from({ length: count }, (_, row) => {
    const [pool = '', program = '', mintA = '', mintB = '', vaultA = '', vaultB = '', ...rest] =
      values.map((column) => String(column[row]));
    const [lookupTable = '', parameters = '{}', addresses = '{}', isAggregator] = rest;
    return {
      pool,
      program,
      mintA,
      mintB,
      vaultA,
      vaultB,
      lookupTable,
      // `poolImport.ts` wrote these texts.
      parameters: parseJson(parameters) as Readonly<Record<string, unknown>>,
      addresses: JSON.parse(addresses) as Readonly<Record<string, string>>,
      isAggregator: isAggregator === '1',
    };
  });
}
