import { createYielder } from '../../../api/createYielder.ts';
import type { ArbitrageRoute, ColumnNames } from '../../store/reads/arbitrageColumns.ts';

/** Name IDs; the bot combines the pools of a group in one transaction. */
export type PoolGroups = readonly ReadonlySet<number>[];

/** Skips pools that the store does not know: no route has them. */
export const toPoolGroups = (
  groups: readonly (readonly string[])[],
  names: ColumnNames,
): PoolGroups => groups.map((pools) => new Set(pools.flatMap((pool) => names.find(pool) ?? [])));

/**
 * Name IDs of a filter's addresses; null: all (an empty list does not filter). Addresses that the
 * store does not know match no row and are skipped.
 */
export const toFilterNumbers = (
  addresses: readonly string[] | undefined,
  names: ColumnNames,
): ReadonlySet<number> | null =>
  addresses === undefined || addresses.length === 0
    ? null
    : new Set(addresses.flatMap((address) => names.find(address) ?? []));

export function groupsByPool(groups: PoolGroups): Map<number, number[]> {
  const found = new Map<number, number[]>();
  groups.forEach((pools, group) => {
    for (const pool of pools) {
      const own = found.get(pool);
      if (own === undefined) found.set(pool, [group]);
      else own.push(group);
    }
  });
  return found;
}

export interface RouteCover {
  /** Ascending; those that contain all its pools. */
  readonly groups: readonly number[];
  /** True for unknown pools too. */
  readonly isMissingPool: boolean;
}

const missingPool: RouteCover = { groups: [], isMissingPool: true };
const differentGroups: RouteCover = { groups: [], isMissingPool: false };

/** By route index. */
export async function coverRoutes(
  routes: readonly ArbitrageRoute[],
  groups: PoolGroups,
  signal?: AbortSignal,
): Promise<RouteCover[]> {
  const ofPool = groupsByPool(groups);
  const yieldIfDue = createYielder(signal);
  const covers: RouteCover[] = [];
  for (const { pools } of routes) {
    covers.push(coverOf(pools, groups, ofPool));
    if (covers.length % routesPerPiece === 0) await yieldIfDue();
  }
  return covers;
}

const routesPerPiece = 256;

function coverOf(
  pools: readonly number[],
  groups: PoolGroups,
  ofPool: ReadonlyMap<number, readonly number[]>,
): RouteCover {
  if (pools.length === 0) return missingPool;
  let fewest: readonly number[] | undefined;
  for (const pool of pools) {
    const own = ofPool.get(pool);
    if (own === undefined) return missingPool;
    if (fewest === undefined || own.length < fewest.length) fewest = own;
  }
  const all = (fewest ?? []).filter((group) => pools.every((pool) => groups[group]?.has(pool)));
  return all.length === 0 ? differentGroups : { groups: all, isMissingPool: false };
}
