import { isAddress } from '../../../../api/base58.ts';
import type { PoolRollup, TokenRanking } from '../../../../api/finder.ts';
import { knownMints } from '../../../../solana/knownMints.ts';
import { ammLabel } from '../../../ui/addressLabels.ts';
import type { FinderResponse } from '../../finderResponse.ts';

export interface ExportedPool {
  readonly token: TokenRanking;
  /** Symbol of a known mint. */
  readonly symbol: string | null;
  readonly program: string;
  readonly ammName: string;
  readonly pool: PoolRollup;
}

/** The exported part of a response: the branches of its tree, in their order. */
export interface ExportedPools {
  readonly pools: readonly ExportedPool[];
  /** Pools omitted because they, their AMM or their token have no valid address. */
  readonly unreadable: number;
}

export function collectExportedPools({ result }: FinderResponse): ExportedPools {
  const pools: ExportedPool[] = [];
  let unreadable = 0;
  for (const token of result.tokens) {
    for (const amm of token.AMMs) {
      for (const pool of amm.pools) {
        if (![token.mint, amm.address, pool.address].every(isAddress)) unreadable++;
        else
          pools.push({
            token,
            symbol: knownMints.get(token.mint)?.symbol ?? null,
            program: amm.address,
            ammName: ammLabel(amm.address),
            pool,
          });
      }
    }
  }
  return { pools, unreadable };
}

/** In the order of the tree. */
export function groupByToken(pools: readonly ExportedPool[]): ReadonlyMap<string, ExportedPool[]> {
  const groups = new Map<string, ExportedPool[]>();
  for (const pool of pools) {
    const group = groups.get(pool.token.mint);
    if (group === undefined) groups.set(pool.token.mint, [pool]);
    else group.push(pool);
  }
  return groups;
}

/** Addresses of pools without duplicates: a pool of two ranked tokens is listed under both. */
export const poolAddresses = (pools: readonly ExportedPool[]): string[] => [
  ...new Set(pools.map(({ pool }) => pool.address)),
];
