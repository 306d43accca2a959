import type { CoverageCause, CoveragePercentile } from '../../api/arbscope/coverage.ts';
import * as is from '../guards.ts';

const displayString = is.string(2_000);
const address = is.string(100);
const uri = is.string(4_000);
/** Limits of the coverage operation. */
const maxPools = 50_000;
const maxGroups = 20_000;
const maxMissing = 100;
/** Rows of tokens and of AMMs; the panel sends only the first ones. */
export const maxReplayRows = 200;
const maxPoints = 2_000;

export const coverageWindowsSeconds = [3_600, 86_400, 259_200] as const;

const percentiles = ['p25', 'p50', 'p75', 'p95', 'p99'] as const satisfies CoveragePercentile[];
const causes = [
  'unknown-gain',
  'no-net-gain',
  'base-mint',
  'missing-pool',
  'different-groups',
] as const satisfies CoverageCause[];

const isCompared = is.union(
  is.object({ kind: is.oneOf('commit') }),
  is.object({ kind: is.oneOf('file'), uri }),
);
export type ComparedConfig = is.Guarded<typeof isCompared>;

export const isCoverageState = is.object({
  uri,
  windowSeconds: is.number,
  /** Null: paid tips and fees. */
  percentile: is.nullable(is.oneOf(...percentiles)),
  compared: is.nullable(isCompared),
});
export type CoverageState = is.Guarded<typeof isCoverageState>;

const figureMembers = {
  transactions: is.number,
  revenues_usd: is.number,
  net_gains_usd: is.number,
} as const;
const isFigures = is.object(figureMembers);
export type Figures = is.Guarded<typeof isFigures>;

const isWindow = is.object({
  from: is.string(40),
  to: is.string(40),
  /** Indexed share of its blocks; null: unknown. */
  coverage: is.nullable(is.number),
});
export type ReportWindow = is.Guarded<typeof isWindow>;

const newest = is.nullable(is.string(40));
const isGroup = is.object({ ...figureMembers, newest });
export type GroupFigures = is.Guarded<typeof isGroup>;
const isPool = is.object({ address, ...figureMembers, newest });
export type PoolFigures = is.Guarded<typeof isPool>;
const isMissingPool = is.object({
  pool: address,
  amm: address,
  amm_name: displayString,
  mints: is.array(address, 20),
  symbols: is.array(displayString, 20),
  adds: isFigures,
  /** Covered with this row and those above it. */
  covers_usd: is.number,
});
export type MissingPoolRow = is.Guarded<typeof isMissingPool>;
const isAssumed = is.object({
  provider: displayString,
  number: is.number,
  tips: is.number,
  fees: is.number,
});

/** An unchanged `CoverageReport`. */
const isReport = is.object({
  kind: is.oneOf('report'),
  window: isWindow,
  total: isFigures,
  covered: isFigures,
  causes: is.array(is.object({ cause: is.oneOf(...causes), ...figureMembers }), causes.length),
  assumed: is.array(isAssumed, 200),
  groups: is.array(isGroup, maxGroups),
  pools: is.array(isPool, maxPools),
  missing_pools: is.array(isMissingPool, maxMissing),
  missed_tokens: is.array(
    is.object({ mint: address, symbol: displayString, ...figureMembers }),
    maxMissing,
  ),
});
export type ReportContent = is.Guarded<typeof isReport>;

const isBounded = is.object({ lower: isFigures, upper: isFigures });
export type Bounded = is.Guarded<typeof isBounded>;

/** Bounds derived from rollups, for services without the coverage operation. */
const isBounds = is.object({
  kind: is.oneOf('bounds'),
  window: isWindow,
  /** Figures of the market; null: not provided by the service. */
  total: is.nullable(isFigures),
  covered: isBounded,
  groups: is.array(isBounded, maxGroups),
  /** Figures of all arbitrages through each pool, covered or not. */
  pools: is.array(is.object({ address, ...figureMembers }), maxPools),
  /** Upper bound of each pool alone, highest first. */
  missing_pools: is.array(
    is.object({
      pool: address,
      amm: address,
      amm_name: displayString,
      mints: is.array(address, 20),
      symbols: is.array(displayString, 20),
      adds: isFigures,
    }),
    maxMissing,
  ),
});
export type BoundsContent = is.Guarded<typeof isBounds>;

const isReplayed = is.object({
  key: address,
  name: displayString,
  market: isFigures,
  configs: is.array(isFigures, 2),
});
export type ReplayedRow = is.Guarded<typeof isReplayed>;

/** A `Replay` of the config and of the compared one, if any; without settings. */
const isReplay = is.object({
  window: isWindow,
  /** Seconds per point. */
  interval: is.number,
  total: isFigures,
  configs: is.array(is.object({ covered: isFigures, groups: is.array(isGroup, maxGroups) }), 2),
  points: is.array(
    is.object({ time: is.string(40), market: isFigures, configs: is.array(isFigures, 2) }),
    maxPoints,
  ),
  tokens: is.array(isReplayed, maxReplayRows),
  amms: is.array(isReplayed, maxReplayRows),
});
export type ReplayContent = is.Guarded<typeof isReplay>;

