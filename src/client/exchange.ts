import type { Readable } from 'node:stream';
import { t } from '@vscode/l10n';
import { MarketError } from '../interface/marketError.ts';
import { parseUrl } from '../interface/serviceUrl.ts';
import { acceptedEncodings, unpackedBody } from './answerBody.ts';
import { errorOfAnswer } from './answerErrors.ts';
import { isPassingStatus, isReset, PassingFailure } from './retry.ts';
import type { Transport } from './transport.ts';
import { errorOfTransport, perhapsTaken } from './transportErrors.ts';

/** One request as it is sent. */
export interface Asked {
  /** The operation in words. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string | null;
}

/** A success whose body has not been read. Whoever gets one reads it or destroys it. */
export interface OpenAnswer {
  readonly body: Readable;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  /** Bytes on the line, where the service says. */
  readonly contentLength: number | null;
}

const redirectsMaximum = 3;
/** An error's body is only read for its words, and a redirect's not at all. */
const failureBytes = 64 * 1024;

/** Sends requests with the key of one service, to no origin but the one that was asked. */
export class Exchange {
  readonly #transport: Transport;
  readonly #apiKey: string;

  constructor(transport: Transport, apiKey: string) {
    this.#transport = transport;
    this.#apiKey = apiKey;
  }

  /**
   * The answer when it is a success. Throws a MarketError, or a PassingFailure with one where a
   * GET may be tried again; the signal's end is an error of its own.
   */
  async open(asked: Asked, signal: AbortSignal): Promise<OpenAnswer> {
    let { url } = asked;
    for (let redirects = 0; ; redirects += 1) {
      const { statusCode, headers, body } = await this.#send({ ...asked, url }, signal);
      if (statusCode === 200) {
        return {
          body,
          contentType: single(headers['content-type']) ?? '',
          contentEncoding: single(headers['content-encoding']),
          contentLength: lengthOf(single(headers['content-length'])),
        };
      }
      const location = single(headers['location']);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        discard(body);
        url = redirected(asked, url, location, redirects);
        continue;
      }
      const answer = {
        operation: asked.summary,
        statusCode,
        retryAfter: single(headers['retry-after']),
        body: await beginning(body, single(headers['content-encoding'])),
      };
      throw this.#failure(asked, statusCode, errorOfAnswer(answer));
    }
  }

  /** What to throw for an error of an exchange; the signal's own end is left as it is. */
  failed(asked: Asked, error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted || error instanceof PassingFailure) return error;
    const reason = errorOfTransport(asked, error, asked.url.host);
    return asked.method === 'GET' && isReset(error) ? new PassingFailure(reason) : reason;
  }

  async #send({ url, method, body }: Asked, signal: AbortSignal) {
    return await this.#transport.dispatcher(url).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': acceptedEncodings,
        'x-api-key': this.#apiKey,
      },
      body,
      signal,
    });
  }

  #failure({ method }: Asked, statusCode: number, error: MarketError): Error {
    if (method === 'GET') return isPassingStatus(statusCode) ? new PassingFailure(error) : error;
    if (statusCode < 500) return error;
    return new MarketError(error.kind, `${error.message}. ${perhapsTaken}`, {
      ...(error.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}

/** Where a redirect leads, when the key may go there; a landing is never sent a second time. */
function redirected({ summary, method }: Asked, from: URL, location: string, redirects: number) {
  const to = parseUrl(location, from);
  if (to !== null && to.origin !== from.origin) {
    throw new MarketError(
      'service-failing',
      t(
        '{0}: the service redirects to {1}, which the key is not for; set the address of the service to it if that is right',
        summary,
        shortOrigin(to),
      ),
    );
  }
  if (method !== 'GET') {
    throw new MarketError(
      'service-failing',
      t(
        '{0}: the service redirects within itself, and a transaction is never sent twice; check the landing URL. {1}',
        summary,
        perhapsTaken,
      ),
    );
  }
  if (to === null || redirects >= redirectsMaximum) {
    throw new MarketError(
      'service-failing',
      t('{0}: the service redirects without end or to nowhere; check its address', summary),
    );
  }
  return to;
}

/** `null` is the origin of what is neither http nor https. */
const shortOrigin = (url: URL): string =>
  (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);

/** The words of a failure, as far as they come; the status is known without them. */
async function beginning(body: Readable, contentEncoding: string | undefined): Promise<string> {
  const limits = { receivedBytes: failureBytes, unpackedBytes: failureBytes };
  const pieces: Buffer[] = [];
  try {
    for await (const piece of unpackedBody(body, contentEncoding, limits)) pieces.push(piece);
  } catch {
    // Too long, damaged, cut off or too slow: what came tells enough.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A short rest is read, which keeps the connection; a long one ends it. */
function discard(body: Readable & { dump?: (options: { limit: number }) => Promise<void> }): void {
  body.on('error', () => undefined);
  void body.dump?.({ limit: failureBytes }).catch(() => undefined);
}

const lengthOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
