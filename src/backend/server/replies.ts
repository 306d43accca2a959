import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { dataTimeHeader } from '../../api/dataTime.ts';
import { MarketError } from '../../api/marketError.ts';
import { errorBody, toErrorResponse } from './httpErrorResponse.ts';
import type { KeyShares } from './keyShares.ts';
import { readParameters } from './readParameters.ts';
import type { Rejection } from './requestGuard.ts';
import type { SharedResponse } from './sharedResponses.ts';

export const responseTimeoutMilliseconds = 60_000;
export const jsonType = 'application/json; charset=utf-8';
const startingRetrySeconds = 1;

export const sendRejection = (
  reply: FastifyReply,
  { statusCode, message }: Rejection,
): FastifyReply =>
  reply.code(statusCode).header('connection', 'close').send(errorBody(statusCode, message));

export function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  const { body, retryAfterSeconds } = toErrorResponse(error);
  if (retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  }
  return reply.code(body.statusCode).send(body);
}

export function sendShared(reply: FastifyReply, { body, now }: SharedResponse): FastifyReply {
  setDataTime(reply, now);
  return reply.type(jsonType).send(body);
}

export function setDataTime(reply: FastifyReply, now: number | null | undefined): void {
  if (typeof now === 'number') reply.header(dataTimeHeader, new Date(now).toISOString());
}

/** From the query and the body of a GET; coerced to the schema's types, but not validated. */
export function givenParameters(schema: TSchema, { url, body }: FastifyRequest) {
  const queryAt = url.indexOf('?');
  return readParameters(schema, queryAt === -1 ? '' : url.slice(queryAt + 1), body);
}

/** One for each reply: every listener on its response counts against Node.js's limit of ten. */
const disconnects = new WeakMap<FastifyReply, AbortSignal>();

export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const known = disconnects.get(reply);
  if (known !== undefined) return known;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  disconnects.set(reply, gone.signal);
  return gone.signal;
}

/** As much of a body is received before it is read. */
const bufferedBodyBytes = 64 * 1024;
/** The rest of a body arrives after the wait, within the server's limit for the whole request. */
const longestWaitMilliseconds = 20_000;

/** Waits for the request's turn among those of its key; ends with the response. */
export async function takeShare(
  shares: KeyShares,
  { apiKey, raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (apiKey === null) return;
  const gone = disconnectSignal(reply);
  const end = await shares.start(
    apiKey,
    responseSignal(gone),
    isUnread(raw) ? longestWaitMilliseconds : undefined,
  );
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
}

const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > bufferedBodyBytes);

/** Also aborted when the response takes too long. */
export const responseSignal = (gone: AbortSignal): AbortSignal =>
  AbortSignal.any([gone, AbortSignal.timeout(responseTimeoutMilliseconds)]);

export const startingError = () =>
  new MarketError('service-failing', 'The engine is starting; ask again in a moment', {
    retryAfterSeconds: startingRetrySeconds,
  });
