import { MarketError } from '../../interface/marketError.ts';
import { type OperationName, operations } from '../../interface/operations.ts';
import { checkParameters } from '../../interface/wire.ts';
import { readSettings } from '../connections/connectionSettings.ts';
import type { Connections } from '../connections/connections.ts';
import {
  booleanOf,
  notUnderstood,
  objectOf,
  oneOf,
  optional,
  textOf,
} from '../connections/readRequest.ts';
import type { CallAnswer, OpenAnswer } from '../protocol.ts';
import type { WindowRequest } from './windowConnection.ts';

const priorityOf = oneOf(['interactive', 'background']);

/** Answers what windows ask: each request is read here and trusted behind. */
export class WindowRequests {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Throws a MarketError, or an UnknownConnectionError. */
  async answer(request: WindowRequest): Promise<unknown> {
    switch (request.method) {
      case 'open':
        return this.#open(request);
      case 'close':
        return this.#close(request);
      case 'call':
        return await this.#call(request);
      default:
        throw new MarketError('service-failing', `${request.method} cannot be asked yet`);
    }
  }

  #open({ window, parameters }: WindowRequest): OpenAnswer {
    const { settings } = objectOf(parameters, 'the request');
    const { status, isNew } = this.#connections.hold(window, readSettings(settings));
    if (isNew) window.sendStatus(status);
    return { connectionId: status.connectionId };
  }

  #close({ window, parameters }: WindowRequest): null {
    const members = objectOf(parameters, 'the request');
    this.#connections.release(window, textOf(members, 'connectionId'));
    return null;
  }

  async #call({ window, parameters, signal, onProgress }: WindowRequest): Promise<CallAnswer> {
    const members = objectOf(parameters, 'the call');
    const operation = operationOf(members['operation']);
    const checked = checkParameters(operation, members['parameters']);
    const priority = optional(members, 'priority', priorityOf) ?? 'interactive';
    const isFresh = optional(members, 'isFresh', booleanOf) ?? false;
    const id = textOf(members, 'connectionId');
    const connection = await this.#connections.use(window, id, signal);
    return await connection.call(operation, checked, {
      signal,
      window,
      priority,
      isFresh,
      onProgress,
    });
  }
}

function operationOf(name: unknown): OperationName {
  if (typeof name !== 'string' || !Object.hasOwn(operations, name)) {
    throw notUnderstood('the operation');
  }
  return name as OperationName;
}
