import type { ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type {
  ArbscopeOperationName,
  ArbscopeOperations,
} from '../../api/arbscope/arbscopeOperations.ts';
import type { ParametersOf, ResponseOf } from '../../api/defineOperation.ts';
import type { ArbscopeCallRequest } from '../../backend/protocol/arbscopeProtocol.ts';
import type { Disposable } from '../base/disposable.ts';
import {
  ArbitrageWatch,
  type ArbitrageWatcher,
  type ArbitrageWatchOptions,
} from './arbitrageWatch.ts';
import type { ChannelCallOptions } from './channelMarketService.ts';
import { parseCallResponse } from './channelMessages.ts';

export type ChannelArbscopeService = {
  readonly [Name in ArbscopeOperationName]: (
    parameters: ParametersOf<ArbscopeOperations[Name]>,
    options?: ChannelCallOptions,
  ) => Promise<ResponseOf<ArbscopeOperations[Name]>>;
} & {
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

/** Names of the operations without their schemas, which the extension's bundle excludes. */
const operationNames: Readonly<Record<ArbscopeOperationName, true>> = {
  status: true,
  arbitrages: true,
  walletRanking: true,
  walletGroups: true,
  history: true,
  simulate: true,
  coverage: true,
  replay: true,
};

/** The backend validates each response against its schema. */
export function createChannelArbscopeService(
  options: ChannelArbscopeOptions,
): ChannelArbscopeService {
  const { request, connectionEnded } = options;
  const methods = (Object.keys(operationNames) as ArbscopeOperationName[]).map((operation) => [
    operation,
    async (parameters: unknown, callOptions: ChannelCallOptions = {}) => {
      const { signal, priority, forceRefresh, onResponse } = callOptions;
      const call: Omit<ArbscopeCallRequest, 'connectionId'> = {
        operation,
        parameters,
        ...(priority === undefined ? {} : { priority }),
        ...(forceRefresh === undefined ? {} : { forceRefresh }),
      };
      const response = await request('arbscopeCall', call, { signal });
      const { result, ...about } = parseCallResponse(response);
      onResponse?.(about);
      return result;
    },
  ]);
  const watchArbitrages: ChannelArbscopeService['watchArbitrages'] = (parameters, watcher) =>
    new ArbitrageWatch({
      ...options,
      connectionEnded: connectionEnded(),
      parameters,
      watcher,
    });
  // `Object.fromEntries` loses the type of each operation.
  return { ...Object.fromEntries(methods), watchArbitrages } as ChannelArbscopeService;
}
