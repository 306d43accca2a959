import TinyQueue from 'tinyqueue';
import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import type { ArbitrageRoute } from '../../store/reads/arbitrageColumns.ts';
import { groupsByPool, type PoolGroups, type RouteCover } from './coverGroups.ts';
import { noSums, type RouteSums } from './routeSums.ts';

/** Limit per route: a pool that bridges tokens may be in every group. */
const maxGroupsTried = 32;
const routesPerPiece = 64;

export interface AddedPool {
  readonly pool: number;
  /** Index of a group; indexes above the existing ones are new groups. */
  readonly group: number;
  /** In addition to the pools before it. */
  readonly adds: CoverageFigures;
  /** Index of a route that contains the pool. */
  readonly route: number;
}

/** Missing pools of routes and the group with all their other pools; they are added together. */
interface Addition {
  readonly missing: readonly number[];
  /** Null: a new group. */
  readonly group: number | null;
  readonly routes: Set<number>;
  /** USD. */
  gainUsd: number;
  /** Incremented on each change, which invalidates older entries of the queue. */
  version: number;
}

interface OpenRoute {
  readonly missing: readonly number[];
  /** Groups that contain all its other pools; null: none of its pools is in a group. */
  readonly groups: readonly number[] | null;
}

export interface MissingPoolsQuery {
  readonly groups: PoolGroups;
  /** Null: all. */
  readonly isAllowed: ReadonlySet<number> | null;
  readonly limit: number;
}

/** Name IDs. */
export const poolsOfAmms = (
  routes: readonly ArbitrageRoute[],
  amms: ReadonlySet<number>,
): ReadonlySet<number> =>
  new Set(
    routes.flatMap(({ places }) =>
      places.flatMap(({ amm, pool }) => (amms.has(amm) ? [pool] : [])),
    ),
  );

/**
 * Pools to add to groups, best first: greedy by the net gain per added pool of the routes that they
 * would cover. Each pool is added once. A route with several missing pools is covered only with the
 * last of them, so these are consecutive. Returns at most `limit` pools.
 */
export async function findMissingPools(
  routes: readonly ArbitrageRoute[],
  covers: readonly RouteCover[],
  sums: RouteSums,
  { groups, isAllowed, limit }: MissingPoolsQuery,
  signal?: AbortSignal,
): Promise<AddedPool[]> {
  if (limit === 0) return [];
  const search = new Search(sums, groups.length);
  const ofPool = groupsByPool(groups);
  const yieldIfDue = createYielder(signal);
  for (const [route, { isMissingPool }] of covers.entries()) {
    if (isMissingPool && sums.transactionsOf(route) > 0) {
      const open = openRoute(routes[route]?.pools ?? [], groups, ofPool);
      const mayOpen = isAllowed === null || open?.missing.every((pool) => isAllowed.has(pool));
      if (open !== null && mayOpen) search.open(route, open);
    }
    if (route % routesPerPiece === 0) await yieldIfDue();
  }
  const added: AddedPool[] = [];
  while (added.length < limit) {
    await yieldIfDue();
    const best = await search.takeBest(limit - added.length, yieldIfDue);
    if (best === null) break;
    // Read before `search.add`, which changes the routes of the addition.
    const [route = 0] = best.routes;
    const group = best.group ?? search.newGroup();
    for (const pool of best.missing) {
      added.push({ pool, group, route, adds: search.add(pool, group) });
    }
  }
  return added;
}

/** `null` if no added pools would cover the route. */
function openRoute(
  pools: readonly number[],
  groups: PoolGroups,
  ofPool: ReadonlyMap<number, readonly number[]>,
): OpenRoute | null {
  // An unknown pool (0) cannot be added.
  if (pools.length === 0 || pools.includes(0)) return null;
  const missing = pools.filter((pool) => !ofPool.has(pool));
  const others = pools.filter((pool) => ofPool.has(pool));
  if (others.length === 0) return { missing, groups: null };
  const fewest = others
    .map((pool) => ofPool.get(pool) ?? [])
    .reduce((one, other) => (other.length < one.length ? other : one));
  const found: number[] = [];
  for (const group of fewest) {
    if (found.length === maxGroupsTried) break;
    if (others.every((pool) => groups[group]?.has(pool))) found.push(group);
  }
  return found.length === 0 ? null : { missing, groups: found };
}

