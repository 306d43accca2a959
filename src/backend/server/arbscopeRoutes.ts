import type { FastifyInstance } from 'fastify';
import { arbitrageStream } from '../../api/arbscope/arbitrages.ts';
import { arbscopeOperationEntries } from '../../api/arbscope/arbscopeOperations.ts';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { eventStreamType, heartbeatMilliseconds } from '../../api/arbscope/eventStream.ts';
import { stringifyJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { callOperation } from '../../api/marketService.ts';
import { checkParameters } from '../../api/validation.ts';
import { openArbitrageStream } from '../engines/openArbitrageStream.ts';
import { arbitrageEventStream } from './eventStream.ts';
import type { KeyShares } from './keyShares.ts';
import { refuseOtherMethods } from './otherMethods.ts';
import {
  disconnectSignal,
  givenParameters,
  jsonType,
  responseSignal,
  sendFailure,
  sendShared,
  setDataTime,
  startingError,
} from './replies.ts';
import type { SharedResponses } from './sharedResponses.ts';

/** Each checks for new data at most once a second; streams with the same filter share the read. */
export const maxStreams = 256;
const streamRetrySeconds = 5;
const streamStallMilliseconds = 60_000;

export interface ArbscopeRoutesOptions {
  /** `null` while the service starts. */
  readonly arbscope: () => ArbscopeService | null;
  readonly now?: () => number | null;
  readonly responses: SharedResponses;
  readonly shares: KeyShares;
  readonly heartbeatMilliseconds?: number;
  readonly onUnexpected: (error: unknown) => void;
}

/** No tier limits their rate. */
export function addArbscopeRoutes(app: FastifyInstance, options: ArbscopeRoutesOptions): void {
  for (const [name, definition] of arbscopeOperationEntries) {
    const { method, path, parameters, maxBodyBytes, isAggregate } = definition;
    const { isUnshared = false, isImmediate = false } = definition;
    refuseOtherMethods(app, path, method === 'GET' ? ['GET', 'HEAD'] : [method]);
    app.route({
      method,
      url: path,
      ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
      config: { operation: name, takesShare: !isImmediate },
      handler: async (request, reply) => {
        const service = options.arbscope();
        if (service === null) return sendFailure(reply, startingError());
        const given = method === 'GET' ? givenParameters(parameters, request) : request.body;
        const checked = checkParameters(definition, given) as object;
        const compute = (signal: AbortSignal) => callOperation(service, name, checked, { signal });
        const signal = responseSignal(disconnectSignal(reply));
        if (isUnshared) {
          setDataTime(reply, options.now?.());
          reply.type(jsonType);
          return reply.send(stringifyJson(await compute(signal)));
        }
        const shared = { name, isAggregate };
        return sendShared(reply, await options.responses.respond(shared, checked, signal, compute));
      },
    });
  }
  addStreamRoute(app, options);
}

function addStreamRoute(app: FastifyInstance, options: ArbscopeRoutesOptions): void {
  const { path, parameters } = arbitrageStream;
  const closing = new AbortController();
  let streams = 0;
  app.addHook('preClose', async () => closing.abort());
  refuseOtherMethods(app, path, ['GET']);
  const config = { operation: 'arbitrageStream', isStream: true };
  app.get(path, { exposeHeadRoute: false, config }, async (request, reply) => {
    const service = options.arbscope();
    if (service === null) return sendFailure(reply, startingError());
    const given = givenParameters(parameters, request);
    // For a reconnecting client, the last seen event is newer than its initial cursor.
    const { 'last-event-id': lastSeen } = request.headers;
    const checked = checkParameters<typeof arbitrageStream>(
      arbitrageStream,
      lastSeen === undefined || lastSeen === '' ? given : { ...given, cursor: lastSeen },
    );
    if (streams >= maxStreams) return sendFailure(reply, tooManyStreamsError());
    const { apiKey } = request;
    const giveBack = apiKey === null ? null : options.shares.open(apiKey, 'streams');
    streams += 1;
    reply.raw.once('close', () => {
      streams -= 1;
      giveBack?.();
    });
    const ends = [disconnectSignal(reply), closing.signal, request.apiKey?.revoked];
    const signal = AbortSignal.any(ends.filter((end) => end !== undefined));
    const stream = await arbitrageEventStream(openArbitrageStream(service, checked, signal), {
      heartbeatMilliseconds: options.heartbeatMilliseconds ?? heartbeatMilliseconds,
      stallMilliseconds: streamStallMilliseconds,
      onFailure: options.onUnexpected,
    });
    setDataTime(reply, options.now?.());
    reply.type(`${eventStreamType}; charset=utf-8`);
    return reply.send(stream);
  });
}

const tooManyStreamsError = () =>
  new MarketError('rate-limited', `More than ${maxStreams} streams are open on this server`, {
    retryAfterSeconds: streamRetrySeconds,
  });
