import type { ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperations } from '../../api/arbscope/arbscopeOperations.ts';
import { type OperationMethods, operationMethods } from '../../api/marketService.ts';
import { arbscopeOperationNames } from '../../api/operationNames.ts';
import type { Disposable } from '../base/disposable.ts';
import {
  ArbitrageWatch,
  type ArbitrageWatcher,
  type ArbitrageWatchOptions,
} from './arbitrageWatch.ts';
import { type ChannelCallOptions, callOverChannel } from './channelMarketService.ts';

export type ChannelArbscopeService = OperationMethods<ArbscopeOperations, ChannelCallOptions> & {
  /**
   * Reports each arbitrage once, until disposed. Resumes at its cursor after an outage. An error
   * that a retry cannot resolve, such as `not-offered`, ends it and becomes its state.
   */
  watchArbitrages(parameters: ArbitrageStreamParameters, watcher: ArbitrageWatcher): Disposable;
};

export interface ChannelArbscopeOptions
  extends Pick<ArbitrageWatchOptions, 'request' | 'backend' | 'delaysMilliseconds'> {
  readonly connectionEnded: () => AbortSignal;
}

export function createChannelArbscopeService(
  options: ChannelArbscopeOptions,
): ChannelArbscopeService {
  const { request, connectionEnded } = options;
  const methods = operationMethods<ArbscopeOperations, ChannelCallOptions>(
    arbscopeOperationNames,
    (operation, parameters, callOptions) =>
      callOverChannel(request, 'arbscopeCall', { operation, parameters }, callOptions),
  );
  const watchArbitrages: ChannelArbscopeService['watchArbitrages'] = (parameters, watcher) =>
    new ArbitrageWatch({
      ...options,
      connectionEnded: connectionEnded(),
      parameters,
      watcher,
    });
  return { ...methods, watchArbitrages };
}
