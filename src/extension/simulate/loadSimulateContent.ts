import type { Simulation } from '../../api/arbscope/simulate.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type {
  MarketTips,
  SimulateContent,
  SimulateState,
} from '../../webview/messages/simulate.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';
import { asMarketError, waitingMessage } from '../backend/errorDescription.ts';
import { type DataSource, isSimulated } from '../base/connections.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import { toPercentileSeries } from '../shared/percentileSeries.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import type { AdviceOptions } from './advice.ts';
import { buildSimulateContent, toOutcome } from './simulateContent.ts';
import type { SimulationRuns } from './simulationRuns.ts';

export interface SimulateContentSources {
  readonly arbscope: Pick<ChannelArbscopeService, 'simulate'>;
  readonly service: Pick<ChannelMarketService, 'tipsByComputeUnit'>;
  readonly source: () => DataSource;
  readonly runs: SimulationRuns;
  readonly errorSources: Pick<ErrorSources, 'find'>;
  /** Added to the compute units used, in percent. */
  readonly marginPercent: () => number;
}

/** Window of the tips that a simulated tip is compared with. */
export const tipsWindowSeconds = 3_600;

/** Simulates, saves the run, and builds the content. Throws a MarketError. */
export async function loadSimulateContent(
  sources: SimulateContentSources,
  state: SimulateState,
  { signal, report }: LoadOptions,
): Promise<SimulateContent> {
  const { arbscope, source, runs, marginPercent } = sources;
  const { name } = source();
  const call: ChannelCallOptions = {
    signal,
    // Each run uses the newest state.
    forceRefresh: true,
    onWaiting: (progress) => report(waitingMessage(progress)),
  };
  const simulation = await arbscope.simulate({ transactions: [...state.transactions] }, call);
  const tips = await loadTips(sources, simulation, signal);
  signal.throwIfAborted();
  const now = Date.now();
  const outcomes = simulation.transactions.map((each) => toOutcome(each, simulation.slot, now));
  return buildSimulateContent(simulation, {
    state,
    connection: { name, isSandbox: isSimulated(source()) },
    advice: { marginPercent: marginPercent(), ...tips },
    runs: await runs.add(runsKey(name, state), outcomes),
    errorSources: await Promise.all(
      simulation.transactions.map(async ({ error }) =>
        error?.program == null || error.name === null
          ? ''
          : await sources.errorSources.find(error.program, error.name, signal),
      ),
    ),
  });
}

/** Includes the connection: slots of different chains cannot be compared. */
export const runsKey = (connection: string, { key }: SimulateState): string =>
  `${connection}\n${key}`;

/** After a failure, the advice has the reason instead of tips. */
async function loadTips(
  { service }: SimulateContentSources,
  { transactions }: Simulation,
  signal: AbortSignal,
): Promise<Pick<AdviceOptions, 'tipsOf' | 'tipsFault'>> {
  const hasTips = transactions.some(({ record }) =>
    record?.tips_details.some(({ mint }) => mint === wrappedSolMint),
  );
  if (!hasTips) return { tipsOf: () => null, tipsFault: '' };
  try {
    const response = await service.tipsByComputeUnit(
      { maxTimeRange: tipsWindowSeconds },
      { signal },
    );
    const { series } = toPercentileSeries({ kind: 'tips', response }, false);
    const markets = new Map<string, MarketTips>(
      series
        .filter(({ mint, unit }) => mint === wrappedSolMint && unit === 'lamports')
        .map(({ provider, sample, values }) => [
          provider,
          { sample, values, windowSeconds: tipsWindowSeconds },
        ]),
    );
    return { tipsOf: (provider) => markets.get(provider) ?? null, tipsFault: '' };
  } catch (thrown) {
    const error = asMarketError(thrown);
    if (signal.aborted || error.kind === 'cancelled') throw error;
    return { tipsOf: () => null, tipsFault: error.message.slice(0, 500) };
  }
}
