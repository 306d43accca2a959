import { usdcMint, usdtMint } from '../solana/baseMints.ts';
import { smbFinderBaseMints } from './botPrograms.ts';
import { poolsOf } from './configEntries.ts';
import type { BotConfig, CombinedPools, KnownPool } from './model.ts';

/** Mints that a route begins, ends or passes through: sharing one does not make pools a group. */
export const baseMints: ReadonlySet<string> = new Set([
  ...smbFinderBaseMints.keys(),
  usdcMint,
  usdtMint,
]);

/** Most pools of all groups together; past it pools of unknown mints make one group of all. */
const maxGroupedPools = 100_000;

/**
 * How the bot combines the pools of a config: those of an entry or a group. SMB's flat markets it
 * groups by mint itself, which takes what is known of the pools: pools of unknown mints are in each
 * group, since they may trade its mint. Where no mint is known that is one group of all pools.
 * So what the groups cover is at least what the bot could take.
 */
export function combinePools(
  { form, entries }: Pick<BotConfig, 'form' | 'entries'>,
  known: ReadonlyMap<string, KnownPool>,
): readonly CombinedPools[] {
  return entries.flatMap((entry, index): CombinedPools[] => {
    const pools = poolsOf(entry);
    if (pools.length === 0) return [];
    const isFlat =
      (form === 'smb-markets' || form === 'smb-mints') &&
      entry.lists.some(({ key }) => key === 'markets');
    const groups = isFlat ? groupByMint(pools, known) : [pools];
    return groups.map((group) => ({ entries: [index], pools: group }));
  });
}

function groupByMint(
  pools: readonly string[],
  known: ReadonlyMap<string, KnownPool>,
): readonly (readonly string[])[] {
  const byMint = new Map<string, Set<string>>();
  /** Of unknown mints, or of base tokens alone, through which a route of any token may pass. */
  const shared: string[] = [];
  for (const pool of pools) {
    const mints = known.get(pool)?.mints.filter((mint) => !baseMints.has(mint)) ?? [];
    if (mints.length === 0) shared.push(pool);
    for (const mint of mints) {
      const group = byMint.get(mint);
      if (group === undefined) byMint.set(mint, new Set([pool]));
      else group.add(pool);
    }
  }
  if (byMint.size === 0 || byMint.size * shared.length > maxGroupedPools) return [pools];
  return [...byMint.values()].map((group) => [...group, ...shared]);
}
