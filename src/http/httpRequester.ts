import type { Readable } from 'node:stream';
import { t } from '@vscode/l10n';
import { MarketError } from '../api/marketError.ts';
import { parseUrl } from '../api/parseServiceUrl.ts';
import { acceptedEncodings, decompressBody } from './responseBody.ts';
import { isConnectionReset, isTransientStatus, TransientError } from './retry.ts';
import { errorFromResponse } from './statusErrors.ts';
import type { HttpTransport } from './transport.ts';
import { errorFromTransport, possiblySentMessage } from './transportErrors.ts';

/** One request as it is sent. */
export interface HttpRequest {
  /** The operation in words. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string | null;
}

/** A success whose body has not been read. Whoever gets one reads it or destroys it. */
export interface HttpResponse {
  readonly body: Readable;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  /** Bytes on the line, where the service says. */
  readonly contentLength: number | null;
}

const maxRedirects = 3;
/** An error's body is only read for its words, and a redirect's not at all. */
const maxErrorBodyBytes = 64 * 1024;

/** Sends requests with the key of one service, to no origin but the one that was asked. */
export class HttpRequester {
  readonly #transport: HttpTransport;
  readonly #apiKey: string;

  constructor(transport: HttpTransport, apiKey: string) {
    this.#transport = transport;
    this.#apiKey = apiKey;
  }

  /**
   * The answer when it is a success. Throws a MarketError, or a PassingFailure with one where a
   * GET may be tried again; the signal's end is an error of its own.
   */
  async send(asked: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    let { url } = asked;
    for (let redirects = 0; ; redirects += 1) {
      const { statusCode, headers, body } = await this.#dispatch({ ...asked, url }, signal);
      if (statusCode === 200) {
        return {
          body,
          contentType: firstHeaderValue(headers['content-type']) ?? '',
          contentEncoding: firstHeaderValue(headers['content-encoding']),
          contentLength: parseContentLength(firstHeaderValue(headers['content-length'])),
        };
      }
      const location = firstHeaderValue(headers['location']);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        discardBody(body);
        url = followRedirect(asked, url, location, redirects);
        continue;
      }
      const answer = {
        operation: asked.summary,
        statusCode,
        retryAfter: firstHeaderValue(headers['retry-after']),
        body: await readErrorBody(body, firstHeaderValue(headers['content-encoding'])),
      };
      throw this.#statusError(asked, statusCode, errorFromResponse(answer));
    }
  }

  /** What to throw for an error of an exchange; the signal's own end is left as it is. */
  toError(asked: HttpRequest, error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted || error instanceof TransientError) return error;
    const reason = errorFromTransport(asked, error, asked.url.host);
    return asked.method === 'GET' && isConnectionReset(error) ? new TransientError(reason) : reason;
  }

  async #dispatch({ url, method, body }: HttpRequest, signal: AbortSignal) {
    return await this.#transport.dispatcherFor(url).request({
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

  #statusError({ method }: HttpRequest, statusCode: number, error: MarketError): Error {
    if (method === 'GET') return isTransientStatus(statusCode) ? new TransientError(error) : error;
    if (statusCode < 500) return error;
    return new MarketError(error.kind, `${error.message}. ${possiblySentMessage}`, {
      ...(error.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}

/** Where a redirect leads, when the key may go there; a landing is never sent a second time. */
function followRedirect(
  { summary, method }: HttpRequest,
  from: URL,
  location: string,
  redirects: number,
) {
  const to = parseUrl(location, from);
  if (to !== null && to.origin !== from.origin) {
    throw new MarketError(
      'service-failing',
      t(
        '{0}: the service redirects to {1}, which the key is not for; set the address of the service to it if that is right',
        summary,
        formatOrigin(to),
      ),
    );
  }
  if (method !== 'GET') {
    throw new MarketError(
      'service-failing',
      t(
        '{0}: the service redirects within itself, and a transaction is never sent twice; check the landing URL. {1}',
        summary,
        possiblySentMessage,
      ),
    );
  }
  if (to === null || redirects >= maxRedirects) {
    throw new MarketError(
      'service-failing',
      t('{0}: the service redirects without end or to nowhere; check its address', summary),
    );
  }
  return to;
}

/** `null` is the origin of what is neither http nor https. */
const formatOrigin = (url: URL): string =>
  (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);

/** The words of a failure, as far as they come; the status is known without them. */
async function readErrorBody(body: Readable, contentEncoding: string | undefined): Promise<string> {
  const limits = { receivedBytes: maxErrorBodyBytes, decompressedBytes: maxErrorBodyBytes };
  const pieces: Buffer[] = [];
  try {
    for await (const piece of decompressBody(body, contentEncoding, limits)) pieces.push(piece);
  } catch {
    // Too long, damaged, cut off or too slow: what came tells enough.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A short rest is read, which keeps the connection; a long one ends it. */
function discardBody(
  body: Readable & { dump?: (options: { limit: number }) => Promise<void> },
): void {
  body.on('error', () => undefined);
  void body.dump?.({ limit: maxErrorBodyBytes }).catch(() => undefined);
}

const parseContentLength = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

const firstHeaderValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
