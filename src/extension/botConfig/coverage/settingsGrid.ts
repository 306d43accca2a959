import { t } from '@vscode/l10n';
import type { CoverageFigures } from '../../../api/arbscope/coverage.ts';
import type { SettingsOutcome } from '../../../api/arbscope/replay.ts';
import { finderTokensMaxRange } from '../../../api/limits.ts';
import { MarketError } from '../../../api/marketError.ts';
import {
  type ExportSettings,
  maxSettingsCombinations,
  type SettingsAxes,
  type SettingsContent,
} from '../../../webview/messages/coverage.ts';
import type { ChannelArbscopeService } from '../../backend/channelArbscopeService.ts';
import { asMarketError } from '../../backend/errorDescription.ts';
import { type CoverageQuery, windowParameters } from './configCoverage.ts';

/** Values tried in addition to the current ones, within the Finder's limits. */
const tokensMaxValues = [5, 10, 20, 50];
const minTransactionsValues = [1, 2, 5, 10, 20];
const refreshSecondsValues = [60, 300, 900];

const withCurrent = (values: readonly number[], current: number | undefined): number[] =>
  [...new Set(current === undefined ? values : [...values, current])].sort(
    (one, other) => one - other,
  );

/** Default values to try around the current settings: at most 120 combinations. */
export function defaultAxes(current: ExportSettings | null, rankingSeconds: number): SettingsAxes {
  return {
    tokens_max: withCurrent(tokensMaxValues, current?.tokens_max),
    min_transactions: withCurrent(minTransactionsValues, current?.min_transactions),
    refresh_seconds: withCurrent(refreshSecondsValues, current?.refresh_seconds),
    tokens_time_range: [current?.tokens_time_range ?? rankingSeconds],
  };
}

export const combinationCount = (axes: SettingsAxes): number =>
  axes.tokens_max.length *
  axes.min_transactions.length *
  axes.refresh_seconds.length *
  axes.tokens_time_range.length;

/** Limits of replay, except for the number of tokens, where the Finder's are narrower. */
const limits = {
  tokens_max: finderTokensMaxRange,
  min_transactions: { minimum: 1, maximum: 1_000_000 },
  refresh_seconds: { minimum: 5, maximum: 86_400 },
  tokens_time_range: { minimum: 0, maximum: 86_400 },
} as const;

export const areValidAxes = (axes: SettingsAxes): boolean =>
  (Object.keys(limits) as (keyof typeof limits)[]).every(
    (name) =>
      axes[name].length > 0 &&
      axes[name].every(
        (value) =>
          Number.isInteger(value) && value >= limits[name].minimum && value <= limits[name].maximum,
      ),
  ) && combinationCount(axes) <= maxSettingsCombinations;

export interface SettingsRunOptions {
  readonly arbscope: Pick<ChannelArbscopeService, 'replay' | 'status'>;
  readonly query: CoverageQuery;
  /** Base tokens of the ranking; empty: any. */
  readonly baseMints: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (content: SettingsContent) => void;
}

/**
 * One request per refresh interval and ranking window; the combinations of one request share its
 * work. Never rejects: on failure, the content contains the reason.
 */
export async function runSettings(
  current: ExportSettings | null,
  axes: SettingsAxes,
  { arbscope, query, baseMints, signal, onProgress }: SettingsRunOptions,
): Promise<SettingsContent> {
  const of = combinationCount(axes);
  const outcomes: SettingsOutcome[] = [];
  let total: CoverageFigures | null = null;
  const content = (running: SettingsContent['running'], fault = ''): SettingsContent => ({
    ...{ current, axes, total, running, fault },
    outcomes: outcomes.length === 0 ? null : [...outcomes],
  });
  try {
    if (!areValidAxes(axes)) {
      throw new MarketError(
        'bad-parameter',
        t('Choose at most {0} combinations of valid settings.', maxSettingsCombinations),
      );
    }
    onProgress(content({ done: 0, of }));
    const { windowSeconds, percentile } = query;
    const window = await windowParameters(arbscope, windowSeconds, { signal });
    for (const tokens_time_range of axes.tokens_time_range) {
      for (const refresh_seconds of axes.refresh_seconds) {
        const response = await arbscope.replay(
          {
            configs: [],
            ...window,
            ...(percentile === null ? {} : { percentile }),
            settings: {
              tokens_max: [...axes.tokens_max],
              min_transactions: [...axes.min_transactions],
              refresh_seconds: [refresh_seconds],
              tokens_time_range: [tokens_time_range],
              ...(baseMints.length === 0 ? {} : { base_mints: [...baseMints] }),
            },
          },
          { signal },
        );
        total = response.total;
        outcomes.push(...response.settings);
        onProgress(content({ done: outcomes.length, of }));
      }
    }
    outcomes.sort((one, other) => other.net_gains_usd - one.net_gains_usd);
    return content(null);
  } catch (thrown) {
    const error = asMarketError(thrown);
    return content(null, signal.aborted || error.kind === 'cancelled' ? '' : error.message);
  }
}
