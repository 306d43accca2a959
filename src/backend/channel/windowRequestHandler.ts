import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { MarketError } from '../../api/marketError.ts';
import { operations } from '../../api/operations.ts';
import { isToolName } from '../../api/toolNames.ts';
import { validateParameters } from '../../api/validation.ts';
import { TokenImageReader } from '../../engine/sources/rpc/accounts/tokenImageReader.ts';
import type { CheckConnection, Connection } from '../connections/connection.ts';
import type { ConnectionCallOptions } from '../connections/connectionCallOptions.ts';
import type { ConnectionRegistry } from '../connections/connectionRegistry.ts';
import { originOf, parseConnectionSettings } from '../connections/connectionSettings.ts';
import { fetchNodeTransaction } from '../connections/fetchNodeTransaction.ts';
import { withAbort } from '../connections/withAbort.ts';
import type { CallableOperation, CallResponse, ImageResponse } from '../protocol/callProtocol.ts';
import type { ConnectionCheckReport, OpenResponse } from '../protocol/connectionProtocol.ts';
import type { LookupTableResponse } from '../protocol/nodeProtocol.ts';
import type { ToolResponse } from '../protocol/toolProtocol.ts';
import {
  enumReader,
  invalidRequestError,
  type JsonObject,
  readBoolean,
  readObject,
  readOptional,
  readString,
} from '../requestFields.ts';
import { callTool } from '../tools/callTool.ts';
import type { LandingRequestHandler } from './landingRequestHandler.ts';
import { type PoolMethod, parsePoolRequest } from './parsePoolRequest.ts';
import type { WindowRequest } from './windowConnection.ts';

const readPriority = enumReader(['interactive', 'background']);

export interface WindowRequestHandlerOptions {
  readonly connections: ConnectionRegistry;
  readonly checkConnection: CheckConnection;
  readonly landing: LandingRequestHandler;
}

/** Answers what windows ask: each request is read here and trusted behind. */
export class WindowRequestHandler {
  readonly #connections: ConnectionRegistry;
  readonly #images = new TokenImageReader();
  readonly #checkConnection: CheckConnection;

  readonly #landing: LandingRequestHandler;

  constructor({ connections, checkConnection, landing }: WindowRequestHandlerOptions) {
    this.#connections = connections;
    this.#checkConnection = checkConnection;
    this.#landing = landing;
  }

  /** Throws a MarketError, or an UnknownConnectionError. */
  async handle(request: WindowRequest): Promise<unknown> {
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
      case 'callTool':
        return await this.#callTool(request);
      case 'attach':
        return this.#attach(request);
      case 'checkConnection':
        return await this.#runConnectionCheck(request);
      case 'prepareLanding':
      case 'land':
      case 'landings':
      case 'forgetLandings':
      case 'latestBlockhash':
      case 'airdrop':
        return await this.#landing.handle(request.method, request);
    }
  }

  #open({ window, parameters }: WindowRequest): OpenResponse {
    const { settings } = readObject(parameters, 'the request');
    const { status, isNew } = this.#connections.acquire(window, parseConnectionSettings(settings));
    if (isNew) window.sendStatus(status);
    this.#landing.connectionOpened(window, status.connectionId);
    return { connectionId: status.connectionId };
  }

  #close({ window, parameters }: WindowRequest): null {
    const members = readObject(parameters, 'the request');
    this.#connections.release(window, readString(members, 'connectionId'));
    return null;
  }

  #attach({ window, parameters }: WindowRequest): null {
    const members = readObject(parameters, 'the request');
    this.#connections.attach(window, readString(members, 'connectionId'));
    return null;
  }

  async #callTool(request: WindowRequest): Promise<ToolResponse> {
    const members = readObject(request.parameters, 'the request');
    const { tool, input } = members;
    if (!isToolName(tool)) throw invalidRequestError('the tool');
    const settings = this.#connections.settings(
      request.window,
      readString(members, 'connectionId'),
    );
    const source = {
      origin: originOf(settings),
      connection: () => this.#connection(request, members),
      // Hundreds of megabytes are loaded when a person says so.
      mayLoadPools: settings.kind !== 'service',
    };
    return { text: await callTool(source, { tool, input }, parseCallOptions(request, members)) };
  }

  async #call(request: WindowRequest): Promise<CallResponse> {
    const members = readObject(request.parameters, 'the call');
    const operation = parseOperation(members['operation']);
    const checked = validateParameters(operation, members['parameters']);
    const connection = await this.#connection(request, members);
    return await connection.call(operation, checked, parseCallOptions(request, members));
  }

  async #fetchImage({ parameters, signal }: WindowRequest): Promise<ImageResponse> {
    const url = readString(readObject(parameters, 'the request'), 'url');
    return await withAbort(this.#images.read(url), signal);
  }

  async #readTransaction({ parameters, signal }: WindowRequest): Promise<CallResponse> {
    return await fetchNodeTransaction(readObject(parameters, 'the request'), signal);
  }

  async #pools(method: PoolMethod, request: WindowRequest): Promise<unknown> {
    const members = readObject(request.parameters, 'the request');
    const ask = parsePoolRequest(method, members);
    const { pools } = await this.#connection(request, members);
    return await ask(pools, parseCallOptions(request, members));
  }

  async #lookupTable(request: WindowRequest): Promise<LookupTableResponse> {
    const members = readObject(request.parameters, 'the request');
    const address = readString(members, 'address');
    if (!isAddress(address)) throw invalidRequestError('the address');
    const connection = await this.#connection(request, members);
    return { addresses: (await connection.lookupTableSize?.(address, request.signal)) ?? null };
  }

  async #runConnectionCheck(request: WindowRequest): Promise<ConnectionCheckReport> {
    const members = readObject(request.parameters, 'the request');
    return await this.#checkConnection(
      parseConnectionSettings(members['settings']),
      parseCallOptions(request, members),
    );
  }

  #connection({ window, signal }: WindowRequest, members: JsonObject): Promise<Connection> {
    return this.#connections.whenReady(window, readString(members, 'connectionId'), signal);
  }
}

function parseCallOptions(
  { window, signal, onProgress }: WindowRequest,
  members: JsonObject,
): ConnectionCallOptions {
  return {
    signal,
    window,
    onProgress,
    priority: readOptional(members, 'priority', readPriority) ?? 'interactive',
    forceRefresh: readOptional(members, 'forceRefresh', readBoolean) ?? false,
  };
}

function parseOperation(name: unknown): CallableOperation {
  if (typeof name !== 'string' || !Object.hasOwn(operations, name)) {
    throw invalidRequestError('the operation');
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
  return name as CallableOperation;
}