class Search {
  readonly #sums: RouteSums;
  readonly #open = new Map<number, OpenRoute>();
  readonly #routesOfPool = new Map<number, number[]>();
  readonly #additions = new Map<string, Addition>();
  readonly #changed = new Set<Addition>();
  readonly #queue = new TinyQueue<QueuedAddition>([], compareAdditions);
  #groups: number;

  constructor(sums: RouteSums, groups: number) {
    this.#sums = sums;
    this.#groups = groups;
  }

  newGroup(): number {
    return this.#groups++;
  }

  open(route: number, open: OpenRoute): void {
    for (const pool of open.missing) {
      const routes = this.#routesOfPool.get(pool);
      if (routes === undefined) this.#routesOfPool.set(pool, [route]);
      else routes.push(route);
    }
    this.#enter(route, open);
  }

  /** Highest gain per pool first. */
  async takeBest(maxPools: number, yieldIfDue: () => Promise<void>): Promise<Addition | null> {
    for (const addition of this.#changed) {
      addition.version++;
      addition.gainUsd = 0;
      for (const route of addition.routes) addition.gainUsd += this.#sums.netGainsOf(route);
      if (addition.routes.size > 0) {
        const { version, gainUsd, missing } = addition;
        this.#queue.push({ addition, version, gainPerPoolUsd: gainUsd / missing.length });
      }
      await yieldIfDue();
    }
    this.#changed.clear();
    for (;;) {
      const best = this.#queue.pop();
      if (best === undefined) return null;
      const { addition, version } = best;
      // The limit only falls, so larger additions can be discarded.
      if (version === addition.version && addition.missing.length <= maxPools) return addition;
    }
  }

  /** Returns the figures of newly covered routes. */
  add(pool: number, group: number): CoverageFigures {
    const adds = noSums();
    for (const route of this.#routesOfPool.get(pool) ?? []) {
      const open = this.#open.get(route);
      if (open === undefined) continue;
      this.#leave(route, open);
      const missing = open.missing.filter((each) => each !== pool);
      const fits = open.groups === null ? isOnly(pool, open) : open.groups.includes(group);
      if (missing.length === 0 && fits) this.#sums.addTo(adds, route);
      else if (missing.length > 0 && (open.groups === null || fits)) {
        this.#enter(route, { missing, groups: [group] });
      }
    }
    return adds;
  }

  #enter(route: number, open: OpenRoute): void {
    this.#open.set(route, open);
    for (const addition of this.#additionsOf(open)) {
      addition.routes.add(route);
      this.#changed.add(addition);
    }
  }

  #leave(route: number, open: OpenRoute): void {
    this.#open.delete(route);
    for (const addition of this.#additionsOf(open)) {
      addition.routes.delete(route);
      this.#changed.add(addition);
    }
  }

  #additionsOf({ missing, groups }: OpenRoute): Addition[] {
    return (groups ?? [null]).map((group) => {
      const key = `${missing.join()} ${group ?? ''}`;
      let addition = this.#additions.get(key);
      if (addition === undefined) {
        addition = { missing, group, routes: new Set(), gainUsd: 0, version: 0 };
        this.#additions.set(key, addition);
      }
      return addition;
    });
  }
}

/** A route with a single pool is covered by any group that contains it. */
const isOnly = (pool: number, { missing }: OpenRoute): boolean =>
  missing.length === 1 && missing[0] === pool;

interface QueuedAddition {
  readonly addition: Addition;
  readonly version: number;
  readonly gainPerPoolUsd: number;
}

/** Highest gain per pool first; among equals, the addition with fewer pools. */
const compareAdditions = (one: QueuedAddition, other: QueuedAddition): number =>
  other.gainPerPoolUsd - one.gainPerPoolUsd ||
  one.addition.missing.length - other.addition.missing.length;
