import type { CallOptions } from '../../interface/marketService.ts';
import type { ParametersOf, ResultOf } from '../../interface/operation.ts';
import type { OperationName, Operations } from '../../interface/operations.ts';
import type {
  CallAnswer,
  CalledOperation,
  CallPriority,
  CallRequest,
  WaitingProgress,
} from '../../market/callProtocol.ts';
import type { OpenedConnection } from './openedConnection.ts';
import { operationNames } from './operationTitles.ts';
import { readCallAnswer } from './readMessages.ts';

/** What a view may say of a call beside its parameters, and hear of it. */
export interface WindowCallOptions extends CallOptions {
  /** Interactive unless it says otherwise: a background call waits for those. */
  readonly priority?: CallPriority;
  /** Ask even where a kept answer is still good. */
  readonly isFresh?: boolean;
  /** The call waits for its turn within the service's limits. */
  readonly onWaiting?: (progress: WaitingProgress) => void;
  /** How the answer came, beside its result. */
  readonly onAnswer?: (answer: Omit<CallAnswer, 'result'>) => void;
}

/**
 * A `MarketService` whose methods take what only a window has to say. Landing is no call: it has
 * requests of its own, which send only what was checked and asked about.
 */
export type WindowService = {
  readonly [Name in CalledOperation]: (
    parameters: ParametersOf<Operations[Name]>,
    options?: WindowCallOptions,
  ) => Promise<ResultOf<Operations[Name]>>;
};

/**
 * Nine of the ten operations, answered by the market process over one connection. The process has checked
 * each answer against its schema, and the handshake has shown that it is ours, so it is trusted
 * here.
 */
export function channelService(connection: Pick<OpenedConnection, 'request'>): WindowService {
  const methods = operationNames
    .filter(isCalled)
    .map((operation) => [
      operation,
      (parameters: unknown, options?: WindowCallOptions) =>
        call(connection, operation, parameters, options),
    ]);
  // The table's methods have the operations' types by the name alone.
  return Object.fromEntries(methods) as unknown as WindowService;
}

const isCalled = (operation: OperationName): operation is CalledOperation =>
  operation !== 'landTransaction';

async function call(
  connection: Pick<OpenedConnection, 'request'>,
  operation: CalledOperation,
  parameters: unknown,
  { signal, priority, isFresh, onWaiting, onAnswer }: WindowCallOptions = {},
): Promise<unknown> {
  const request: Omit<CallRequest, 'connectionId'> = {
    operation,
    parameters,
    ...(priority === undefined ? {} : { priority }),
    ...(isFresh === undefined ? {} : { isFresh }),
  };
  const onProgress =
    onWaiting === undefined
      ? undefined
      : (progress: { readonly kind: string }) => {
          if (progress.kind === 'waiting') onWaiting(progress as WaitingProgress);
        };
  const answer = readCallAnswer(await connection.request('call', request, { signal, onProgress }));
  const { result, ...about } = answer;
  onAnswer?.(about);
  return result;
}
