import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import type { ArbitrageRoute } from '../../store/reads/arbitrageColumns.ts';
import { createYielder } from '../timeSlices.ts';
import { groupsByPool, type PoolGroups, type RouteCover } from './coverGroups.ts';
import { noSums, type RouteSums } from './routeSums.ts';

/** Routes that miss more pools are left out: none of these would be worth its place on its own. */
const maxMissingOfRoute = 4;
/** Of the groups that have all other pools of a route; a pool that bridges tokens may be in all. */
const maxGroupsTried = 32;
const routesPerPiece = 64;

/** A pool that is in no group, and where to add it. */
export interface AddedPool {
  readonly pool: number;
  /** Index of a group; from the number of groups on: new ones. */
  readonly group: number;
  /** What it covers that the pools before it do not. */
  readonly adds: CoverageFigures;
  /** A route that it is on. */
  readonly route: number;
}

/** Pools that routes miss, and the group that has all their other pools: they are added together. */
interface Addition {
  readonly missing: readonly number[];
  /** null: one of their own. */
  readonly group: number | null;
  readonly routes: Set<number>;
  /** Net gains of the routes, USD. */
  gainUsd: number;
  /** Raised with each change: what a heap holds of it then is out of date. */
  version: number;
}

/** A route that is not covered: what it is part of. */
interface OpenRoute {
  readonly missing: readonly number[];
  /** Groups that have all its other pools; null: it has none in any group. */
  readonly groups: readonly number[] | null;
}

export interface MissingPoolsQuery {
  readonly groups: PoolGroups;
  /** Pools that may be added; null: all. */
  readonly isAllowed: ReadonlySet<number> | null;
  /** Most rows. */
  readonly limit: number;
}

/** Pools of some AMMs, each by its number in the name table. */
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
 * Which pools to add to which groups, best first: greedily by the net gains that the routes covered
 * with them bring for each pool. Each pool is added once. A route that misses several is covered
 * with the last of them, so they come one after the other. At most `limit` pools.
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
    // Those of an addition that is made change under way.
    const [route = 0] = best.routes;
    const group = best.group ?? search.newGroup();
    for (const pool of best.missing) {
      added.push({ pool, group, route, adds: search.add(pool, group) });
    }
  }
  return added;
}

/** null: no pools that could be added would cover it. */
function openRoute(
  pools: readonly number[],
  groups: PoolGroups,
  ofPool: ReadonlyMap<number, readonly number[]>,
): OpenRoute | null {
  // A pool that could not be told cannot be added.
  if (pools.length === 0 || pools.includes(0)) return null;
  const missing = pools.filter((pool) => !ofPool.has(pool));
  if (missing.length > maxMissingOfRoute) return null;
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

/** Open routes, and the additions that would cover them by what they bring. */
class Search {
  readonly #sums: RouteSums;
  readonly #open = new Map<number, OpenRoute>();
  readonly #routesOfPool = new Map<number, number[]>();
  readonly #additions = new Map<string, Addition>();
  readonly #changed = new Set<Addition>();
  readonly #heap = new AdditionHeap();
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

  /** The addition that brings most for each pool, with at most so many pools. */
  async takeBest(maxPools: number, yieldIfDue: () => Promise<void>): Promise<Addition | null> {
    for (const addition of this.#changed) {
      addition.version++;
      addition.gainUsd = 0;
      for (const route of addition.routes) addition.gainUsd += this.#sums.netGainsOf(route);
      if (addition.routes.size > 0) this.#heap.push(addition);
      await yieldIfDue();
    }
    this.#changed.clear();
    for (;;) {
      const best = this.#heap.pop();
      // What has no room now has none later.
      if (best === null || best.missing.length <= maxPools) return best;
    }
  }

  /** Adds a pool to a group; what is covered with it. */
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

/** A route over a single pool is covered wherever that is. */
const isOnly = (pool: number, { missing }: OpenRoute): boolean =>
  missing.length === 1 && missing[0] === pool;

interface HeapEntry {
  readonly addition: Addition;
  readonly version: number;
  readonly gainPerPoolUsd: number;
}

/** Highest gain for each pool first; of equals the one with fewer pools. */
class AdditionHeap {
  readonly #entries: HeapEntry[] = [];

  push(addition: Addition): void {
    const { version, gainUsd, missing } = addition;
    const entries = this.#entries;
    let at = entries.push({ addition, version, gainPerPoolUsd: gainUsd / missing.length }) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (!this.#isBefore(at, above)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  /** The best that is not out of date. */
  pop(): Addition | null {
    const entries = this.#entries;
    for (;;) {
      const [best] = entries;
      const last = entries.pop();
      if (best === undefined || last === undefined) return null;
      if (entries.length > 0) {
        entries[0] = last;
        this.#sink();
      }
      if (best.version === best.addition.version) return best.addition;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let first = at;
      for (const below of [at * 2 + 1, at * 2 + 2]) {
        if (below < this.#entries.length && this.#isBefore(below, first)) first = below;
      }
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#entries[one], this.#entries[other]];
    if (first === undefined || second === undefined) return false;
    const gains = first.gainPerPoolUsd - second.gainPerPoolUsd;
    if (gains !== 0) return gains > 0;
    return first.addition.missing.length < second.addition.missing.length;
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#entries[one], this.#entries[other]];
    if (first === undefined || second === undefined) return;
    this.#entries[one] = second;
    this.#entries[other] = first;
  }
}
