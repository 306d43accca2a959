import type {
  CoverageFigures,
  CoveragePercentile,
  CoverageReport,
  CoverageWindow,
  CoveredGroup,
} from '../../api/arbscope/coverage.ts';
import type { Replay } from '../../api/arbscope/replay.ts';
import * as is from '../guards.ts';

const address = is.string(100);
const uri = is.string(4_000);
/** Rows of tokens and of AMMs; the panel sends only the first ones. */
export const maxReplayRows = 200;

export const coverageWindowsSeconds = [3_600, 86_400, 259_200] as const;

export const shownPercentiles = [
  'p25',
  'p50',
  'p75',
  'p95',
  'p99',
] as const satisfies CoveragePercentile[];

const isCompared = is.union(
  is.object({ kind: is.oneOf('commit') }),
  is.object({ kind: is.oneOf('file'), uri }),
);
export type ComparedConfig = is.Guarded<typeof isCompared>;

export const isCoverageState = is.object({
  uri,
  windowSeconds: is.number,
  /** Null: paid tips and fees. */
  percentile: is.nullable(is.oneOf(...shownPercentiles)),
  compared: is.nullable(isCompared),
});
export type CoverageState = is.Guarded<typeof isCoverageState>;

export type Figures = CoverageFigures;
export type GroupFigures = CoveredGroup;

/** An unchanged report. */
export type ReportContent = CoverageReport & { readonly kind: 'report' };

export interface Bounded {
  readonly lower: Figures;
  readonly upper: Figures;
}

/** Bounds derived from rollups, for services without the coverage operation. */
export interface BoundsContent {
  readonly kind: 'bounds';
  readonly window: CoverageWindow;
  /** Figures of the market; null: not provided by the service. */
  readonly total: Figures | null;
  readonly covered: Bounded;
  readonly groups: readonly Bounded[];
  /** Figures of all arbitrages through each pool, covered or not. */
  readonly pools: readonly (Figures & { readonly address: string })[];
  /** Upper bound of each pool alone, highest first. */
  readonly missing_pools: readonly Pick<
    CoverageReport['missing_pools'][number],
    'pool' | 'amm' | 'amm_name' | 'mints' | 'symbols' | 'adds'
  >[];
}

/** A replay of the config and of the compared one, if any; without settings. */
export type ReplayContent = Omit<Replay, 'assumed' | 'settings'>;
export type ReplayedRow = Replay['tokens'][number];

export const maxSettingsCombinations = 200;
const maxValues = 20;
const isSettings = is.object({
  tokens_max: is.number,
  min_transactions: is.number,
  refresh_seconds: is.number,
  /** Ranking window, seconds. */
  tokens_time_range: is.number,
});
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
export type SettingsOutcomeRow = ExportSettings & Figures;

export interface SettingsContent {
  /** Settings of the current export; null: none is set up. */
  readonly current: ExportSettings | null;
  /** Tested or suggested values. */
  readonly axes: SettingsAxes;
  /** Tested combinations; null: none yet. */
  readonly outcomes: readonly SettingsOutcomeRow[] | null;
  /** Figures of the market in the tested window; null: not tested yet. */
  readonly total: Figures | null;
  /** Number of tested combinations; null: not running. */
  readonly running: { readonly done: number; readonly of: number } | null;
  /** Why the test failed; empty: it did not. */
  readonly fault: string;
}

export interface ConfigGroup {
  /** Identifies the group in both configs: a mint, or the ordinal. */
  readonly key: string;
  /** Symbol of its mint, `Group 3` and the like. */
  readonly label: string;
  readonly poolCount: number;
}

export interface ConfigContent {
  readonly name: string;
  /** `SMB form A`. */
  readonly form: string;
  readonly entryCount: number;
  readonly poolCount: number;
  /** Symbols of its base tokens; empty: any. */
  readonly baseTokens: readonly string[];
  /** In request order. */
  readonly groups: readonly ConfigGroup[];
  /** Whether its form has groups that can be merged. */
  readonly canMerge: boolean;
  readonly canEdit: boolean;
}

export interface CoverageContent {
  readonly state: CoverageState;
  readonly source: string;
  readonly isSimulated: boolean;
  readonly config: ConfigContent;
  /** Null if the connection supports neither. */
  readonly coverage: ReportContent | BoundsContent | null;
  /** Null: not supported, or failed. */
  readonly replay: ReplayContent | null;
  /** The compared config in `replay`; null: none. */
  readonly compared: { readonly label: string; readonly groups: readonly ConfigGroup[] } | null;
  /** `last commit 3f2c91a`; empty: the file is in no repository. */
  readonly commitLabel: string;
  /** Null if the connection does not support it. */
  readonly settings: SettingsContent | null;
  readonly faults: readonly string[];
}

const isCoverageRequest = is.union(
  is.object({
    type: is.oneOf('ask'),
    windowSeconds: is.number,
    percentile: is.nullable(is.oneOf(...shownPercentiles)),
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