export const maxSettingsCombinations = 200;
const maxValues = 20;
const settingsMembers = {
  tokens_max: is.number,
  min_transactions: is.number,
  refresh_seconds: is.number,
  /** Ranking window, seconds. */
  tokens_time_range: is.number,
} as const;
const isSettings = is.object(settingsMembers);
export type ExportSettings = is.Guarded<typeof isSettings>;
export type SettingName = keyof ExportSettings;

const values = is.array(is.number, maxValues);
const isSettingsAxes = is.object({
  tokens_max: values,
  min_transactions: values,
  refresh_seconds: values,
  tokens_time_range: values,
});
export type SettingsAxes = is.Guarded<typeof isSettingsAxes>;

const isSettingsContent = is.object({
  /** Settings of the current export; null: none is set up. */
  current: is.nullable(isSettings),
  /** Tested or suggested values. */
  axes: isSettingsAxes,
  /** Tested combinations; null: none yet. */
  outcomes: is.nullable(
    is.array(is.object({ ...settingsMembers, ...figureMembers }), maxSettingsCombinations),
  ),
  /** Figures of the market in the tested window; null: not tested yet. */
  total: is.nullable(isFigures),
  /** Number of tested combinations; null: not running. */
  running: is.nullable(is.object({ done: is.number, of: is.number })),
  /** Why the test failed; empty: it did not. */
  fault: displayString,
});
export type SettingsContent = is.Guarded<typeof isSettingsContent>;
export type SettingsOutcomeRow = ExportSettings & Figures;

const isConfigGroup = is.object({
  /** Identifies the group in both configs: a mint, or the ordinal. */
  key: is.string(200),
  /** Symbol of its mint, `Group 3` and the like. */
  label: displayString,
  poolCount: is.number,
});
export type ConfigGroup = is.Guarded<typeof isConfigGroup>;

const isConfig = is.object({
  name: displayString,
  /** `SMB form A`. */
  form: displayString,
  entryCount: is.number,
  poolCount: is.number,
  /** Symbols of its base tokens; empty: any. */
  baseTokens: is.array(displayString, 50),
  /** In request order. */
  groups: is.array(isConfigGroup, maxGroups),
  /** Whether its form has groups that can be merged. */
  canMerge: is.boolean,
  canEdit: is.boolean,
});
export type ConfigContent = is.Guarded<typeof isConfig>;

export const isCoverageContent = is.object({
  state: isCoverageState,
  source: displayString,
  isSimulated: is.boolean,
  config: isConfig,
  /** Null if the connection supports neither. */
  coverage: is.nullable(is.union(isReport, isBounds)),
  /** Null: not supported, or failed. */
  replay: is.nullable(isReplay),
  /** The compared config in `replay`; null: none. */
  compared: is.nullable(
    is.object({ label: displayString, groups: is.array(isConfigGroup, maxGroups) }),
  ),
  /** `last commit 3f2c91a`; empty: the file is in no repository. */
  commitLabel: displayString,
  /** Null if the connection does not support it. */
  settings: is.nullable(isSettingsContent),
  faults: is.array(displayString, 20),
});
export type CoverageContent = is.Guarded<typeof isCoverageContent>;

const isCoverageRequest = is.union(
  is.object({
    type: is.oneOf('ask'),
    windowSeconds: is.number,
    percentile: is.nullable(is.oneOf(...percentiles)),
  }),
  is.object({ type: is.oneOf('compare'), kind: is.oneOf('none', 'commit', 'file') }),
  is.object({ type: is.oneOf('add-pools'), count: is.number }),
  is.object({ type: is.oneOf('remove-dead-pools') }),
  is.object({ type: is.oneOf('merge-groups') }),
  is.object({ type: is.oneOf('reveal-group'), index: is.number }),
  is.object({ type: is.oneOf('open-pool'), pool: address }),
  is.object({ type: is.oneOf('open-token'), mint: address }),
  is.object({ type: is.oneOf('show-arbitrages'), kind: is.oneOf('pool', 'amm'), address }),
  is.object({ type: is.oneOf('run-settings'), axes: isSettingsAxes }),
  is.object({ type: is.oneOf('cancel-settings') }),
  is.object({ type: is.oneOf('use-settings'), settings: isSettings }),
  is.object({ type: is.oneOf('open-definitions') }),
);
export type CoverageRequest = is.Guarded<typeof isCoverageRequest>;

export const parseCoverageRequest = is.parserOf(isCoverageRequest);

/** Fraction of the gain of all missing pools that the suggested ones must add. */
const enough = 0.9;

/** Fewest missing pools that add 90 % of the gain of all; 0 if none adds a gain. */
export function bestPoolCount(missing: readonly { readonly adds: Figures }[]): number {
  const total = missing.reduce((sum, { adds }) => sum + adds.net_gains_usd, 0);
  if (total <= 0) return 0;
  let sum = 0;
  const last = missing.findIndex(({ adds }) => {
    sum += adds.net_gains_usd;
    return sum >= total * enough;
  });
  return last === -1 ? missing.length : last + 1;
}

/** Minimum indexed share of a window at which a pool without an arbitrage counts as dead. */
export const minIndexedForDead = 0.9;

export const deadPools = <Pool extends Figures>(pools: readonly Pool[]): Pool[] =>
  pools.filter(({ transactions }) => transactions === 0);
