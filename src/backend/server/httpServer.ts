import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { marketHeader, marketHeaderValue } from '../../api/dataTime.ts';
import { isObject } from '../../api/isObject.ts';
import { parseJson, stringifyJson } from '../../api/json.ts';
import type { ServiceTier } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { type OperationName, operations } from '../../api/operations.ts';
import type { RecentlyOmitted } from '../../engine/chain/blockSource.ts';
import { LandingError } from '../../engine/rpc/landingError.ts';
import { rpcErrorCodes } from '../../engine/rpc/rpcError.ts';
import { loopbackProofPath } from '../../http/loopbackProof.ts';
import type { ApiKey, ApiKeys, KeyScope } from './apiKeys.ts';
import { type ArbscopeRoutesOptions, addArbscopeRoutes } from './arbscopeRoutes.ts';
import { addHealthRoutes, type MetricsText, startingMessage } from './healthRoutes.ts';
import { errorBody, toErrorResponse } from './httpErrorResponse.ts';
import { KeyShares } from './keyShares.ts';
import { openApiDocument } from './openApi.ts';
import { OpenRequests } from './openRequests.ts';
import { addOperationRoutes, type OperationRoutesOptions } from './operationRoutes.ts';
import { refuseOtherMethods, unknownPathMessage } from './otherMethods.ts';
import { ProofResponder } from './proofResponder.ts';
import { KeyRateLimits } from './rateLimiter.ts';
import { jsonType, sendFailure, sendRejection, takeShare } from './replies.ts';
import { isRejection, lackingScope, RequestGuard } from './requestGuard.ts';
import { type RequestRecord, recordRequests } from './requestRecord.ts';
import { handleRpcBody, type RpcHandler, rpcParseError } from './rpcResponse.ts';
import type { RpcWebSocketServer } from './rpcWebSocketServer.ts';
import { type DataVersion, SharedResponses } from './sharedResponses.ts';
import { UnauthenticatedConnections } from './unauthenticatedConnections.ts';

/** Enough for every list of the finder at its maximum length. */
const bodyLimitBytes = 256 * 1024;
const headerLimitBytes = 64 * 1024;
const headersTimeoutMilliseconds = 5_000;
const requestTimeoutMilliseconds = 30_000;
/** Bots send requests every few seconds; other clients can reconnect. */
const keepAliveMilliseconds = 15_000;
const timeoutCheckMilliseconds = 1_000;
/** Common clients wait for each response. A client that sends on and on delays all others. */
export const maxRequestsInConnection = 16;
/** Several for each of hundreds of bots; more would only use memory. */
const defaultMaxConnections = 4_096;
/** Limit for connections without a valid key yet; more than hundreds of bots open at once. */
const defaultMaxUnauthenticated = 1_024;

export interface HttpServerOptions
  extends Omit<ArbscopeRoutesOptions, 'responses' | 'shares'>,
    Omit<OperationRoutesOptions, 'responses' | 'acquire'> {
  readonly keys: ApiKeys;
  readonly version: string;
  /** Host names by which clients on other machines reach the server. */
  readonly hostNames?: readonly string[];
  /** Tier for keys without one; these are unlimited if it is absent. */
  readonly tier?: ServiceTier;
  /** Handles `POST /rpc`, the Sandbox's own node. */
  readonly rpc?: RpcHandler;
  /** `null` before the source is open. */
  readonly isSimulated?: () => boolean | null;
  /** Accepts the WebSocket connections of that node; closed with the server. */
  readonly rpcWebSockets?: RpcWebSocketServer;
  readonly dataVersion?: () => DataVersion | null;
  readonly onShared?: (operation: string) => void;
  readonly onRequestEnd?: (record: RequestRecord) => void;
  /** Why requests fail at the moment; `null` if ready. Default: whether the engine is starting. */
  readonly notReady?: () => string | null;
  readonly recentlyOmitted?: () => RecentlyOmitted | null;
  readonly metrics?: () => Promise<MetricsText>;
  readonly maxConnections?: number;
  readonly maxUnauthenticatedConnections?: number;
  readonly openRequests?: OpenRequests;
  /** Shared with `rpcWebSockets`. */
  readonly shares?: KeyShares;
  /** How long requests in progress may continue when the server closes. */
  readonly drainMilliseconds?: number;
  readonly onUnexpected: (error: unknown) => void;
}

