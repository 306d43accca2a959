import type { ParametersOf, ResponseOf } from '../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { OperationName, Operations } from '../../api/operations.ts';
import type {
  CallableOperation,
  CallPriority,
  CallRequest,
  CallResponse,
  WaitingProgress,
} from '../../backend/protocol/callProtocol.ts';
import { operationNames } from '../operationTitles.ts';
import { parseCallResponse } from './channelMessages.ts';
import type { OpenedConnection } from './openedConnection.ts';

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

/**
 * Nine of the ten operations, answered by the backend over one connection. The process has checked
 * each answer against its schema, and the handshake has shown that it is ours, so it is trusted
 * here.
 */
export function createChannelMarketService(
  connection: Pick<OpenedConnection, 'request'>,
): ChannelMarketService {
  const methods = operationNames
    .filter(isCallable)
    .map((operation) => [
      operation,
      (parameters: unknown, options?: ChannelCallOptions) =>
        call(connection, operation, parameters, options),
    ]);
  // The table's methods have the operations' types by the name alone.
  return Object.fromEntries(methods) as unknown as ChannelMarketService;
}

const isCallable = (operation: OperationName): operation is CallableOperation =>
  operation !== 'landTransaction';

async function call(
  connection: Pick<OpenedConnection, 'request'>,
  operation: CallableOperation,
  parameters: unknown,
  { signal, priority, forceRefresh, onWaiting, onResponse }: ChannelCallOptions = {},
): Promise<unknown> {
  const request: Omit<CallRequest, 'connectionId'> = {
    operation,
    parameters,
    ...(priority === undefined ? {} : { priority }),
    ...(forceRefresh === undefined ? {} : { forceRefresh }),
  };
  const onProgress =
    onWaiting === undefined
      ? undefined
      : (progress: { readonly kind: string }) => {
          if (progress.kind === 'waiting') onWaiting(progress as WaitingProgress);
        };
  const answer = parseCallResponse(
    await connection.request('call', request, { signal, onProgress }),
  );
  const { result, ...about } = answer;
  onResponse?.(about);
  return result;
}
