import type { BotConfig, ConfigEntry } from '../../../botConfig/model.ts';
import type { Figures, GroupFigures } from '../../../webview/messages/coverage.ts';
import type { Coverage } from './configCoverage.ts';
import { type RankedFigures, ranksOf } from './coverageTexts.ts';

/** A pool where it stands, with what passes through it. */
export interface PoolPlace extends RankedFigures {
  readonly address: string;
  /** Of the address, without quotes; offsets. */
  readonly start: number;
  readonly end: number;
  /** Pools of its entry that are ranked. */
  readonly of: number;
}

export interface EntryFigures {
  /** Index in the config's `entries`. */
  readonly entry: number;
  /** Null: several groups, or none, are of it, so that it has no figures of its own. */
  readonly figures: RankedFigures | null;
  readonly lower: Figures | null;
  readonly poolCount: number;
  /** Of its pools; without coverage's own figures none is. */
  readonly deadCount: number;
}

/** What a coverage says of the parts of a config. */
export interface ConfigFigures {
  readonly entries: readonly EntryFigures[];
  /** Entries that are ranked. */
  readonly rankedEntries: number;
  /** In the order of the text. */
  readonly pools: readonly PoolPlace[];
  /** Without repeats; none where the window is not known well enough to tell. */
  readonly deadPools: readonly string[];
}

/** Part of a window that is indexed, from which a pool without an arbitrage counts as one. */
export const minIndexedForDead = 0.9;

const nothing: GroupFigures = { transactions: 0, revenues_usd: 0, net_gains_usd: 0, newest: null };

/** Some milliseconds for 5,000 pools. */
export function configFigures(config: BotConfig, coverage: Coverage): ConfigFigures {
  const isReport = coverage.kind === 'report';
  const isKnown = isReport && (coverage.window.coverage ?? 0) >= minIndexedForDead;
  const ofPools = new Map<string, Figures & { readonly newest?: string | null }>(
    coverage.pools.map((pool) => [pool.address, pool]),
  );
  const isDead = (address: string) =>
    isKnown && (ofPools.get(address)?.transactions ?? 0) === 0 && ofPools.has(address);
  const groupOf = groupsOfEntries(config);
  const groups = config.entries.map((_entry, index) => {
    const group = groupOf.get(index);
    if (group === undefined || group === null) return null;
    const figures = coverage.groups[group];
    if (figures === undefined) return null;
    return 'upper' in figures
      ? { upper: { ...figures.upper, newest: null }, lower: figures.lower }
      : { upper: figures, lower: null };
  });
  const entryRanks = ranksOf(groups.map((each) => each?.upper ?? nothing));
  const pools: PoolPlace[] = [];
  const entries = config.entries.map((entry, index): EntryFigures => {
    // Without a spread for each pool, and each looked up once: cold, that is half of the time.
    const rankOf = rankPools(entry, ofPools);
    let ranked = 0;
    let dead = 0;
    for (const [address, rank] of rankOf) {
      if (rank > 0) ranked += 1;
      else if (isDead(address)) dead += 1;
    }
    for (const { pools: placed } of entry.lists) {
      for (const { address, range } of placed) {
        const figures = ofPools.get(address);
        if (figures === undefined) continue;
        pools.push({
          address,
          start: range.start,
          end: range.end,
          of: ranked,
          rank: rankOf.get(address) ?? 0,
          transactions: figures.transactions,
          revenues_usd: figures.revenues_usd,
          net_gains_usd: figures.net_gains_usd,
          newest: figures.newest ?? null,
        });
      }
    }
    const group = groups[index];
    return {
      entry: index,
      figures: group ? { ...group.upper, rank: entryRanks[index] ?? 0 } : null,
      lower: group?.lower ?? null,
      poolCount: rankOf.size,
      deadCount: dead,
    };
  });
  return {
    entries,
    rankedEntries: entryRanks.filter((rank) => rank > 0).length,
    pools: pools.sort((one, other) => one.start - other.start),
    deadPools: isKnown
      ? coverage.pools.flatMap(({ address }) => (isDead(address) ? [address] : []))
      : [],
  };
}

/** Each pool of an entry once, with its rank by net gain from 1; 0: without an arbitrage. */
function rankPools(
  { lists }: ConfigEntry,
  ofPools: ReadonlyMap<string, Figures>,
): Map<string, number> {
  const rankOf = new Map<string, number>();
  const earning: { readonly address: string; readonly gains: number }[] = [];
  for (const { pools } of lists) {
    for (const { address } of pools) {
      if (rankOf.has(address)) continue;
      rankOf.set(address, 0);
      const figures = ofPools.get(address);
      if (figures !== undefined && figures.transactions > 0) {
        earning.push({ address, gains: figures.net_gains_usd });
      }
    }
  }
  earning.sort((one, other) => other.gains - one.gains);
  for (const [at, { address }] of earning.entries()) rankOf.set(address, at + 1);
  return rankOf;
}

/** The one group of each entry; null: several. */
function groupsOfEntries({ groups }: BotConfig): Map<number, number | null> {
  const groupOf = new Map<number, number | null>();
  for (const [group, { entries }] of groups.entries()) {
    for (const entry of entries) groupOf.set(entry, groupOf.has(entry) ? null : group);
  }
  return groupOf;
}

/** Those whose end is within, by halving: a visible part of 5,000 pools costs nothing. */
export function poolsBetween(
  pools: readonly PoolPlace[],
  start: number,
  end: number,
): readonly PoolPlace[] {
  let low = 0;
  let high = pools.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pools[middle]?.end ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found: PoolPlace[] = [];
  for (let at = low; at < pools.length; at += 1) {
    const pool = pools[at];
    if (pool === undefined || pool.start > end) break;
    found.push(pool);
  }
  return found;
}