/** Serves the operations over HTTP. Failures are `{statusCode, error, message}`. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { rpc, rpcWebSockets } = options;
  const guard = new RequestGuard(options.keys, options.hostNames);
  const unauthenticated = new UnauthenticatedConnections(
    options.maxUnauthenticatedConnections ?? defaultMaxUnauthenticated,
  );
  const rateLimits = new KeyRateLimits(options.tier);
  const openRequests = options.openRequests ?? new OpenRequests();
  const shares = options.shares ?? new KeyShares(options.keys, options.tier);
  const responses = new SharedResponses({
    dataVersion: () => options.dataVersion?.() ?? null,
    now: () => options.now?.() ?? null,
    onShared: (operation) => options.onShared?.(operation),
  });
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMilliseconds,
    keepAliveTimeout: keepAliveMilliseconds,
    forceCloseConnections: true,
    http: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: headersTimeoutMilliseconds,
      connectionsCheckingInterval: timeoutCheckMilliseconds,
      // Offers to upgrade to HTTP/2 are ignored, and the request is served over HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) =>
        rpcWebSockets !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      // The operation's schema parses the query instead.
      querystringParser: () => ({}),
    },
    // Hooks do not run for an unreadable path, so check the guard here too.
    frameworkErrors: (error, request, reply) => {
      const key = guard.checkOrigin(request.raw) ?? guard.identify(request.raw);
      reply.headers(responseHeaders);
      if (isRejection(key)) sendRejection(reply, key);
      else sendFailure(reply, error);
    },
  });
  app.server.maxConnections = options.maxConnections ?? defaultMaxConnections;
  app.server.on('connection', (socket) => unauthenticated.add(socket));
  // A GET may have its parameters in the body.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // Accept JSON only: web pages can post text/plain anywhere without a preflight request.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJsonBody);

  app.decorateRequest('apiKey', null);
  limitPipelining(app);
  recordRequests(app, openRequests, (record) => options.onRequestEnd?.(record));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders);
    const { open: isOpen = false, anyHost = false } = request.routeOptions.config;
    const { keyInQuery: inQuery, keyAsBearer: asBearer } = request.routeOptions.config;
    const refusal = guard.checkOrigin(request.raw, { anyHost });
    if (refusal !== null) return sendRejection(reply, refusal);
    if (isOpen) return undefined;
    const key = guard.identify(request.raw, { inQuery, asBearer });
    if (isRejection(key)) return sendRejection(reply, key);
    const { scope = 'read' } = request.routeOptions.config;
    const lacking = guard.checkScope(key, scope);
    if (lacking !== null) return sendRejection(reply, lacking);
    request.apiKey = key;
    const isSimulated = options.isSimulated?.() ?? null;
    if (isSimulated !== null) reply.header(marketHeader, marketHeaderValue(isSimulated));
    unauthenticated.authenticate(request.raw.socket);
    return undefined;
  });
  // Before the body is read: parsing and checking a large one takes long, too.
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.takesShare === true) await takeShare(shares, request, reply);
  });
  const acquire = ({ apiKey }: FastifyRequest, name: OperationName): void => {
    const waitSeconds = apiKey === null ? null : rateLimits.tryAcquire(apiKey, name);
    if (waitSeconds !== null) throw rateLimitedError(name, waitSeconds);
  };
  app.addHook('onSend', async (_request, reply) => {
    if (openRequests.isDraining) reply.header('connection', 'close');
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!MarketError.is(error)) options.onUnexpected(describeFailure(error));
    // Closing the connection while the body is still arriving would lose the response; the rest of
    // the body is read and dropped, within the request timeout.
    reply.removeHeader('connection');
    return sendFailure(reply, error);
  });
  app.setNotFoundHandler(({ url }, reply) =>
    reply.code(404).send(errorBody(404, unknownPathMessage(url))),
  );

  addHealthRoutes(app, {
    notReady: options.notReady ?? (() => (options.service() === null ? startingMessage : null)),
    recentlyOmitted: options.recentlyOmitted ?? (() => null),
    metrics: options.metrics,
  });
  // Written once, as a request needs no key.
  const document = stringifyJson(openApiDocument(options.version));
  app.get('/openapi.json', { config: { open: true, operation: 'openApi' } }, (_request, reply) =>
    reply.type(jsonType).send(document),
  );
  refuseOtherMethods(app, '/openapi.json', ['GET', 'HEAD']);
  const prover = new ProofResponder(options.keys);
  app.addHook('onClose', async () => prover.close());
  app.get(
    loopbackProofPath,
    { config: { open: true, operation: 'proof' }, bodyLimit: 1, exposeHeadRoute: false },
    (request) => prover.respond(request.raw),
  );
  if (rpcWebSockets !== undefined) {
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      rpcWebSockets.upgrade(request, socket, head, () => unauthenticated.authenticate(socket)),
    );
    app.addHook('preClose', () => rpcWebSockets.close());
  }
  if (rpc !== undefined) {
    app.post('/rpc', { config: { keyInQuery: true, operation: 'rpc' } }, async (request, reply) => {
      const beforeLanding = (): void => acquire(request, 'landTransaction');
      const { body } = request;
      const isLanding = isObject(body) && body['method'] === 'sendTransaction';
      if (!isLanding) await takeShare(shares, request, reply);
      const response =
        body === malformedJson
          ? stringifyJson(rpcParseError)
          : await handleRpcBody(withinScopes(rpc, request.apiKey), body, beforeLanding);
      if (response === null) return reply.code(204).send();
      reply.type(jsonType);
      return reply.send(response);
    });
    refuseOtherMethods(app, '/rpc', ['POST']);
  }
  addArbscopeRoutes(app, { ...options, responses, shares });
  addOperationRoutes(app, { ...options, responses, acquire });
  // Registered last, so that it runs just before connections are cut off.
  app.addHook('preClose', async () => {
    app.server.close();
    await openRequests.drain(options.drainMilliseconds ?? 0, () =>
      app.server.closeIdleConnections(),
    );
  });
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No key required. */
    open?: boolean;
    keyInQuery?: boolean;
    keyAsBearer?: boolean;
    anyHost?: boolean;
    /** Default: `read`. */
    scope?: KeyScope;
    operation?: string;
    /** Waits for its turn among the requests of its key. */
    takesShare?: boolean;
    isStream?: boolean;
  }
  interface FastifyRequest {
    /** `null` if no key is required. */
    apiKey: ApiKey | null;
  }
}

