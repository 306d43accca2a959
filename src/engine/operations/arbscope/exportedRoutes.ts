import type { ArbitrageRoute } from '../../store/reads/arbitrageColumns.ts';

/** List `at` ranges from `from[at]` to `from[at + 1]`. */
export interface NumberLists {
  readonly from: Uint32Array;
  readonly values: Uint32Array;
}

/** Exceeds every name ID; the product of two still is a safe integer. */
const nameIdLimit = 2 ** 26;

/**
 * In a finder export, a token that a route is attributed to is a group, and a listing is one pool
 * in it. Tokens are numbered from 0 by name ID, which also breaks ties between equal gains.
 */
export interface ExportedRoutes {
  readonly tokenCount: number;
  readonly listingCount: number;
  /** Tokens that each route is attributed to. The next two are indexed by route as well. */
  readonly tokens: NumberLists;
  readonly listings: NumberLists;
  /** Tokens whose group could contain all its pools. */
  readonly candidates: NumberLists;
  /** By index in `candidates.values`: the listings that the group needs for the route. */
  readonly needed: NumberLists;
}

const routesPerStep = 512;

export function* toExportedRoutes(
  routes: readonly ArbitrageRoute[],
): Generator<void, ExportedRoutes> {
  const names = [...new Set(routes.flatMap(({ places }) => places.map(({ token }) => token)))];
  names.sort((one, other) => one - other);
  const tokenOf = new Map(names.map((name, token) => [name, token]));
  const listingOf = new Map<number, number>();
  const tokensOfPool = new Map<number, number[]>();
  const tokens: number[][] = [];
  const listings: number[][] = [];
  for (const [at, { places }] of routes.entries()) {
    if (at % routesPerStep === 0) yield;
    const ofRoute = { tokens: new Set<number>(), listings: new Set<number>() };
    for (const { token: name, pool } of places) {
      const token = tokenOf.get(name) ?? 0;
      ofRoute.tokens.add(token);
      // An unknown pool is in no export.
      if (pool === 0) continue;
      const key = token * nameIdLimit + pool;
      let listing = listingOf.get(key);
      if (listing === undefined) {
        listing = listingOf.size;
        listingOf.set(key, listing);
        const known = tokensOfPool.get(pool);
        if (known === undefined) tokensOfPool.set(pool, [token]);
        else known.push(token);
      }
      ofRoute.listings.add(listing);
    }
    tokens.push([...ofRoute.tokens]);
    listings.push([...ofRoute.listings]);
  }
  const candidates: number[][] = [];
  const needed: number[][] = [];
  for (const [at, { pools }] of routes.entries()) {
    if (at % routesPerStep === 0) yield;
    const ofRoute: number[] = [];
    for (const token of tokensOfPool.get(pools[0] ?? 0) ?? []) {
      const own = pools.map((pool) => listingOf.get(token * nameIdLimit + pool));
      if (!own.every((listing) => listing !== undefined)) continue;
      ofRoute.push(token);
      needed.push(own);
    }
    candidates.push(ofRoute);
  }
  return {
    tokenCount: names.length,
    listingCount: listingOf.size,
    tokens: toLists(tokens),
    listings: toLists(listings),
    candidates: toLists(candidates),
    needed: toLists(needed),
  };
}

function toLists(lists: readonly (readonly number[])[]): NumberLists {
  const from = new Uint32Array(lists.length + 1);
  lists.forEach((list, at) => {
    from[at + 1] = (from[at] ?? 0) + list.length;
  });
  return { from, values: Uint32Array.from(lists.flat()) };
}
