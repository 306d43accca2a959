import { t } from '@vscode/l10n';
import { TokenImageReader } from '../../engine/sources/rpc/accounts/tokenImageReader.ts';
import { base58Length } from '../../interface/base58Length.ts';
import { MarketError } from '../../interface/marketError.ts';
import { operations } from '../../interface/operations.ts';
import { isToolName } from '../../interface/toolNames.ts';
import { checkParameters } from '../../interface/wire.ts';
import type { CallAnswer, CalledOperation, ImageAnswer } from '../callProtocol.ts';
import type { OpenAnswer, TestReport } from '../connectionProtocol.ts';
import { abandonable } from '../connections/abandonable.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import type { Connection, TestConnection } from '../connections/connection.ts';
import { originOf, readSettings } from '../connections/connectionSettings.ts';
import type { Connections } from '../connections/connections.ts';
import { nodeTransaction } from '../connections/nodeTransaction.ts';
import {
  booleanOf,
  type Members,
  notUnderstood,
  objectOf,
  oneOf,
  optional,
  textOf,
} from '../connections/readRequest.ts';
import type { LookupTableAnswer } from '../nodeProtocol.ts';
import type { ToolAnswer } from '../toolProtocol.ts';
import { useTool } from '../tools/useTool.ts';
import type { LandingRequests } from './landingRequests.ts';
import { type PoolMethod, readPoolRequest } from './poolRequests.ts';
import type { WindowRequest } from './windowConnection.ts';

const priorityOf = oneOf(['interactive', 'background']);

export interface WindowRequestsOptions {
  readonly connections: Connections;
  readonly testConnection: TestConnection;
  readonly landing: LandingRequests;
}

/** Answers what windows ask: each request is read here and trusted behind. */
export class WindowRequests {
  readonly #connections: Connections;
  readonly #images = new TokenImageReader();
  readonly #testConnection: TestConnection;

  readonly #landing: LandingRequests;

  constructor({ connections, testConnection, landing }: WindowRequestsOptions) {
    this.#connections = connections;
    this.#testConnection = testConnection;
    this.#landing = landing;
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
      case 'loadPools':
      case 'poolStats':
      case 'poolPage':
      case 'poolSearch':
      case 'poolDetail':
        return await this.#pools(request.method, request);
      case 'lookupTable':
        return await this.#lookupTable(request);
      case 'fetchImage':
        return await this.#fetchImage(request);
      case 'readTransaction':
        return await this.#readTransaction(request);
      case 'useTool':
        return await this.#useTool(request);
      case 'adopt':
        return this.#adopt(request);
      case 'testConnection':
        return await this.#test(request);
      case 'prepareLanding':
      case 'land':
      case 'landings':
      case 'forgetLandings':
      case 'latestBlockhash':
      case 'airdrop':
        return await this.#landing.answer(request.method, request);
    }
  }

  #open({ window, parameters }: WindowRequest): OpenAnswer {
    const { settings } = objectOf(parameters, 'the request');
    const { status, isNew } = this.#connections.hold(window, readSettings(settings));
    if (isNew) window.sendStatus(status);
    this.#landing.opened(window, status.connectionId);
    return { connectionId: status.connectionId };
  }

  #close({ window, parameters }: WindowRequest): null {
    const members = objectOf(parameters, 'the request');
    this.#connections.release(window, textOf(members, 'connectionId'));
    return null;
  }

  #adopt({ window, parameters }: WindowRequest): null {
    const members = objectOf(parameters, 'the request');
    this.#connections.adopt(window, textOf(members, 'connectionId'));
    return null;
  }

  async #useTool(request: WindowRequest): Promise<ToolAnswer> {
    const members = objectOf(request.parameters, 'the request');
    const { tool, input } = members;
    if (!isToolName(tool)) throw notUnderstood('the tool');
    const settings = this.#connections.settings(request.window, textOf(members, 'connectionId'));
    const source = {
      origin: originOf(settings),
      connection: () => this.#connection(request, members),
      // Hundreds of megabytes are loaded when a person says so.
      mayLoadPools: settings.kind !== 'service',
    };
    return { text: await useTool(source, { tool, input }, askOptions(request, members)) };
  }

  async #call(request: WindowRequest): Promise<CallAnswer> {
    const members = objectOf(request.parameters, 'the call');
    const operation = operationOf(members['operation']);
    const checked = checkParameters(operation, members['parameters']);
    const connection = await this.#connection(request, members);
    return await connection.call(operation, checked, askOptions(request, members));
  }

  async #fetchImage({ parameters, signal }: WindowRequest): Promise<ImageAnswer> {
    const url = textOf(objectOf(parameters, 'the request'), 'url');
    return await abandonable(this.#images.read(url), signal);
  }

  async #readTransaction({ parameters, signal }: WindowRequest): Promise<CallAnswer> {
    return await nodeTransaction(objectOf(parameters, 'the request'), signal);
  }

  async #pools(method: PoolMethod, request: WindowRequest): Promise<unknown> {
    const members = objectOf(request.parameters, 'the request');
    const ask = readPoolRequest(method, members);
    const { pools } = await this.#connection(request, members);
    return await ask(pools, askOptions(request, members));
  }

  async #lookupTable(request: WindowRequest): Promise<LookupTableAnswer> {
    const members = objectOf(request.parameters, 'the request');
    const address = textOf(members, 'address');
    if (address.length > 44 || base58Length(address) !== 32) throw notUnderstood('the address');
    const connection = await this.#connection(request, members);
    return { addresses: (await connection.lookupTableSize?.(address, request.signal)) ?? null };
  }

  async #test(request: WindowRequest): Promise<TestReport> {
    const members = objectOf(request.parameters, 'the request');
    return await this.#testConnection(
      readSettings(members['settings']),
      askOptions(request, members),
    );
  }

  #connection({ window, signal }: WindowRequest, members: Members): Promise<Connection> {
    return this.#connections.use(window, textOf(members, 'connectionId'), signal);
  }
}

function askOptions({ window, signal, onProgress }: WindowRequest, members: Members): AskOptions {
  return {
    signal,
    window,
    onProgress,
    priority: optional(members, 'priority', priorityOf) ?? 'interactive',
    isFresh: optional(members, 'isFresh', booleanOf) ?? false,
  };
}

function operationOf(name: unknown): CalledOperation {
  if (typeof name !== 'string' || !Object.hasOwn(operations, name)) {
    throw notUnderstood('the operation');
  }
  // Without the check, the question and the record that landing has, nothing is sent.
  if (name === 'landTransaction') {
    throw new MarketError(
      'bad-parameter',
      t(
        'A transaction is not landed by a call: the window checks it first, then lands what was checked.',
      ),
      { parameter: 'operation' },
    );
  }
  return name as CalledOperation;
}
