import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { OperationDefinition, ParametersOf } from '../../api/defineOperation.ts';
import type { FinderParameters } from '../../api/finder.ts';
import { isObject } from '../../api/isObject.ts';
import { stringifyJson } from '../../api/json.ts';
import { callOperation, type MarketService } from '../../api/marketService.ts';
import { type OperationName, type Operations, operations } from '../../api/operations.ts';
import { validateParameters } from '../../api/validation.ts';
import { checkFinderLists } from './checkFinderLists.ts';
import { jsonArrayStream } from './jsonArrayStream.ts';
import { refuseOtherMethods } from './otherMethods.ts';
import {
  disconnectSignal,
  givenParameters,
  jsonType,
  responseSignal,
  responseTimeoutMilliseconds,
  sendFailure,
  sendShared,
  setDataTime,
  startingError,
} from './replies.ts';
import { toLandingErrorResponse } from './rpcResponse.ts';
import type { SharedResponses } from './sharedResponses.ts';

export interface OperationRoutesOptions {
  /** `null` while the service starts. */
  readonly service: () => MarketService | null;
  /** "Now" of its data in Unix milliseconds, for a response header; `null` without data. */
  readonly now?: () => number | null;
  /** The market cache row by row, if supported; as a single value it may be very large. */
  readonly marketCacheRows?: (
    parameters: ParametersOf<Operations['marketCache']>,
    signal: AbortSignal,
  ) => AsyncIterable<unknown>;
  readonly responses: SharedResponses;
  /** Throws a MarketError if the key's rate limit is reached. */
  readonly acquire: (request: FastifyRequest, operation: OperationName) => void;
}

/** Landing path with a simulation first, under a name that the bot chooses. */
const noFailurePath = `${operations.landTransaction.path}/no-failure/:name`;
const servedPaths: readonly (readonly [OperationName, string])[] = [
  ...Object.entries(operations).map(([name, { path }]) => [name as OperationName, path] as const),
  ['landTransaction', noFailurePath],
];

export function addOperationRoutes(app: FastifyInstance, options: OperationRoutesOptions): void {
  const { responses, acquire } = options;
  for (const [name, path] of servedPaths) {
    const {
      method,
      isAggregate,
      isUnshared = false,
      isImmediate = false,
    }: OperationDefinition<TSchema, TSchema> = operations[name];
    refuseOtherMethods(app, path, method === 'GET' ? ['GET', 'HEAD'] : [method]);
    app.route({
      method,
      url: path,
      config: {
        operation: name,
        takesShare: !isImmediate,
        ...(name === 'landTransaction' && { scope: 'land' }),
      },
      handler: async (request, reply) => {
        const service = options.service();
        if (service === null) return sendFailure(reply, startingError());
        acquire(request, name);
        const signal = disconnectSignal(reply);
        if (!isUnshared) {
          const parameters = requestParameters(name, request);
          const compute = (shared: AbortSignal) =>
            callOperation(service, name, parameters, { signal: shared });
          return sendShared(
            reply,
            await responses.respond(
              { name, isAggregate },
              parameters,
              responseSignal(signal),
              compute,
            ),
          );
        }
        setDataTime(reply, options.now?.());
        reply.type(jsonType);
        if (name === 'marketCache' && options.marketCacheRows) {
          const rows = options.marketCacheRows(requestParameters(name, request), signal);
          return reply.send(await jsonArrayStream(rows, responseTimeoutMilliseconds));
        }
        try {
          const result = await callOperation(service, name, requestParameters(name, request), {
            signal: responseSignal(signal),
          });
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

/** Overrides the given options. */
function withPreflight(body: unknown): unknown {
  const params = isObject(body) ? body['params'] : undefined;
  if (!Array.isArray(params)) return body;
  const [transaction, options = {}, ...more] = params;
  const checked = isObject(options) ? { ...options, skipPreflight: false } : options;
  return { ...(body as object), params: [transaction, checked, ...more] };
}
