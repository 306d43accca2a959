import { createServer, type Server } from 'node:net';
import type { CheckConnection, OpenConnection } from '../connectionBase/connection.ts';
import { ConnectionRegistry } from '../connections/connectionRegistry.ts';
import { LandingJournal } from '../landing/landingJournal.ts';
import { LandingService, type LandingServiceOptions } from '../landing/landingService.ts';
import type { LogLine } from '../protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../protocol/connectionProtocol.ts';
import { LandingRequestHandler } from './landingRequestHandler.ts';
import { NodeSources } from './nodeSources.ts';
import { type GracePeriods, ProcessLifetime } from './processLifetime.ts';
import { type ListenResult, listenAsSingleInstance } from './singleInstanceSocket.ts';
import { WindowConnection } from './windowConnection.ts';
import { WindowIdls } from './windowIdls.ts';
import { WindowRequestHandler } from './windowRequestHandler.ts';

/** Both authenticated windows and unauthenticated connections. */
const maxSockets = 64;
/** Recent lines, sent to each new window. */
const maxLogLines = 200;

export interface ChannelServerOptions {
  readonly secret: string;
  readonly version: string;
  readonly openConnection: OpenConnection;
  readonly checkConnection: CheckConnection;
  readonly gracePeriods: GracePeriods;
  readonly idleMilliseconds?: number;
  /** File of the landing journal; kept only in memory if absent. */
  readonly landingsPath?: string;
  readonly landingPollMilliseconds?: LandingServiceOptions['pollMilliseconds'];
  readonly onEnd: () => void;
}

/** Serves all windows of one user over a socket, with shared connections. */
export class ChannelServer {
  readonly #options: ChannelServerOptions;
  readonly #server: Server;
  readonly #connections: ConnectionRegistry;
  readonly #requestHandler: WindowRequestHandler;
  readonly #landingJournal: LandingJournal;
  readonly #landingService: LandingService;
  readonly #landingHandler: LandingRequestHandler;
  readonly #nodes = new NodeSources();
  readonly #windows = new Set<WindowConnection>();
  readonly #sockets = new Set<WindowConnection>();
  readonly #throttle: StatusThrottle;
  readonly #log: LogLine[] = [];
  #lifetime: ProcessLifetime | null = null;

  constructor(options: ChannelServerOptions) {
    this.#options = options;
    this.#throttle = new StatusThrottle((status) => {
      for (const window of this.#windows) {
        if (this.#connections.isUsedBy(window, status.connectionId)) window.sendStatus(status);
      }
    });
    this.#connections = new ConnectionRegistry({
      open: options.openConnection,
      ...(options.idleMilliseconds === undefined
        ? {}
        : { idleMilliseconds: options.idleMilliseconds }),
      onStatus: (status) => {
        if (status.state === 'failed') {
          this.log('error', `The connection to ${status.origin} failed: ${status.message}`);
        }
        this.#throttle.push(status);
      },
    });
    const { landingPollMilliseconds: pollMilliseconds } = options;
    this.#landingJournal = new LandingJournal(options.landingsPath ?? null, (problem) => {
      for (const window of this.#windows) window.sendJournalProblem(problem);
      if (problem === null) return;
      this.log('error', `No landing can be recorded in ${problem.path}: ${problem.reason}`);
    });
    this.#landingService = new LandingService({
      journal: this.#landingJournal,
      ...(pollMilliseconds === undefined ? {} : { pollMilliseconds }),
      onEntry: (entry) => {
        for (const window of this.#windows) window.sendLanding(entry);
      },
    });
    const idls = new WindowIdls();
    this.#landingHandler = new LandingRequestHandler(
      this.#connections,
      this.#landingService,
      options.secret,
      idls,
      this.#nodes,
    );
    this.#requestHandler = new WindowRequestHandler(
      this.#connections,
      options.checkConnection,
      this.#landingHandler,
      idls,
      this.#nodes,
    );
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = maxSockets;
  }

  /** Throws an Error that explains why it cannot listen as the only process. */
  async listen(socketPath: string): Promise<ListenResult> {
    const listening = await listenAsSingleInstance(this.#server, socketPath);
    if (listening === 'listening') {
      // Not earlier: another process may still be sending these transactions.
      this.#landingService.recover();
      this.#lifetime = new ProcessLifetime(this.#options.gracePeriods, this.#options.onEnd);
    }
    return listening;
  }

  parentExited(): void {
    this.#lifetime?.parentExited();
  }

  log(level: LogLine['level'], message: string): void {
    const line = { level, message };
    this.#log.push(line);
    if (this.#log.length > maxLogLines) this.#log.shift();
    for (const window of this.#windows) window.sendLog(line);
  }

  async close(): Promise<void> {
    this.#lifetime?.dispose();
    this.#throttle.dispose();
    this.#server.close();
    this.#landingService.close();
    for (const socket of this.#sockets) socket.close();
    this.#nodes.close();
    await this.#connections.close();
  }

  #accept(socket: ConstructorParameters<typeof WindowConnection>[0]['socket']): void {
    const connection = new WindowConnection({
      socket,
      secret: this.#options.secret,
      version: this.#options.version,
      handlers: this.#requestHandler.handlers,
      onAuthenticated: (window) => {
        this.#windows.add(window);
        this.#lifetime?.windowConnected();
        for (const line of this.#log) window.sendLog(line);
        const { problem } = this.#landingJournal;
        if (problem !== null) window.sendJournalProblem(problem);
      },
      onDisconnected: (window, { reason, editorProcessId }) => {
        this.#windows.delete(window);
        this.#connections.releaseAll(window);
        this.#lifetime?.windowDisconnected(reason, editorProcessId);
      },
      onWarning: (message) => this.log('warn', message),
    });
    this.#sockets.add(connection);
    socket.once('close', () => this.#sockets.delete(connection));
  }
}

const intervalMilliseconds = 1_000;

/** A status that was sent less than an interval ago. */
interface SentStatus {
  readonly state: ConnectionStatus['state'];
  readonly isSimulated: boolean | undefined;
  pending: ConnectionStatus | null;
  readonly timer: NodeJS.Timeout;
}

/**
 * Sends a connection's status at most once a second, but a change of its state, and of what its figures
 * are, at once: before the response that told it.
 */
export class StatusThrottle {
  readonly #send: (status: ConnectionStatus) => void;
  readonly #sent = new Map<string, SentStatus>();

  constructor(send: (status: ConnectionStatus) => void) {
    this.#send = send;
  }

  push(status: ConnectionStatus): void {
    const key = status.connectionId;
    const last = this.#sent.get(key);
    if (last?.state === status.state && last.isSimulated === status.isSimulated) {
      last.pending = status;
      return;
    }
    clearTimeout(last?.timer);
    const timer = setTimeout(() => {
      const pending = this.#sent.get(key)?.pending;
      this.#sent.delete(key);
      if (pending) this.push(pending);
    }, intervalMilliseconds);
    this.#sent.set(key, {
      state: status.state,
      isSimulated: status.isSimulated,
      pending: null,
      timer,
    });
    this.#send(status);
  }

  /** Connections with a status less than a second old. */
  get size(): number {
    return this.#sent.size;
  }

  dispose(): void {
    for (const { timer } of this.#sent.values()) clearTimeout(timer);
    this.#sent.clear();
  }
}
