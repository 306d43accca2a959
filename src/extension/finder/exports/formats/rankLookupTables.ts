import { isAddress } from '../../../../api/base58.ts';
import type { ExportedPool } from './exportedPools.ts';

export interface RankedLookupTables {
  /** Best first. */
  readonly selected: readonly string[];
  readonly omittedCount: number;
}

/** Sorts the tables by the gross gains of their pools, then by the number of pools. */
export function rankLookupTables(
  pools: readonly ExportedPool[],
  limit: number,
): RankedLookupTables {
  const weights = new Map<string, { revenuesUsd: number; readonly pools: Set<string> }>();
  for (const { pool } of pools) {
    const { lookupTable: table } = pool;
    if (!isAddress(table)) continue;
    const weight = weights.get(table) ?? { revenuesUsd: 0, pools: new Set<string>() };
    weights.set(table, weight);
    if (weight.pools.has(pool.address)) continue;
    weight.pools.add(pool.address);
    weight.revenuesUsd += pool.revenues;
  }
  const ranked = [...weights]
    .sort(
      ([first, a], [second, b]) =>
        b.revenuesUsd - a.revenuesUsd || b.pools.size - a.pools.size || (first < second ? -1 : 1),
    )
    .map(([table]) => table);
  const selected = ranked.slice(0, Math.max(0, limit));
  return { selected, omittedCount: ranked.length - selected.length };
}
