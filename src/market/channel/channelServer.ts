import { createServer, type Server } from 'node:net';
import { MarketError } from '../../interface/marketError.ts';
import { type OperationName, operations } from '../../interface/operations.ts';
import { checkParameters } from '../../interface/wire.ts';
import type { ConnectionTarget, LogLine } from '../protocol.ts';
import { EnginePool, type OpenTarget } from './enginePool.ts';
import { type GraceMilliseconds, Lifetime } from './lifetime.ts';
import { type Listening, listenAlone } from './soleSocket.ts';
import { StatusThrottle } from './statusThrottle.ts';
import { WindowConnection } from './windowConnection.ts';

/** Windows and the strangers that are being listened to. */
const connectionsMaximum = 64;
/** Lines kept for a window that comes later. */
const logLinesKept = 200;

export interface ChannelServerOptions {
  readonly secret: string;
  readonly version: string;
  readonly openTarget: OpenTarget;
  readonly grace: GraceMilliseconds;
  /** The last window has gone. */
  readonly onEnd: () => void;
}

/** Serves the windows of one user over a socket, all from the same engines. */
export class ChannelServer {
  readonly #options: ChannelServerOptions;
  readonly #server: Server;
  readonly #engines: EnginePool;
  readonly #windows = new Set<WindowConnection>();
  readonly #connections = new Set<WindowConnection>();
  readonly #throttle: StatusThrottle;
  readonly #log: LogLine[] = [];
  #lifetime: Lifetime | null = null;

  constructor(options: ChannelServerOptions) {
    this.#options = options;
    this.#throttle = new StatusThrottle((status) => {
      for (const window of this.#windows) window.sendStatus(status);
    });
    this.#engines = new EnginePool(options.openTarget, (status) => {
      if (status.state === 'failed') this.log('error', `Engine failed: ${status.message}`);
      this.#throttle.push(status);
    });
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = connectionsMaximum;
  }

  /** Listens as the only process on the socket; throws an Error that says what is in the way. */
  async listen(socketPath: string): Promise<Listening> {
    const listening = await listenAlone(this.#server, socketPath);
    if (listening === 'listening') {
      this.#lifetime = new Lifetime(this.#options.grace, this.#options.onEnd);
    }
    return listening;
  }

  log(level: LogLine['level'], message: string): void {
    const line = { level, message };
    this.#log.push(line);
    if (this.#log.length > logLinesKept) this.#log.shift();
    for (const window of this.#windows) window.sendLog(line);
  }

  /** Takes no more windows, leaves those it has, and closes the engines. */
  async close(): Promise<void> {
    this.#lifetime?.dispose();
    this.#throttle.dispose();
    this.#server.close();
    for (const connection of this.#connections) connection.close();
    await this.#engines.close();
  }

  #accept(socket: ConstructorParameters<typeof WindowConnection>[0]['socket']): void {
    const connection = new WindowConnection({
      socket,
      secret: this.#options.secret,
      version: this.#options.version,
      call: (request, signal) => this.#call(request, signal),
      onAuthenticated: (window) => {
        this.#windows.add(window);
        this.#lifetime?.windowCame();
        for (const line of this.#log) window.sendLog(line);
        for (const status of this.#engines.statuses()) window.sendStatus(status);
      },
      onLeft: (window, how) => {
        this.#windows.delete(window);
        this.#lifetime?.windowLeft(how);
      },
      onTrouble: (message) => this.log('warn', message),
    });
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  async #call(request: unknown, signal: AbortSignal): Promise<unknown> {
    const { target, operation, parameters } = readCall(request);
    const checked = checkParameters(operation, parameters);
    const service = await this.#engines.service(target, signal);
    // The table's parameter types and the checked value are tied by `operation` alone.
    const call = service[operation] as (
      value: unknown,
      options: { signal: AbortSignal },
    ) => Promise<unknown>;
    return await call(checked, { signal });
  }
}

interface ReadCall {
  readonly target: ConnectionTarget;
  readonly operation: OperationName;
  readonly parameters: unknown;
}

function readCall(request: unknown): ReadCall {
  if (!isObject(request)) throw notUnderstood('the call');
  const { target, operation, parameters } = request;
  if (typeof operation !== 'string' || !isOperation(operation))
    throw notUnderstood('the operation');
  if (!isObject(target) || target['kind'] !== 'sandbox') throw notUnderstood('the target');
  const { seed } = target;
  if (seed === undefined) return { target: { kind: 'sandbox' }, operation, parameters };
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) throw notUnderstood('the seed');
  return { target: { kind: 'sandbox', seed }, operation, parameters };
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const notUnderstood = (what: string) =>
  new MarketError('bad-parameter', `The market process does not understand ${what}`);
