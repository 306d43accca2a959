import type { CoverageFigures, CoverageReport } from '../../src/api/arbscope/coverage.ts';

/** Reference implementation of coverage, straight from its definition, for comparison. */

export interface SeenArbitrage {
  readonly timeSeconds: number;
  readonly base: string;
  readonly provider: string;
  /** The empty string is an unknown pool. */
  readonly pools: ReadonlySet<string>;
  readonly tokens: ReadonlySet<string>;
  readonly revenuesUsd: number;
  readonly profitsUsd: number;
  readonly feeLamports: number;
  readonly tipLamports: number;
  readonly solPriceUsd: number;
}

export interface HandParameters {
  readonly groups: readonly (readonly string[])[];
  readonly bases: readonly string[];
  readonly percent: number | null;
}

type Tally = { transactions: number; revenues_usd: number; net_gains_usd: number };

class Tallies {
  readonly byKey = new Map<string, Tally>();

  count(key: string, revenuesUsd: number, netUsd: number): void {
    const tally = this.byKey.get(key) ?? { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
    tally.transactions += 1;
    tally.revenues_usd += revenuesUsd;
    tally.net_gains_usd += netUsd;
    this.byKey.set(key, tally);
  }

  of(key: string): CoverageFigures {
    return this.byKey.get(key) ?? { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
  }
}

function percentileOf(values: readonly number[], percent: number): number {
  const rising = [...values].sort((one, other) => one - other);
  const at = rising.findIndex((_, below) => (below + 1) * 100 >= percent * rising.length);
  return rising[at] ?? Number.NaN;
}

export function netGainsByHand(
  market: readonly SeenArbitrage[],
  percent: number | null,
): readonly number[] {
  if (percent === null) return market.map(({ profitsUsd }) => profitsUsd);
  const assumed = new Map<string, number>();
  for (const { provider } of market) {
    if (assumed.has(provider)) continue;
    const own = market.filter((each) => each.provider === provider);
    const fee = percentileOf(
      own.map(({ feeLamports }) => feeLamports),
      percent,
    );
    const tip = percentileOf(
      own.map(({ tipLamports }) => tipLamports),
      percent,
    );
    assumed.set(provider, fee + (provider === 'NO_PROVIDER' ? 0 : tip));
  }
  return market.map(({ profitsUsd, feeLamports, tipLamports, solPriceUsd, provider }) => {
    const before = profitsUsd + ((feeLamports + tipLamports) / 1e9) * solPriceUsd;
    return before - ((assumed.get(provider) ?? Number.NaN) / 1e9) * solPriceUsd;
  });
}

/** Keys: `total`, `covered`, a cause for not covered ones, `group N`, `pool …`, `token …`. */
export function coverageByHand(
  market: readonly SeenArbitrage[],
  net: readonly number[],
  { groups, bases }: HandParameters,
): Tallies {
  const tallies = new Tallies();
  for (const [at, arbitrage] of market.entries()) {
    const { pools, tokens, revenuesUsd, base } = arbitrage;
    const gain = net[at] ?? Number.NaN;
    const count = (key: string): void => tallies.count(key, revenuesUsd, gain);
    if (revenuesUsd === 0) {
      tallies.count('unknown-gain', 0, 0);
      continue;
    }
    if (gain <= 0) {
      count('no-net-gain');
      continue;
    }
    count('total');
    for (const pool of pools) count(`pool ${pool}`);
    const isListed = (pool: string): boolean => groups.some((group) => group.includes(pool));
    const covering = groups.flatMap((group, index) =>
      [...pools].every((pool) => group.includes(pool)) ? [index] : [],
    );
    if (bases.length > 0 && !bases.includes(base)) count('base-mint');
    else if (![...pools].every(isListed)) count('missing-pool');
    else if (covering.length === 0) count('different-groups');
    else {
      count('covered');
      for (const group of covering) count(`group ${group}`);
      continue;
    }
    for (const token of tokens) count(`token ${token}`);
  }
  return tallies;
}

/** For the count after each added pool. */
export function coveredByHand(
  market: readonly SeenArbitrage[],
  net: readonly number[],
  { groups, bases }: HandParameters,
): CoverageFigures {
  const tallies = new Tallies();
  for (const [at, { pools, base, revenuesUsd }] of market.entries()) {
    const gain = net[at] ?? Number.NaN;
    if (revenuesUsd === 0 || gain <= 0 || (bases.length > 0 && !bases.includes(base))) continue;
    const isCovered = groups.some((group) => [...pools].every((pool) => group.includes(pool)));
    if (isCovered) tallies.count('covered', revenuesUsd, gain);
  }
  return tallies.of('covered');
}

export function talliesOf(report: CoverageReport): ReadonlyMap<string, CoverageFigures> {
  const figures = (of: CoverageFigures): CoverageFigures => ({
    transactions: of.transactions,
    revenues_usd: of.revenues_usd,
    net_gains_usd: of.net_gains_usd,
  });
  return new Map([
    ['total', figures(report.total)],
    ['covered', figures(report.covered)],
    ...report.causes.map((each) => [each.cause, figures(each)] as const),
    ...report.groups.map((each, at) => [`group ${at}`, figures(each)] as const),
    ...report.pools.map((each) => [`pool ${each.address}`, figures(each)] as const),
    ...report.missed_tokens.map((each) => [`token ${each.mint}`, figures(each)] as const),
  ]);
}
