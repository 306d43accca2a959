import type { MissingPool } from '../../../api/arbscope/coverage.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import type { ArbitrageColumns } from '../../store/reads/arbitrageColumns.ts';
import { symbolOf } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { AddedPool } from './missingPools.ts';

export async function describeMissingPools(
  context: ArbscopeContext,
  added: readonly AddedPool[],
  { routes, names }: Pick<ArbitrageColumns, 'routes' | 'names'>,
  { groups, coveredUsd }: { readonly groups: number; readonly coveredUsd: number },
  options: MarketCallOptions,
): Promise<MissingPool[]> {
  const addresses = added.map(({ pool }) => names.nameOf(pool));
  const imported = await context.store.importedPoolsAt(addresses, options);
  let coversUsd = coveredUsd;
  return added.map(({ pool, group, route, adds }): MissingPool => {
    const address = names.nameOf(pool);
    const stop = routes[route]?.places.find((place) => place.pool === pool);
    const amm = names.nameOf(stop?.amm ?? 0);
    const seen = context.store.pools.find(address);
    const file = imported.get(address);
    const ofFile = [file?.mintA ?? '', file?.mintB ?? ''].filter((mint) => mint !== '');
    const mints = ofFile.length === 2 ? ofFile : [...(seen?.mints ?? [])];
    coversUsd += adds.net_gains_usd;
    const isNew = group >= groups;
    return {
      pool: address,
      amm,
      amm_name: ammPrograms.get(amm)?.name ?? '',
      mints,
      symbols: mints.map((mint) => symbolOf(context, mint)),
      lookup_table: (file?.lookupTable ?? '') || (seen?.lookupTable ?? ''),
      group: isNew ? null : group,
      ...(isNew ? { new_group: group - groups } : {}),
      adds,
      covers_usd: coversUsd,
    };
  });
}
