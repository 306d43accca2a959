import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { OperationDefinition, ParametersOf } from '../../api/defineOperation.ts';
import type { FinderParameters } from '../../api/finder.ts';
import { isObject } from '../../api/isObject.ts';
import { parseJson, stringifyJson } from '../../api/json.ts';
import type { ServiceTier } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import type { MarketService } from '../../api/marketService.ts';
import { type OperationName, type Operations, operations } from '../../api/operations.ts';
import { validateParameters } from '../../api/validation.ts';
import { loopbackProofPath } from '../../http/loopbackProof.ts';
import { type ArbscopeRoutesOptions, addArbscopeRoutes } from './arbscopeRoutes.ts';
import { checkFinderLists } from './checkFinderLists.ts';
import { errorBody, toErrorResponse } from './httpErrorResponse.ts';
import { jsonArrayStream } from './jsonArrayStream.ts';
import { openApiDocument } from './openApi.ts';
import { refuseOtherMethods, unknownPathMessage } from './otherMethods.ts';
import { ProofResponder } from './proofResponder.ts';
import {
  disconnectSignal,
  givenParameters,
  jsonType,
  responseSignal,
  responseTimeoutMilliseconds,
  sendFailure,
  sendRejection,
  setDataTime,
  startingError,
} from './replies.ts';
import { RequestGuard } from './requestGuard.ts';
import {
  handleRpcBody,
  type RpcHandler,
  rpcParseError,
  toLandingErrorResponse,
} from './rpcResponse.ts';
import type { RpcWebSocketServer } from './rpcWebSocketServer.ts';
import { RateLimiter, tierRates } from './tiers.ts';
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
/** More would only hold memory: the engine answers from one process. */
const maxConnections = 512;
/** Of those, the ones that have shown no valid key. */
const maxUnauthenticatedConnections = 128;

export interface HttpServerOptions extends ArbscopeRoutesOptions {
  readonly apiKey: string;
  readonly version: string;
  /** Holds each operation to the tier's rate; unlimited without one. */
  readonly tier?: ServiceTier;
  /** The service, or `null` while it starts. */
  readonly service: () => MarketService | null;
  /** "Now" of its data in Unix milliseconds, for a header of each response; `null` without data. */
  readonly now?: () => number | null;
  /** The market cache row by row, where the service can; its whole answer may be very large. */
  readonly marketCacheRows?: (
    parameters: ParametersOf<Operations['marketCache']>,
    signal: AbortSignal,
  ) => AsyncIterable<unknown>;
  /** Answers `POST /rpc`, the Sandbox's own node. */
  readonly rpc?: RpcHandler;
  /** Takes the WebSocket connections of that node; closed with the server. */
  readonly rpcWebSockets?: RpcWebSocketServer;
  /** A failure that is no answer of the service, for the log. */
  readonly onUnexpected: (error: unknown) => void;
}

