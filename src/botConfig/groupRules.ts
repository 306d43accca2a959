import { baseMints } from './combinePools.ts';
import type { KnownPool } from './model.ts';

/** What exports write and checks accept, so that no export has a problem of the editor's. */

type Pools = ReadonlyMap<string, KnownPool>;

/** The tokens by which pools form a group; empty for pools of base tokens only. */
const groupingMints = ({ mints }: KnownPool): readonly string[] =>
  mints.filter((mint) => !baseMints.has(mint));

/**
 * Pools that trade none of the tokens that a group without a mint shares, so that no route of the
 * group has them. Empty for a group with pools of unknown mints.
 */
export function foreignPools(group: Iterable<string>, known: Pools): ReadonlySet<string> {
  const addresses = new Set(group);
  const tokens = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  for (const address of addresses) {
    const facts = known.get(address);
    if (facts === undefined || facts.mints.length === 0) return new Set();
    tokens.set(address, groupingMints(facts));
    for (const token of groupingMints(facts)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  if (![...counts.values()].some((count) => count > 1)) return new Set();
  const isForeign = (own: readonly string[]): boolean =>
    own.length > 0 && own.every((token) => counts.get(token) === 1);
  return new Set([...tokens].flatMap(([address, own]) => (isForeign(own) ? [address] : [])));
}

/**
 * Whether a pool belongs to one group only: one of two tokens belongs to the groups of both, and
 * one of unknown mints may.
 */
export const belongsToOneGroup = (facts: KnownPool | undefined): boolean =>
  facts !== undefined && facts.mints.length > 0 && groupingMints(facts).length < 2;

export interface TokenPools {
  /** The token that the group is for. */
  readonly mint: string;
  readonly pools: readonly string[];
}

/**
 * Groups in which each pool has a route, and is in one group unless it belongs to several. A pool
 * stays in its token's group, otherwise in the first. Groups without pools are left out.
 */
export function withoutUselessPools(
  groups: readonly TokenPools[],
  known: Pools,
): readonly TokenPools[] {
  const groupOf = new Map<string, string>();
  for (const { mint, pools } of groups) {
    for (const pool of pools) {
      const facts = known.get(pool);
      const isOwn = facts !== undefined && groupingMints(facts).includes(mint);
      if (isOwn || !groupOf.has(pool)) groupOf.set(pool, mint);
    }
  }
  return groups.flatMap(({ mint, pools }) => {
    const own = pools.filter(
      (pool) => !belongsToOneGroup(known.get(pool)) || groupOf.get(pool) === mint,
    );
    const foreign = foreignPools(own, known);
    const left = own.filter((pool) => !foreign.has(pool));
    return left.length === 0 ? [] : [{ mint, pools: left }];
  });
}
