import type { BotConfig, ConfigEntry } from '../../../botConfig/model.ts';
import type { Figures, GroupFigures } from '../../../webview/messages/coverage.ts';
import type { Coverage } from './configCoverage.ts';
import { type RankedFigures, ranksOf } from './coverageTexts.ts';

export interface PoolPlace extends RankedFigures {
  readonly address: string;
  /** Offsets of the address, without quotes. */
  readonly start: number;
  readonly end: number;
  /** Number of ranked pools in its entry. */
  readonly of: number;
}

export interface EntryFigures {
  /** Index in the config's `entries`. */
  readonly entry: number;
  /** Null if the entry does not belong to exactly one group. */
  readonly figures: RankedFigures | null;
  readonly lower: Figures | null;
  readonly poolCount: number;
  /** Number of its pools without arbitrage; 0 for bounds. */
  readonly deadCount: number;
}

export interface ConfigFigures {
  readonly entries: readonly EntryFigures[];
  readonly rankedEntries: number;
  /** In text order. */
  readonly pools: readonly PoolPlace[];
  /** Without duplicates; empty if too little of the window is indexed to tell. */
  readonly deadPools: readonly string[];
}

/** Indexed share of the window from which a pool without arbitrage counts as dead. */
export const minIndexedForDead = 0.9;

const nothing: GroupFigures = { transactions: 0, revenues_usd: 0, net_gains_usd: 0, newest: null };

/** Pools per piece; the first pieces take about a millisecond each. */
const poolsPerPiece = 250;

/** @param yieldWhenLong Awaited after each piece: 5,000 pools at once take longer than a frame. */
export async function configFigures(
  config: BotConfig,
  coverage: Coverage,
  yieldWhenLong: () => Promise<unknown>,
): Promise<ConfigFigures> {
  const isReport = coverage.kind === 'report';
  const isKnown = isReport && (coverage.window.coverage ?? 0) >= minIndexedForDead;
  const ofPools: PoolFigures = new Map();
  const deadPools: string[] = [];
  await inPieces<Coverage['pools'][number]>(coverage.pools, yieldWhenLong, (pool) => {
    ofPools.set(pool.address, pool);
    if (isKnown && pool.transactions === 0) deadPools.push(pool.address);
  });
  const groups = groupFigures(config, coverage);
  const entryRanks = ranksOf(groups.map((each) => each?.upper ?? nothing));
  const pools: PoolPlace[] = [];
  const entries: EntryFigures[] = [];
  for (const [index, entry] of config.entries.entries()) {
    // Look up each pool once: cold look-ups take half of the time.
    const { rankOf, ranked, silent } = await rankPools(entry, ofPools, yieldWhenLong);
    for (const { pools: placed } of entry.lists) {
      await inPieces(placed, yieldWhenLong, ({ address, range }) => {
        const figures = ofPools.get(address);
        if (figures === undefined) return;
        // No spread, also for speed.
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
      });
    }
    const group = groups[index];
    entries.push({
      entry: index,
      figures: group ? { ...group.upper, rank: entryRanks[index] ?? 0 } : null,
      lower: group?.lower ?? null,
      poolCount: rankOf.size,
      deadCount: isKnown ? silent : 0,
    });
  }
  return {
    entries,
    rankedEntries: entryRanks.filter((rank) => rank > 0).length,
    pools: pools.sort((one, other) => one.start - other.start),
    deadPools,
  };
}

type PoolFigures = Map<string, Figures & { readonly newest?: string | null }>;

async function inPieces<Each>(
  all: readonly Each[],
  yieldWhenLong: () => Promise<unknown>,
  take: (each: Each) => void,
): Promise<void> {
  for (let start = 0; start < all.length; start += poolsPerPiece) {
    all.slice(start, start + poolsPerPiece).forEach(take);
    await yieldWhenLong();
  }
}

function groupFigures(
  config: BotConfig,
  coverage: Coverage,
): readonly ({ readonly upper: GroupFigures; readonly lower: Figures | null } | null)[] {
  const groupOf = groupsOfEntries(config);
  return config.entries.map((_entry, index) => {
    const group = groupOf.get(index);
    if (group === undefined || group === null) return null;
    const figures = coverage.groups[group];
    if (figures === undefined) return null;
    return 'upper' in figures
      ? { upper: { ...figures.upper, newest: null }, lower: figures.lower }
      : { upper: figures, lower: null };
  });
}

interface RankedPools {
  /** Rank of each pool by net gain from 1; 0: without arbitrage. */
  readonly rankOf: ReadonlyMap<string, number>;
  readonly ranked: number;
  /** Number of pools with known figures and no arbitrage. */
  readonly silent: number;
}

async function rankPools(
  { lists }: ConfigEntry,
  ofPools: PoolFigures,
  yieldWhenLong: () => Promise<unknown>,
): Promise<RankedPools> {
  const rankOf = new Map<string, number>();
  const earning: { readonly address: string; readonly gains: number }[] = [];
  let silent = 0;
  for (const { pools } of lists) {
    await inPieces(pools, yieldWhenLong, ({ address }) => {
      if (rankOf.has(address)) return;
      rankOf.set(address, 0);
      const figures = ofPools.get(address);
      if (figures === undefined) return;
      if (figures.transactions > 0) earning.push({ address, gains: figures.net_gains_usd });
      else silent += 1;
    });
  }
  earning.sort((one, other) => other.gains - one.gains);
  for (const [at, { address }] of earning.entries()) rankOf.set(address, at + 1);
  return { rankOf, ranked: earning.length, silent };
}

/** Null: the entry belongs to several groups. */
function groupsOfEntries({ groups }: BotConfig): Map<number, number | null> {
  const groupOf = new Map<number, number | null>();
  for (const [group, { entries }] of groups.entries()) {
    for (const entry of entries) groupOf.set(entry, groupOf.has(entry) ? null : group);
  }
  return groupOf;
}

/** Pools that touch a range of offsets. Binary search keeps this fast for 5,000 pools. */
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