/** The operations over HTTP, by their definitions. Failures are `{statusCode, error, message}`. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { rpc, rpcWebSockets } = options;
  const guard = new RequestGuard(options.apiKey);
  const prover = new ProofResponder(options.apiKey);
  const unauthenticated = new UnauthenticatedConnections(maxUnauthenticatedConnections);
  // One key, so one count for each operation.
  const limiter = new RateLimiter(options.tier === undefined ? new Map() : tierRates(options.tier));
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
      const refusal = guard.checkOrigin(request.raw) ?? guard.checkApiKey(request.raw);
      reply.headers(responseHeaders);
      if (refusal === null) sendFailure(reply, error);
      else sendRejection(reply, refusal);
    },
  });
  app.server.maxConnections = maxConnections;
  app.server.on('connection', (socket) => unauthenticated.add(socket));
  // A GET may carry its parameters as a body.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // No other type is read: a page can post text/plain anywhere without being asked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJsonBody);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders);
    const { open: isOpen = false, keyInQuery: inQuery = false } = request.routeOptions.config;
    const refusal =
      guard.checkOrigin(request.raw) ??
      (isOpen ? null : guard.checkApiKey(request.raw, { inQuery }));
    if (refusal !== null) return sendRejection(reply, refusal);
    if (!isOpen) unauthenticated.authenticate(request.raw.socket);
    return undefined;
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

  const document = openApiDocument(options.version);
  app.get('/openapi.json', { config: { open: true } }, () => document);
  refuseOtherMethods(app, '/openapi.json', ['GET', 'HEAD']);
  app.get(
    loopbackProofPath,
    { config: { open: true }, bodyLimit: 1, exposeHeadRoute: false },
    (request) => prover.respond(request.raw),
  );
  if (rpcWebSockets !== undefined) {
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      rpcWebSockets.upgrade(request, socket, head, () => unauthenticated.authenticate(socket)),
    );
    app.addHook('preClose', () => rpcWebSockets.close());
  }
  if (rpc !== undefined) {
    const beforeLanding = (): void => {
      const waitSeconds = limiter.tryAcquire('landTransaction');
      if (waitSeconds !== null) throw rateLimitedError('landTransaction', waitSeconds);
    };
    app.post('/rpc', { config: { keyInQuery: true } }, async (request, reply) => {
      const { body } = request;
      const response =
        body === malformedJson ? rpcParseError : await handleRpcBody(rpc, body, beforeLanding);
      if (response === null) return reply.code(204).send();
      reply.type(jsonType);
      return reply.send(stringifyJson(response));
    });
    refuseOtherMethods(app, '/rpc', ['POST']);
  }
  addArbscopeRoutes(app, options);
  for (const [name, path] of servedPaths) {
    const { method } = operations[name];
    refuseOtherMethods(app, path, method === 'GET' ? ['GET', 'HEAD'] : [method]);
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const service = options.service();
        if (service === null) return sendFailure(reply, startingError());
        const waitSeconds = limiter.tryAcquire(name);
        if (waitSeconds !== null) return sendFailure(reply, rateLimitedError(name, waitSeconds));
        const signal = disconnectSignal(reply);
        setDataTime(reply, options.now?.());
        reply.type(jsonType);
        if (name === 'marketCache' && options.marketCacheRows) {
          const rows = options.marketCacheRows(requestParameters(name, request), signal);
          return reply.send(await jsonArrayStream(rows, responseTimeoutMilliseconds));
        }
        try {
          const result = await callOperation(
            service,
            name,
            requestParameters(name, request),
            signal,
          );
          return reply.send(stringifyJson(result));
        } catch (error) {
          const refused =
            name === 'landTransaction' ? toLandingErrorResponse(error, request.body) : null;
          if (refused === null) throw error;
          return reply.send(stringifyJson(refused));
        }
      },
    });
  }
  return app;
}

/** Where bots land what must not fail, under a name of their own. */
const noFailurePath = `${operations.landTransaction.path}/no-failure/:name`;
const servedPaths: readonly (readonly [OperationName, string])[] = [
  ...Object.entries(operations).map(([name, { path }]) => [name as OperationName, path] as const),
  ['landTransaction', noFailurePath],
];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a key. */
    open?: boolean;
    /** Takes the key from the query as well. */
    keyInQuery?: boolean;
  }
}

function requestParameters<Name extends OperationName>(
  name: Name,
  request: FastifyRequest,
): ParametersOf<Operations[Name]> {
  const { method, parameters: schema }: OperationDefinition<TSchema, TSchema> = operations[name];
  const given =
    method === 'GET'
      ? givenParameters(schema, request)
      : request.routeOptions.url === noFailurePath
        ? withPreflight(request.body)
        : request.body;
  const checked = validateParameters(name, given);
  if (name === 'finder') checkFinderLists(checked as FinderParameters);
  return checked;
}

/** A landing that is simulated first, whatever its options say. */
function withPreflight(body: unknown): unknown {
  const params = isObject(body) ? body['params'] : undefined;
  if (!Array.isArray(params)) return body;
  const [transaction, options = {}, ...more] = params;
  const checked = isObject(options) ? { ...options, skipPreflight: false } : options;
  return { ...(body as object), params: [transaction, checked, ...more] };
}

function callOperation(
  service: MarketService,
  name: OperationName,
  parameters: unknown,
  gone: AbortSignal,
): unknown {
  // The table's parameter types and the checked value are tied by `name` alone.
  const call = service[name] as (value: unknown, options: { signal: AbortSignal }) => unknown;
  return call(parameters, { signal: responseSignal(gone) });
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
