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

/** What a view may say of a call beside its parameters, and hear of it. */
export interface ChannelCallOptions extends MarketCallOptions {
  /** Interactive unless it says otherwise: a background call waits for those. */
  readonly priority?: CallPriority;
  /** Ask even where a cached response is still good. */
  readonly forceRefresh?: boolean;
  /** The call waits for its turn within the service's limits. */
  readonly onWaiting?: (progress: WaitingProgress) => void;
  /** How the answer came, beside its result. */
  readonly onResponse?: (answer: Omit<CallResponse, 'result'>) => void;
}

/**
 * A `MarketService` whose methods take what only a window has to say. Landing is no call: it has
 * requests of its own, which send only what was checked and asked about.
 */
export type ChannelMarketService = {
  readonly [Name in CallableOperation]: (
    parameters: ParametersOf<Operations[Name]>,
    options?: ChannelCallOptions,
  ) => Promise<ResponseOf<Operations[Name]>>;
};

/** What was asked, and what came back. */
export type CompletedCall = {
  readonly [Name in CallableOperation]: {
    readonly operation: Name;
    readonly parameters: ParametersOf<Operations[Name]>;
    readonly result: ResponseOf<Operations[Name]>;
  };
}[CallableOperation];

/**
 * Nine of the ten operations, sent by `request` to the backend. The process has checked each answer
 * against its schema, and the handshake has shown that it is ours, so it is trusted here.
 */
export function createChannelMarketService(
  request: BackendClient['request'],
  onCompleted: (call: CompletedCall) => void,
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
        onCompleted({ operation, parameters, result } as CompletedCall);
        return result;
      },
    ]);
  // The table's methods have the operations' types by the name alone.
  return Object.fromEntries(methods) as unknown as ChannelMarketService;
}
