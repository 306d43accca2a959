import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { BotConfig } from '../../../botConfig/model.ts';
import {
  type CoverageContent,
  type CoverageState,
  maxReplayRows,
  type ReplayContent,
  type SettingsContent,
} from '../../../webview/messages/coverage.ts';
import type { ChannelArbscopeService } from '../../backend/channelArbscopeService.ts';
import { asMarketError } from '../../backend/errorDescription.ts';
import type { LoadOptions } from '../../ui/panels/panelKind.ts';
import {
  type ConfigCoverage,
  type Coverage,
  configParameters,
  coveredConfig,
  windowParameters,
} from './configCoverage.ts';
import { configContent, configGroups } from './configForms.ts';

export interface ComparedText {
  readonly label: string;
  readonly config: BotConfig;
}

export interface CoverageLoaderOptions {
  readonly coverage: Pick<ConfigCoverage, 'load'>;
  readonly arbscope: Pick<ChannelArbscopeService, 'replay' | 'status'>;
  readonly source: () => { readonly name: string; readonly isSimulated: boolean };
  readonly nameOf: (address: string) => string;
  /** Throws a MarketError with the reason if the file has no config. */
  readonly read: (uri: string) => Promise<{ readonly name: string; readonly config: BotConfig }>;
  /** Throws a MarketError. */
  readonly readCompared: (
    state: CoverageState & { readonly compared: NonNullable<CoverageState['compared']> },
  ) => Promise<ComparedText>;
  /** `last commit 3f2c91a`; empty if there is none. */
  readonly commitLabel: (uri: string) => Promise<string>;
  readonly settings: (uri: string) => SettingsContent;
}

const replayIntervalSeconds = 3_600;
/** In windows of up to an hour, a point covers five minutes. */
const shortWindowSeconds = 3_600;
const shortIntervalSeconds = 300;

/** Parts that fail are named; the others are still shown. */
export async function loadCoverageContent(
  options: CoverageLoaderOptions,
  state: CoverageState,
  { signal, forceRefresh = false }: LoadOptions,
): Promise<CoverageContent> {
  const { coverage, source, nameOf, read, commitLabel, settings } = options;
  const { name, config } = await read(state.uri);
  const faults: string[] = [];
  const covered = coveredConfig(config);
  const compared = await readCompared(options, state, faults);
  const [report, replay, commit] = await Promise.all([
    coverage.load(covered, state, { signal, forceRefresh }),
    loadReplay(
      options,
      state,
      [config, ...(compared === null ? [] : [compared.config])],
      signal,
    ).catch((thrown: unknown) => {
      const error = asMarketError(thrown);
      if (signal.aborted) throw error;
      if (error.kind !== 'not-offered') faults.push(error.message);
      return null;
    }),
    commitLabel(state.uri).catch(() => ''),
  ]);
  if (report.kind === 'bounds') {
    faults.push(t('Bounds count only the tokens that the service ranks. Tips are not assumed.'));
  }
  const { name: sourceName, isSimulated } = source();
  return {
    state,
    source: sourceName,
    isSimulated,
    config: configContent(name, config, nameOf),
    coverage: withNames(report, nameOf),
    replay,
    compared:
      replay === null || compared === null
        ? null
        : { label: compared.label, groups: configGroups(compared.config, nameOf) },
    commitLabel: commit,
    settings: report.kind === 'bounds' ? null : settings(state.uri),
    faults,
  };
}

/** Adds symbols to pools for which a service's rollups have only the mints. */
function withNames(coverage: Coverage, nameOf: (address: string) => string): Coverage {
  if (coverage.kind === 'report') return coverage;
  return {
    ...coverage,
    missing_pools: coverage.missing_pools.map((row) => ({
      ...row,
      amm_name: nameOf(row.amm),
      symbols: row.mints.map(nameOf),
    })),
  };
}

async function readCompared(
  { readCompared: readOther }: CoverageLoaderOptions,
  state: CoverageState,
  faults: string[],
): Promise<ComparedText | null> {
  const { compared } = state;
  if (compared === null) return null;
  try {
    return await readOther({ ...state, compared });
  } catch (thrown) {
    faults.push(asMarketError(thrown).message);
    return null;
  }
}

async function loadReplay(
  { arbscope }: CoverageLoaderOptions,
  { windowSeconds, percentile }: CoverageState,
  configs: readonly BotConfig[],
  signal: AbortSignal,
): Promise<ReplayContent> {
  const { tokens, amms, ...response } = await arbscope.replay(
    {
      configs: configs.map((config) => configParameters(coveredConfig(config))),
      ...(await windowParameters(arbscope, windowSeconds, { signal })),
      ...(percentile === null ? {} : { percentile }),
      interval: windowSeconds <= shortWindowSeconds ? shortIntervalSeconds : replayIntervalSeconds,
    },
    { signal },
  );
  const { window, interval, total, points } = response;
  return {
    ...{ window, interval, total, points, configs: response.configs },
    tokens: tokens.slice(0, maxReplayRows),
    amms: amms.slice(0, maxReplayRows),
  };
}

export const noConfigError = (name: string): MarketError =>
  new MarketError('bad-parameter', t('{0} is not a bot config, or it cannot be parsed.', name));
