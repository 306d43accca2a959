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

/** Arbscope's own operations of the connection that the window uses. */
export type ChannelArbscopeService = {
  readonly [Name in ArbscopeOperationName]: (
    parameters: ParametersOf<ArbscopeOperations[Name]>,
    options?: ChannelCallOptions,
  ) => Promise<ResponseOf<ArbscopeOperations[Name]>>;
} & {
  /**
   * Tells of arbitrages as they become visible, each once, until it is disposed. It goes on at its
   * cursor by itself after the backend or a service was away. A failure that waiting does not mend,
   * such as `not-offered`, ends it with that error as its state.
   */
  watchArbitrages(parameters: ArbitrageStreamParameters, watcher: ArbitrageWatcher): Disposable;
};

export interface ChannelArbscopeOptions
  extends Pick<ArbitrageWatchOptions, 'request' | 'backend' | 'delaysMilliseconds'> {
  /** Aborted when another connection is used in place of the present one. */
  readonly connectionEnded: () => AbortSignal;
}

/** Names of the operations without their schemas, which stay outside the extension. */
const operationNames: Readonly<Record<ArbscopeOperationName, true>> = {
  status: true,
  arbitrages: true,
  walletRanking: true,
  history: true,
  simulate: true,
  coverage: true,
  replay: true,
};

/** Sent to the backend, which has checked each answer against its schema. */
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
  // The table's methods have the operations' types by the name alone.
  return { ...Object.fromEntries(methods), watchArbitrages } as ChannelArbscopeService;
}
