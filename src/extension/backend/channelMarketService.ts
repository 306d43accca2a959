import type { ParametersOf, ResponseOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { Operations } from '../../api/operations.ts';
import type {
  CallableOperation,
  CallPriority,
  CallRequest,
  CallResponse,
  WaitingProgress,
} from '../../backend/protocol/callProtocol.ts';
import type { ChannelProgress } from '../../backend/protocol/channelProtocol.ts';
import { operationNames } from '../base/operationTitles.ts';
import type { BackendClient } from './backendClient.ts';
import { parseCallResponse } from './channelMessages.ts';

export interface ChannelCallOptions extends MarketCallOptions {
  /** Defaults to interactive; background calls wait for interactive ones. */
  readonly priority?: CallPriority;
  readonly forceRefresh?: boolean;
  /** Called when the call waits for the service's rate limits. */
  readonly onWaiting?: (progress: WaitingProgress) => void;
  readonly onResponse?: (answer: Omit<CallResponse, 'result'>) => void;
}

/** Excludes landing, whose own requests send only checked and confirmed transactions. */
export type ChannelMarketService = {
  readonly [Name in CallableOperation]: (
    parameters: ParametersOf<Operations[Name]>,
    options?: ChannelCallOptions,
  ) => Promise<ResponseOf<Operations[Name]>>;
};

/** Trusts results: the backend validates them, and the handshake authenticates the backend. */
export function createChannelMarketService(
  request: BackendClient['request'],
): ChannelMarketService {
  const methods = operationNames
    .filter((operation) => operation !== 'landTransaction')
    .map((operation) => [
      operation,
      async (parameters: unknown, options: ChannelCallOptions = {}) => {
        const { signal, priority, forceRefresh, onWaiting, onResponse } = options;
        const call: Omit<CallRequest, 'connectionId'> = {
          operation,
          parameters,
          ...(priority === undefined ? {} : { priority }),
          ...(forceRefresh === undefined ? {} : { forceRefresh }),
        };
        const onProgress = (progress: ChannelProgress) => {
          if (progress.kind === 'waiting') onWaiting?.(progress);
        };
        const progressOptions = onWaiting === undefined ? {} : { onProgress };
        const response = await request('call', call, { signal, ...progressOptions });
        const { result, ...about } = parseCallResponse(response);
        onResponse?.(about);
        return result;
      },
    ]);
  // `Object.fromEntries` loses the type of each operation.
  return Object.fromEntries(methods) as unknown as ChannelMarketService;
}