/** Before all other work: one packet may contain a thousand requests. */
function limitPipelining(app: FastifyInstance): void {
  const running = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (running.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > maxRequestsInConnection) {
      reply.hijack();
      socket.destroy();
      return;
    }
    running.set(socket, count);
    reply.raw.once('close', () => running.set(socket, (running.get(socket) ?? 1) - 1));
  });
}

function withinScopes(rpc: RpcHandler, key: ApiKey | null): RpcHandler {
  return (method, params) => {
    if (method === 'sendTransaction' && key?.scopes.includes('land') !== true) {
      throw new LandingError(rpcErrorCodes.invalidRequest, lackingScope('land'));
    }
    return rpc(method, params);
  };
}

/** A malformed JSON-RPC body, which gets error -32700. */
const malformedJson = Symbol('malformed JSON');

async function readJsonBody(request: FastifyRequest, body: string | Buffer): Promise<unknown> {
  const text = body.toString();
  const isRpc = request.routeOptions.url === '/rpc';
  // Clients also send a content type without a body.
  if (text === '') return isRpc ? malformedJson : undefined;
  try {
    return parseJson(text);
  } catch {
    if (isRpc) return malformedJson;
    throw new MarketError('bad-parameter', 'The body is not valid JSON');
  }
}

const responseHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** One line for a caller's error; the whole error for a failure of the server. */
function describeFailure(error: unknown): unknown {
  const { statusCode, message } = toErrorResponse(error).body;
  return statusCode < 500 ? `HTTP ${statusCode}: ${message}` : error;
}

const rateLimitedError = (name: OperationName, waitSeconds: number) =>
  new MarketError(
    'rate-limited',
    `${operations[name].summary}: rate limit of this server's tier exceeded; ` +
      `ask again in ${Math.ceil(waitSeconds)} s`,
    { retryAfterSeconds: waitSeconds },
  );
