import { usdcMint, usdtMint } from '../solana/baseMints.ts';
import { smbFinderBaseMints } from './botPrograms.ts';
import { poolsOf } from './configEntries.ts';
import type { BotConfig, CombinedPools, KnownPool } from './model.ts';

/** Mints through which a route starts, ends or passes: sharing one does not make pools a group. */
export const baseMints: ReadonlySet<string> = new Set([
  ...smbFinderBaseMints.keys(),
  usdcMint,
  usdtMint,
]);

/** Limit of grouped pools in total; beyond it, all pools form one group. */
const maxGroupedPools = 100_000;

/**
 * Groups of pools that the bot may combine: those of an entry or group. SMB groups flat markets by
 * mint itself, which is simulated with the known mints. Pools of unknown mints join every group,
 * since they may trade its mint; if no mint is known, all pools form one group. So the groups cover
 * at least what the bot can take.
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
  /** Pools of unknown mints or of base tokens alone, which fit in a route of any token. */
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
