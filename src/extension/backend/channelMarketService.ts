import {
  type MarketCallOptions,
  type OperationMethods,
  operationMethods,
} from '../../api/marketService.ts';
import { operationNames } from '../../api/operationNames.ts';
import type { Operations } from '../../api/operations.ts';
import type {
  CallableOperation,
  CallPriority,
  CallResponse,
  WaitingProgress,
} from '../../backend/protocol/callProtocol.ts';
import type { ChannelProgress } from '../../backend/protocol/channelProtocol.ts';
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
export type ChannelMarketService = OperationMethods<
  Pick<Operations, CallableOperation>,
  ChannelCallOptions
>;

export function createChannelMarketService(
  request: BackendClient['request'],
): ChannelMarketService {
  return operationMethods(
    operationNames.filter((operation) => operation !== 'landTransaction'),
    (operation, parameters, options) =>
      callOverChannel(request, 'call', { operation, parameters }, options),
  );
}

/** Trusts results: the backend validates them, and the handshake authenticates the backend. */
export async function callOverChannel(
  request: BackendClient['request'],
  method: 'call' | 'arbscopeCall',
  operation: { readonly operation: string; readonly parameters: unknown },
  options: ChannelCallOptions = {},
): Promise<unknown> {
  const { signal, priority, forceRefresh, onWaiting, onBlocks, onResponse } = options;
  const call = {
    ...operation,
    ...(priority === undefined ? {} : { priority }),
    ...(forceRefresh === undefined ? {} : { forceRefresh }),
  };
  const onProgress = (progress: ChannelProgress) => {
    if (progress.kind === 'waiting') onWaiting?.(progress);
    if (progress.kind === 'blocks') onBlocks?.(progress.read, progress.of);
  };
  const isReported = onWaiting !== undefined || onBlocks !== undefined;
  const progressOptions = isReported ? { onProgress } : {};
  const response = await request(method, call, { signal, ...progressOptions });
  const { result, ...about } = parseCallResponse(response);
  onResponse?.(about);
  return result;
}
