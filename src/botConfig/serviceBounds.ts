import type { CoverageFigures } from '../api/arbscope/coverage.ts';
import type { FinderParameters, FinderResult } from '../api/finder.ts';
import { finderTokensMaxRange, timeRangeLimitsSeconds } from '../api/limits.ts';
import { smbFinderBaseMints } from './botPrograms.ts';

const nothing: CoverageFigures = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
const maxMissing = 30;

interface PoolTotals {
  readonly amm: string;
  /** Under which the service lists the pool. */
  readonly mints: string[];
  /** Counts each arbitrage through the pool at least once. */
  sum: CoverageFigures;
  /** The figures of one token, which count each arbitrage at most once. */
  most: CoverageFigures;
}

export interface Bounded {
  readonly lower: CoverageFigures;
  readonly upper: CoverageFigures;
}

/** From a service's rollups; only for tokens that it ranks. */
export interface ServiceBounds {
  readonly covered: Bounded;
  readonly groups: Bounded[];
  readonly pools: (CoverageFigures & { readonly address: string })[];
  /** Highest first. */
  readonly missing_pools: {
    readonly pool: string;
    readonly amm: string;
    readonly amm_name: string;
    readonly mints: string[];
    readonly symbols: string[];
    readonly adds: CoverageFigures;
  }[];
}

/** Within the service's limits. */
export function rollupsForBounds(baseMints: readonly string[], windowSeconds: number) {
  return {
    // The service does not accept "any", so request the base tokens that bots trade from.
    tokensMint: baseMints.length === 0 ? [...smbFinderBaseMints.keys()] : [...baseMints],
    tokensMax: finderTokensMaxRange.maximum,
    tokensTimeRange: Math.min(windowSeconds, timeRangeLimitsSeconds.maximum),
  } satisfies FinderParameters;
}

/**
 * Computes upper bounds. A covered arbitrage touches a token and passes only through pools of the
 * config, so the coverage of a token is at most the token's total, and at most the sum over the
 * config's pools. The total is at most the sum over all tokens; the same holds for each group. Net
 * gains of a rollup include losses, unlike coverage, so they are bounded by gross gains at any tip.
 * The lower bound is 0: rollups do not show which pools a route combines.
 *
 * @param yieldWhenLong Awaited after each token, to let other work run.
 */
export async function serviceBounds(
  tokens: FinderResult['tokens'],
  groups: readonly (readonly string[])[],
  yieldWhenLong: () => Promise<unknown>,
): Promise<ServiceBounds> {
  const totals = await poolTotals(tokens, yieldWhenLong);
  const listed = new Set(groups.flat());
  const ofGroups = await upperOfGroups(tokens, groups, yieldWhenLong);
  const ofAll = await upperOf(tokens, listed, yieldWhenLong);
  await yieldWhenLong();
  return {
    covered: atMost(ofAll),
    groups: ofGroups.map(atMost),
    pools: [...listed].map((address) => ({
      address,
      ...(totals.get(address)?.most ?? nothing),
    })),
    missing_pools: [...totals]
      .filter(([pool]) => !listed.has(pool))
      .sort(([, one], [, other]) => other.sum.revenues_usd - one.sum.revenues_usd)
      .slice(0, maxMissing)
      .map(([pool, { amm, mints, sum }]) => ({
        ...{ pool, amm, amm_name: '', mints, symbols: [] },
        adds: boundedGains(sum),
      })),
  };
}

const atMost = (upper: CoverageFigures): Bounded => ({ lower: nothing, upper });

/** Net gains include losses, so they do not bound the gains alone. */
const boundedGains = ({ transactions, revenues_usd }: CoverageFigures): CoverageFigures => ({
  ...{ transactions, revenues_usd, net_gains_usd: revenues_usd },
});

async function upperOf(
  tokens: FinderResult['tokens'],
  pools: ReadonlySet<string>,
  yieldWhenLong: () => Promise<unknown>,
): Promise<CoverageFigures> {
  let upper = nothing;
  for (const token of tokens) {
    const listed = token.AMMs.flatMap((amm) => amm.pools).filter(({ address }) =>
      pools.has(address),
    );
    upper = add(upper, least(figuresOf(token), listed.map(figuresOf).reduce(add, nothing)));
    await yieldWhenLong();
  }
  return boundedGains(upper);
}

async function upperOfGroups(
  tokens: FinderResult['tokens'],
  groups: readonly (readonly string[])[],
  yieldWhenLong: () => Promise<unknown>,
): Promise<CoverageFigures[]> {
  const groupsOf = new Map<string, number[]>();
  for (const [group, pools] of groups.entries()) {
    for (const pool of new Set(pools)) {
      const known = groupsOf.get(pool);
      if (known === undefined) groupsOf.set(pool, [group]);
      else known.push(group);
    }
    await yieldWhenLong();
  }
  const upper = groups.map(() => nothing);
  for (const token of tokens) {
    const sums = new Map<number, CoverageFigures>();
    for (const pool of token.AMMs.flatMap((amm) => amm.pools)) {
      for (const group of groupsOf.get(pool.address) ?? []) {
        sums.set(group, add(sums.get(group) ?? nothing, figuresOf(pool)));
      }
    }
    for (const [group, sum] of sums) {
      upper[group] = add(upper[group] ?? nothing, least(figuresOf(token), sum));
    }
    await yieldWhenLong();
  }
  return upper.map(boundedGains);
}

interface Rollup {
  readonly transactions: number;
  readonly revenues: number;
  readonly profits: number;
}

const figuresOf = ({ transactions, revenues, profits }: Rollup): CoverageFigures => ({
  ...{ transactions, revenues_usd: revenues, net_gains_usd: profits },
});

const combine =
  (join: (one: number, other: number) => number) =>
  (one: CoverageFigures, other: CoverageFigures): CoverageFigures => ({
    transactions: join(one.transactions, other.transactions),
    revenues_usd: join(one.revenues_usd, other.revenues_usd),
    net_gains_usd: join(one.net_gains_usd, other.net_gains_usd),
  });
const add = combine((one, other) => one + other);
const least = combine(Math.min);
const most = combine(Math.max);

async function poolTotals(
  tokens: FinderResult['tokens'],
  yieldWhenLong: () => Promise<unknown>,
): Promise<Map<string, PoolTotals>> {
  const totals = new Map<string, PoolTotals>();
  for (const { mint, AMMs } of tokens) {
    for (const { address: amm, pools } of AMMs) {
      for (const pool of pools) {
        const figures = figuresOf(pool);
        const known = totals.get(pool.address);
        if (known === undefined) {
          totals.set(pool.address, { amm, mints: [mint], sum: figures, most: figures });
          continue;
        }
        if (!known.mints.includes(mint)) known.mints.push(mint);
        known.sum = add(known.sum, figures);
        known.most = most(known.most, figures);
      }
    }
    await yieldWhenLong();
  }
  return totals;
}
