import { createServer, type Server } from 'node:net';
import type { OpenConnection, TestConnection } from '../connections/connection.ts';
import { Connections } from '../connections/connections.ts';
import { LandingDesk, type LandingDeskOptions } from '../landing/landingDesk.ts';
import { LandingJournal } from '../landing/landingJournal.ts';
import type { LogLine } from '../protocol.ts';
import { LandingRequests } from './landingRequests.ts';
import { type GraceMilliseconds, Lifetime } from './lifetime.ts';
import { type Listening, listenAlone } from './soleSocket.ts';
import { StatusThrottle } from './statusThrottle.ts';
import { WindowConnection } from './windowConnection.ts';
import { WindowRequests } from './windowRequests.ts';

/** Windows and the strangers that are being listened to. */
const socketsMaximum = 64;
/** Lines kept for a window that comes later. */
const logLinesKept = 200;

export interface ChannelServerOptions {
  readonly secret: string;
  readonly version: string;
  readonly openConnection: OpenConnection;
  readonly testConnection: TestConnection;
  readonly grace: GraceMilliseconds;
  /** How long a connection stays that no window holds. */
  readonly keepMilliseconds?: number;
  /** Where landings are written down; in memory alone without one. */
  readonly landingsPath?: string;
  /** Pause between two looks at what was sent; tests have little time. */
  readonly landingPauseMilliseconds?: LandingDeskOptions['pauseMilliseconds'];
  /** The last window has gone. */
  readonly onEnd: () => void;
}

/** Serves the windows of one user over a socket, all from the same connections. */
export class ChannelServer {
  readonly #options: ChannelServerOptions;
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #requests: WindowRequests;
  readonly #desk: LandingDesk;
  readonly #landing: LandingRequests;
  readonly #windows = new Set<WindowConnection>();
  readonly #sockets = new Set<WindowConnection>();
  readonly #throttle: StatusThrottle;
  readonly #log: LogLine[] = [];
  #lifetime: Lifetime | null = null;

  constructor(options: ChannelServerOptions) {
    this.#options = options;
    this.#throttle = new StatusThrottle((status) => {
      for (const window of this.#windows) {
        if (this.#connections.isHeldBy(window, status.connectionId)) window.sendStatus(status);
      }
    });
    this.#connections = new Connections({
      open: options.openConnection,
      ...(options.keepMilliseconds === undefined
        ? {}
        : { keepMilliseconds: options.keepMilliseconds }),
      onStatus: (status) => {
        if (status.state === 'failed') {
          this.log('error', `The connection to ${status.origin} failed: ${status.message}`);
        }
        this.#throttle.push(status);
      },
    });
    const { landingPauseMilliseconds: pauseMilliseconds } = options;
    this.#desk = new LandingDesk({
      journal: new LandingJournal(options.landingsPath ?? null),
      ...(pauseMilliseconds === undefined ? {} : { pauseMilliseconds }),
      onEntry: (entry) => {
        for (const window of this.#windows) window.sendLanding(entry);
      },
    });
    this.#landing = new LandingRequests({
      connections: this.#connections,
      desk: this.#desk,
      secret: options.secret,
    });
    const { testConnection } = options;
    this.#requests = new WindowRequests({
      connections: this.#connections,
      testConnection,
      landing: this.#landing,
    });
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = socketsMaximum;
  }

  /** Listens as the only process on the socket; throws an Error that says what is in the way. */
  async listen(socketPath: string): Promise<Listening> {
    const listening = await listenAlone(this.#server, socketPath);
    if (listening === 'listening') {
      this.#lifetime = new Lifetime(this.#options.grace, this.#options.onEnd);
    }
    return listening;
  }

  /** Whoever started this process has died. */
  starterGone(): void {
    this.#lifetime?.starterGone();
  }

  log(level: LogLine['level'], message: string): void {
    const line = { level, message };
    this.#log.push(line);
    if (this.#log.length > logLinesKept) this.#log.shift();
    for (const window of this.#windows) window.sendLog(line);
  }

  /** Takes no more windows, leaves those it has, and closes the connections. */
  async close(): Promise<void> {
    this.#lifetime?.dispose();
    this.#throttle.dispose();
    this.#server.close();
    this.#desk.close();
    for (const socket of this.#sockets) socket.close();
    await this.#landing.close();
    await this.#connections.close();
  }

  #accept(socket: ConstructorParameters<typeof WindowConnection>[0]['socket']): void {
    const connection = new WindowConnection({
      socket,
      secret: this.#options.secret,
      version: this.#options.version,
      answer: (request) => this.#requests.answer(request),
      onAuthenticated: (window) => {
        this.#windows.add(window);
        this.#lifetime?.windowCame();
        for (const line of this.#log) window.sendLog(line);
      },
      onLeft: (window, { how, editorProcessId }) => {
        this.#windows.delete(window);
        this.#connections.releaseAll(window);
        this.#lifetime?.windowLeft(how, editorProcessId);
      },
      onTrouble: (message) => this.log('warn', message),
    });
    this.#sockets.add(connection);
    socket.once('close', () => this.#sockets.delete(connection));
  }
}
