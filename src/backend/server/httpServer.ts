import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { parseJson, stringifyJson } from '../../api/json.ts';
import type { ServiceTier } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { type OperationName, operations } from '../../api/operations.ts';
import { loopbackProofPath } from '../../http/loopbackProof.ts';
import type { ApiKey, ApiKeys } from './apiKeys.ts';
import { type ArbscopeRoutesOptions, addArbscopeRoutes } from './arbscopeRoutes.ts';
import { addHealthRoutes, type MetricsText, startingMessage } from './healthRoutes.ts';
import { errorBody, toErrorResponse } from './httpErrorResponse.ts';
import { openApiDocument } from './openApi.ts';
import { OpenRequests } from './openRequests.ts';
import { addOperationRoutes, type OperationRoutesOptions } from './operationRoutes.ts';
import { refuseOtherMethods, unknownPathMessage } from './otherMethods.ts';
import { ProofResponder } from './proofResponder.ts';
import { KeyRateLimits } from './rateLimiter.ts';
import { jsonType, sendFailure, sendRejection } from './replies.ts';
import { isRejection, RequestGuard } from './requestGuard.ts';
import { type RequestRecord, recordRequests } from './requestRecord.ts';
import { handleRpcBody, type RpcHandler, rpcParseError } from './rpcResponse.ts';
import type { RpcWebSocketServer } from './rpcWebSocketServer.ts';
import { type DataVersion, SharedResponses } from './sharedResponses.ts';
import { UnauthenticatedConnections } from './unauthenticatedConnections.ts';

/** Room for every list of the finder at its greatest length. */
const bodyLimitBytes = 256 * 1024;
const headerLimitBytes = 64 * 1024;
const headersTimeoutMilliseconds = 5_000;
const requestTimeoutMilliseconds = 30_000;
/** A bot asks every few seconds; whoever is silent for longer can connect again. */
const keepAliveMilliseconds = 15_000;
/** How often connections are held against these times. */
const timeoutCheckMilliseconds = 1_000;
/** Some for each of hundreds of bots; more would only hold memory. */
const defaultMaxConnections = 4_096;
/** Of those, the ones that have shown no valid key; more than hundreds of bots open at once. */
const defaultMaxUnauthenticated = 1_024;

export interface HttpServerOptions
  extends Omit<ArbscopeRoutesOptions, 'responses'>,
    Omit<OperationRoutesOptions, 'responses' | 'acquire'> {
  readonly keys: ApiKeys;
  readonly version: string;
  /** Names under which others than programs of this machine reach the server. */
  readonly hostNames?: readonly string[];
  /** Holds each key without a tier of its own to this one's rates; unlimited without one. */
  readonly tier?: ServiceTier;
  /** Answers `POST /rpc`, the Sandbox's own node. */
  readonly rpc?: RpcHandler;
  /** Takes the WebSocket connections of that node; closed with the server. */
  readonly rpcWebSockets?: RpcWebSocketServer;
  /** Names the data that responses are made of; see `SharedResponses`. */
  readonly dataVersion?: () => DataVersion | null;
  /** Hears of a request that was answered by the computation of another. */
  readonly onShared?: (operation: string) => void;
  /** Hears of each request when its response is over. */
  readonly onRequestEnd?: (record: RequestRecord) => void;
  /** Why requests cannot be answered now; `null` when they can. By default the engine's start. */
  readonly notReady?: () => string | null;
  /** The metrics as Prometheus reads them. */
  readonly metrics?: () => Promise<MetricsText>;
  /** Connections at a time, and of those the ones that have shown no valid key. */
  readonly maxConnections?: number;
  readonly maxUnauthenticatedConnections?: number;
  /** Requests under way, for metrics. */
  readonly openRequests?: OpenRequests;
  /** How long requests under way may take when the server closes. */
  readonly drainMilliseconds?: number;
  /** A failure that is no answer of the service, for the log. */
  readonly onUnexpected: (error: unknown) => void;
}

