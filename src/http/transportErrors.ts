import { t } from '@vscode/l10n';
import { errors } from 'undici';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { ProxyError } from './proxyError.ts';
import { ResponseBodyError } from './responseBody.ts';
import { isConnectionReset } from './retry.ts';

/** Sentences for errors of a request that must not be sent twice. */
export interface PostMessages {
  readonly notSent: string;
  readonly possiblySent: string;
  readonly redirected: string;
}

interface TransportFailure {
  readonly kind: MarketErrorKind;
  /** Sentences: what happened and what the user can do. */
  readonly message: string;
  /** The request failed before any of it was sent. */
  readonly isUnsent?: boolean;
}

/** Error of a request without a complete response. Excludes undici's text, headers and cause. */
export function errorFromTransport(
  error: unknown,
  host: string,
  messages?: PostMessages,
): MarketError {
  if (MarketError.is(error)) return error;
  const { kind, message, isUnsent = false } = classifyFailure(error, host);
  const doubt = isUnsent ? messages?.notSent : messages?.possiblySent;
  return new MarketError(kind, doubt === undefined ? message : `${message} ${doubt}`);
}

/** `proxyLabel`: `host:port` of the proxy between, if there is one. */
export const timeoutMessage = (host: string, proxyLabel: string | null = null): string =>
  proxyLabel === null
    ? t('{0} did not respond in time. Check the network and the address.', host)
    : t(
        '{0} did not respond in time through the proxy {1}. Check the proxy and the address.',
        host,
        proxyLabel,
      );

export const noAddressCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const noRouteCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

function classifyFailure(error: unknown, host: string): TransportFailure {
  const unreadable = (message: string): TransportFailure => ({
    kind: 'unreadable-answer',
    message,
  });
  const unreachable = (message: string): TransportFailure => ({ kind: 'unreachable', message });
  const unsent = (message: string) => ({ ...unreachable(message), isUnsent: true });
  if (error instanceof ResponseBodyError) {
    return unreadable(
      t('Invalid response: {0}. Check the address, or request less.', error.message),
    );
  }
  if (error instanceof ProxyError) return unsent(error.message);
  if (error instanceof errors.ConnectTimeoutError) return unsent(timeoutMessage(host));
  if (isTimeout(error)) return unreachable(timeoutMessage(host));
  const code = codeOf(error);
  if (isNotHttp(error)) {
    return unreadable(t('{0} does not speak HTTP. Check the address.', host));
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return unreadable(t('The response headers are too large. Check the address.'));
  }
  if (noAddressCodes.has(code)) {
    return unsent(t('Cannot resolve {0}. Check the address and the network.', host));
  }
  if (noRouteCodes.has(code)) {
    return unsent(
      t('Cannot reach {0} ({1}). Check the address, the network and the proxy.', host, code),
    );
  }
  if (isNotTls(error)) {
    return unsent(t('{0} does not speak TLS (https). Check the address.', host));
  }
  if (certificateErrorCode.test(code)) {
    return unsent(
      t(
        'The certificate of {0} is not trusted ({1}). Check the address, or install its authority.',
        host,
        code,
      ),
    );
  }
  return unreachable(
    code === ''
      ? t('Connection to {0} lost. Try again.', host)
      : t('Connection to {0} lost ({1}). Try again.', host, code),
  );
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export const isTimeout = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

export const isNotHttp = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || codeOf(error).startsWith('HPE_');

/** What OpenSSL reports for text in place of a TLS record. */
export const isNotTls = (error: unknown): boolean =>
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_TOO_SMALL|UNEXPECTED_MESSAGE)$/.test(
    codeOf(error),
  );

export const timeoutProblem = (proxyLabel: string | null): string =>
  proxyLabel === null
    ? t('request timed out')
    : t('request through the proxy {0} timed out', proxyLabel);

/** Why a request had no response, phrased as a part of a sentence, without undici's text. */
export function connectionProblem(error: unknown): string {
  if (error instanceof ProxyError) return error.message;
  if (isTimeout(error)) return timeoutProblem(null);
  if (isNotHttp(error)) return t('no HTTP response');
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return t('connection refused');
  if (isConnectionReset(error)) return t('connection lost');
  if (noAddressCodes.has(code)) return t('the address cannot be resolved');
  if (isNotTls(error)) return t('the response is not TLS (https)');
  if (certificateErrorCode.test(code)) return t('the certificate is not trusted ({0})', code);
  return code === '' ? t('no response') : t('request failed ({0})', code);
}

export const certificateErrorCode = /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$/;
