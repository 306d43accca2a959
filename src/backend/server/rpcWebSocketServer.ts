import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { ApiKey, ApiKeys } from './apiKeys.ts';
import { errorBody, toErrorResponse } from './httpErrorResponse.ts';
import type { KeyShares } from './keyShares.ts';
import { isRejection, RequestGuard } from './requestGuard.ts';
import { type RpcSubscriptionOpener, RpcWebSocketClient } from './rpcWebSocketClient.ts';
import { UnauthenticatedConnections } from './unauthenticatedConnections.ts';

/** Requests are short: a method and few parameters. */
const maxMessageBytes = 64 * 1024;
const maxUnauthenticatedConnections = 32;
const handshakeLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;
const goingAway = 1001;
const policyViolation = 1008;
const closeMilliseconds = 1_000;

export interface RpcWebSocketServerOptions {
  readonly keys: ApiKeys;
  /** Shared with the HTTP server. */
  readonly shares: KeyShares;
  /** See `RequestGuard`. */
  readonly hostNames?: readonly string[];
  readonly open: RpcSubscriptionOpener;
  readonly onUnexpected: (error: unknown) => void;
  /** Over both ports. */
  readonly maxClients?: number;
  /** Maximum of subscriptions per client. */
  readonly maxSubscriptions?: number;
  readonly maxBufferedBytes?: number;
  /** A client that has not answered a ping when the next is due is cut off. */
  readonly pingMilliseconds?: number;
}

/**
 * Subscriptions of the Sandbox's node over WebSocket. Takes over connections from another server,
 * and also listens on a second port for clients that expect it next to the HTTP port.
 */
export class RpcWebSocketServer {
  readonly #options: RpcWebSocketServerOptions;
  readonly #guard: RequestGuard;
  readonly #maxClients: number;
  readonly #clients = new Set<RpcWebSocketClient>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  readonly #pings: NodeJS.Timeout;
  #server: Server | null = null;
  #lastId = 0;

  constructor(options: RpcWebSocketServerOptions) {
    this.#options = options;
    this.#guard = new RequestGuard(options.keys, options.hostNames);
    this.#maxClients = options.maxClients ?? 64;
    this.#pings = setInterval(() => {
      for (const client of this.#clients) client.ping();
    }, options.pingMilliseconds ?? 30_000).unref();
  }

  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    onAuthenticated: () => void,
  ): void {
    socket.on('error', () => undefined);
    const key = this.#checkRequest(request, onAuthenticated);
    if ('statusCode' in key) {
      refuse(socket, key);
      return;
    }
    let giveBack: () => void;
    try {
      giveBack = this.#options.shares.open(key, 'webSockets');
    } catch (error) {
      refuse(socket, toErrorResponse(error).body);
      return;
    }
    socket.once('close', giveBack);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { open, onUnexpected, maxSubscriptions = 256 } = this.#options;
      const client = new RpcWebSocketClient(webSocket, {
        open,
        onUnexpected,
        maxSubscriptions,
        maxBufferedBytes: this.#options.maxBufferedBytes ?? 8 * 1024 * 1024,
        nextId: () => {
          this.#lastId += 1;
          return this.#lastId;
        },
      });
      this.#clients.add(client);
      const end = (): void => webSocket.close(policyViolation, 'The API key was revoked');
      key.revoked.addEventListener('abort', end);
      if (key.revoked.aborted) end();
      webSocket.on('close', () => {
        this.#clients.delete(client);
        key.revoked.removeEventListener('abort', end);
      });
    });
  }

  #checkRequest(request: IncomingMessage, onAuthenticated: () => void): ApiKey | Refusal {
    const key =
      this.#guard.checkOrigin(request) ?? this.#guard.identify(request, { inQuery: true });
    if (isRejection(key)) return key;
    const lacking = this.#guard.checkScope(key, 'read');
    if (lacking !== null) return lacking;
    onAuthenticated();
    const path = request.url?.split('?', 1)[0];
    if (path !== '/rpc' && path !== '/') {
      return { statusCode: 404, message: 'WebSocket connections are at /rpc' };
    }
    if (this.#clients.size < this.#maxClients) return key;
    return { statusCode: 503, message: `At most ${this.#maxClients} WebSocket connections` };
  }

  /** Listens for WebSocket connections only. Rejects if the port is unavailable. */
  async listen(host: string, port: number): Promise<void> {
    const unauthenticated = new UnauthenticatedConnections(maxUnauthenticatedConnections);
    const server = createServer(handshakeLimits, (_request, response) => {
      const text = JSON.stringify(errorBody(426, 'Only WebSocket connections are taken here'));
      const headers = { 'content-type': 'application/json', upgrade: 'websocket' };
      response.writeHead(426, { ...headers, connection: 'close' }).end(text);
    });
    server.maxConnections = this.#maxClients + maxUnauthenticatedConnections;
    server.on('connection', (socket) => unauthenticated.add(socket));
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.upgrade(request, socket, head, () => unauthenticated.authenticate(socket)),
    );
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
    this.#server = server;
  }

  async close(): Promise<void> {
    clearInterval(this.#pings);
    this.#server?.close();
    this.#server?.closeAllConnections();
    const clients = [...this.#sockets.clients];
    const closed = clients.map((client) => new Promise((resolve) => client.once('close', resolve)));
    for (const client of clients) client.close(goingAway, 'The server stops');
    const timeout = delay(closeMilliseconds, undefined, { ref: false });
    await Promise.race([Promise.all(closed), timeout]);
    for (const client of clients) client.terminate();
  }
}

interface Refusal {
  readonly statusCode: number;
  readonly message: string;
}

function refuse(socket: Duplex, { statusCode, message }: Refusal): void {
  const body = errorBody(statusCode, message);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${statusCode} ${body.error}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