/** The operations over HTTP, by their definitions. Failures are `{statusCode, error, message}`. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { rpc, rpcWebSockets } = options;
  const guard = new RequestGuard(options.keys, options.hostNames);
  const prover = new ProofResponder(options.keys);
  const unauthenticated = new UnauthenticatedConnections(
    options.maxUnauthenticatedConnections ?? defaultMaxUnauthenticated,
  );
  const rateLimits = new KeyRateLimits(options.tier);
  const openRequests = options.openRequests ?? new OpenRequests();
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
      // Clients that offer HTTP/2 by an upgrade are answered in HTTP/1.1, as without the listener.
      shouldUpgradeCallback: ({ headers }) =>
        rpcWebSockets !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      // The query is read by the operation's schema instead.
      querystringParser: () => ({}),
    },
    // A path that cannot be read meets no hook, so the guard stands here as well.
    frameworkErrors: (error, request, reply) => {
      const key = guard.checkOrigin(request.raw) ?? guard.identify(request.raw);
      reply.headers(responseHeaders);
      if (isRejection(key)) sendRejection(reply, key);
      else sendFailure(reply, error);
    },
  });
  app.server.maxConnections = options.maxConnections ?? defaultMaxConnections;
  app.server.on('connection', (socket) => unauthenticated.add(socket));
  // A GET may carry its parameters as a body.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // No other type is read: a page can post text/plain anywhere without being asked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJsonBody);

  app.decorateRequest('apiKey', null);
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
    request.apiKey = key;
    unauthenticated.authenticate(request.raw.socket);
    return undefined;
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
    // Hanging up on a body that still comes would lose the answer on its way; what is left of it is
    // read and dropped, for as long as a request may take.
    reply.removeHeader('connection');
    return sendFailure(reply, error);
  });
  app.setNotFoundHandler(({ url }, reply) =>
    reply.code(404).send(errorBody(404, unknownPathMessage(url))),
  );

  addHealthRoutes(app, {
    notReady: options.notReady ?? (() => (options.service() === null ? startingMessage : null)),
    metrics: options.metrics,
  });
  const document = openApiDocument(options.version);
  app.get('/openapi.json', { config: { open: true, operation: 'openApi' } }, () => document);
  refuseOtherMethods(app, '/openapi.json', ['GET', 'HEAD']);
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
      const response =
        body === malformedJson ? rpcParseError : await handleRpcBody(rpc, body, beforeLanding);
      if (response === null) return reply.code(204).send();
      reply.type(jsonType);
      return reply.send(stringifyJson(response));
    });
    refuseOtherMethods(app, '/rpc', ['POST']);
  }
  addArbscopeRoutes(app, { ...options, responses });
  addOperationRoutes(app, { ...options, responses, acquire });
  // The last before connections are cut off.
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
    /** Answers without a key. */
    open?: boolean;
    /** Takes the key from the query as well. */
    keyInQuery?: boolean;
    /** Takes the key as a bearer token as well. */
    keyAsBearer?: boolean;
    /** Answers under any host name. */
    anyHost?: boolean;
    /** For logs and metrics. */
    operation?: string;
    isStream?: boolean;
  }
  interface FastifyRequest {
    /** The key that came; `null` where none is needed. */
    apiKey: ApiKey | null;
  }
}

/** Marks the body of a JSON-RPC request as malformed, which is answered with -32700. */
const malformedJson = Symbol('malformed JSON');

async function readJsonBody(request: FastifyRequest, body: string | Buffer): Promise<unknown> {
  const text = body.toString();
  const isRpc = request.routeOptions.url === '/rpc';
  // Every request names its content type, also those without a body.
  if (text === '') return isRpc ? malformedJson : undefined;
  try {
    return parseJson(text);
  } catch {
    if (isRpc) return malformedJson;
    throw new MarketError('bad-parameter', 'The body is not valid JSON');
  }
}

const responseHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** What the caller did wrong is one line; what this server did, all that is known. */
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
