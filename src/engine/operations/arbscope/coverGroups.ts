import type { ArbitrageRoute, ColumnNames } from '../../store/reads/arbitrageColumns.ts';
import { createYielder } from '../timeSlices.ts';

/** Pools that the bot combines in one transaction, by the numbers of their names. */
export type PoolGroups = readonly ReadonlySet<number>[];

/** Groups of addresses by number; a pool that the store has never seen is on no route. */
export const toPoolGroups = (
  groups: readonly (readonly string[])[],
  names: ColumnNames,
): PoolGroups => groups.map((pools) => new Set(pools.flatMap((pool) => names.find(pool) ?? [])));

/**
 * Addresses of a filter by number; null: all, which an empty list means as everywhere. Nothing that is
 * stored passes by an address that the store has never seen.
 */
export const toFilterNumbers = (
  addresses: readonly string[] | undefined,
  names: ColumnNames,
): ReadonlySet<number> | null =>
  addresses === undefined || addresses.length === 0
    ? null
    : new Set(addresses.flatMap((address) => names.find(address) ?? []));

/** Pool -> the groups that have it, rising. */
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

/** What the groups are to a route. */
export interface RouteCover {
  /** Groups that have all its pools, rising. */
  readonly groups: readonly number[];
  /** Whether some pool is in no group; one that could not be told is in none. */
  readonly isMissingPool: boolean;
}

const missingPool: RouteCover = { groups: [], isMissingPool: true };
const differentGroups: RouteCover = { groups: [], isMissingPool: false };

/** The cover of each route, by its index. */
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
