import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  defaultReadAttempts,
  type TriedGroup,
  type WalletGroups,
} from '../../../api/arbscope/walletGroups.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { knownNetGains } from '../../../api/netGains.ts';
import type { ArbitrageRecord, TriedPool } from '../../decode/arbitrageRecord.ts';
import type { StoredRecord } from '../../store/reads/storedRecord.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';

export async function handleWalletGroups(
  { store }: ArbscopeContext,
  { wallet, limit = defaultReadAttempts }: ParametersOf<ArbscopeOperations['walletGroups']>,
  options: MarketCallOptions = {},
): Promise<WalletGroups> {
  const records = await store.walletRecords({ wallet, limit }, options);
  const groups = new Map<string, GroupSum>();
  let unread = 0;
  for (const stored of records) if (!addGroups(stored, groups)) unread++;
  const timeOf = (stored: StoredRecord | undefined): string | null =>
    stored === undefined ? null : new Date(stored.timeSeconds * 1_000).toISOString();
  return {
    wallet,
    transactions: records.length,
    unread,
    from: timeOf(records.at(-1)),
    to: timeOf(records[0]),
    groups: [...groups.values()].map(toGroup).sort((first, second) => second.tried - first.tried),
  };
}

interface GroupSum {
  readonly pools: Map<string, TriedPool & { used: number }>;
  unknownPools: number;
  tried: number;
  won: number;
  usd: number | null;
  sol: number | null;
}

/** False if the transaction lists no pools. Pools in another order are the same group. */
function addGroups(stored: StoredRecord, groups: Map<string, GroupSum>): boolean {
  const { attempt, legs } = stored.record;
  if (attempt === null || attempt.pools.length === 0) return false;
  const used = new Set(legs.map(({ pool }) => pool));
  // A group that several instructions of a transaction list is tried and won once.
  const tried = Map.groupBy(Map.groupBy(attempt.pools, ({ group }) => group).values(), (pools) =>
    pools
      .map(({ pool }) => pool)
      .sort()
      .join(),
  );
  const countUsed = (pools: readonly TriedPool[]) =>
    pools.filter(({ pool }) => used.has(pool)).length;
  // A pool may be in several groups. The gain is of one of them, so that the gains add up: of the first
  // that has the most of the route.
  const most = Math.max(1, ...[...tried.values()].map(([pools = []]) => countUsed(pools)));
  const [winner] = [...tried].find(([, [pools = []]]) => countUsed(pools) === most) ?? [];
  for (const [key, [pools = []]] of tried) {
    const sum: GroupSum = groups.get(key) ?? {
      pools: new Map(pools.map((one) => [one.pool, { ...one, used: 0 }])),
      ...{ unknownPools: 0, tried: 0, won: 0, usd: 0, sol: 0 },
    };
    groups.set(key, sum);
    sum.tried++;
    sum.unknownPools = Math.max(sum.unknownPools, attempt.unknownPools);
    for (const pool of sum.pools.values()) if (used.has(pool.pool)) pool.used++;
    if (key === winner && isWin(stored.record)) addWin(sum, stored);
  }
  return true;
}

const isWin = ({ type }: ArbitrageRecord): boolean => type === 'arbitrage';

function addWin(sum: GroupSum, { profitsUsd, netGainsSol }: StoredRecord): void {
  const { usd, sol } = knownNetGains({ net_gains_usd: profitsUsd, net_gains_sol: netGainsSol });
  sum.won++;
  sum.usd = sum.usd === null || usd === null ? null : sum.usd + usd;
  sum.sol = sum.sol === null || sol === null ? null : sum.sol + sol;
}

const toGroup = ({ pools, unknownPools, tried, won, usd, sol }: GroupSum): TriedGroup => ({
  pools: [...pools.values()].map(({ pool, program, mints, used }) => ({
    pool,
    amm: program,
    mints: [...mints],
    used,
  })),
  unknown_pools: unknownPools,
  tried,
  won,
  net_gains_usd: usd,
  net_gains_sol: sol,
});
