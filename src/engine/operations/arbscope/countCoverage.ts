import type { CoverageCause, CoverageFigures } from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import type { ArbitrageRoute } from '../../store/reads/arbitrageColumns.ts';
import type { RouteCover } from './coverGroups.ts';
import { noSums, type RouteSums, type SummedArbitrages, type Sums } from './routeSums.ts';

/** Unix seconds of the newest arbitrage; 0: none. */
export interface DatedSums extends CoverageFigures {
  readonly newestSeconds: number;
}

export interface CountedCoverage {
  readonly total: CoverageFigures;
  readonly covered: CoverageFigures;
  readonly causes: Readonly<Record<CoverageCause, CoverageFigures>>;
  readonly groups: readonly DatedSums[];
  /** By pool, covered or not. */
  readonly pools: ReadonlyMap<number, DatedSums>;
  readonly missedTokens: ReadonlyMap<number, CoverageFigures>;
}

const routesPerPiece = 256;

/** Each arbitrage counts fully for every group, pool and token of its route. */
export async function countCoverage(
  routes: readonly ArbitrageRoute[],
  covers: readonly RouteCover[],
  { allowed, otherBase, unknownGain, noNetGain }: SummedArbitrages,
  { groups, pools }: { readonly groups: number; readonly pools: ReadonlySet<number> },
  signal?: AbortSignal,
): Promise<CountedCoverage> {
  const [covered, missing, different, foreign] = [noSums(), noSums(), noSums(), noSums()];
  const ofGroups = Array.from({ length: groups }, () => new Dated());
  const ofPools = new Map([...pools].map((pool) => [pool, new Dated()]));
  const missedTokens = new Map<number, Sums>();
  const miss = (route: number, sums: RouteSums): void => {
    for (const token of new Set(routes[route]?.places.map((place) => place.token))) {
      let missed = missedTokens.get(token);
      if (missed === undefined) {
        missed = noSums();
        missedTokens.set(token, missed);
      }
      sums.addTo(missed, route);
    }
  };
  const pass = (route: number, sums: RouteSums): void => {
    for (const pool of routes[route]?.pools ?? []) ofPools.get(pool)?.add(sums, route);
  };
  const yieldIfDue = createYielder(signal);
  for (const [route, cover] of covers.entries()) {
    if (route % routesPerPiece === 0) await yieldIfDue();
    if (allowed.transactionsOf(route) > 0) {
      pass(route, allowed);
      if (cover.groups.length > 0) allowed.addTo(covered, route);
      else {
        allowed.addTo(cover.isMissingPool ? missing : different, route);
        miss(route, allowed);
      }
      for (const group of cover.groups) ofGroups[group]?.add(allowed, route);
    }
    if (otherBase !== null && otherBase.transactionsOf(route) > 0) {
      pass(route, otherBase);
      otherBase.addTo(foreign, route);
      miss(route, otherBase);
    }
  }
  return {
    total: addUp(covered, missing, different, foreign),
    covered,
    causes: {
      'unknown-gain': unknownGain,
      'no-net-gain': noNetGain,
      'base-mint': foreign,
      'missing-pool': missing,
      'different-groups': different,
    },
    groups: ofGroups.map(toDatedSums),
    pools: new Map([...ofPools].map(([pool, dated]) => [pool, toDatedSums(dated)])),
    missedTokens,
  };
}

class Dated {
  readonly sums = noSums();
  newestSeconds = 0;

  add(sums: RouteSums, route: number): void {
    sums.addTo(this.sums, route);
    this.newestSeconds = Math.max(this.newestSeconds, sums.newestOf(route));
  }
}

const toDatedSums = ({ sums, newestSeconds }: Dated): DatedSums => ({ ...sums, newestSeconds });

function addUp(...parts: readonly CoverageFigures[]): CoverageFigures {
  const whole = noSums();
  for (const part of parts) {
    whole.transactions += part.transactions;
    whole.revenues_usd += part.revenues_usd;
    whole.net_gains_usd += part.net_gains_usd;
  }
  return whole;
}
