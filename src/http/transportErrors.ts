import { t } from '@vscode/l10n';
import { errors } from 'undici';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { ResponseBodyError } from './responseBody.ts';

/** What is said of a request that must not be sent twice, as sentences. */
export interface PostMessages {
  readonly notSent: string;
  readonly possiblySent: string;
  /** Follows the operation's name. */
  readonly redirected: string;
}

interface TransportFailure {
  readonly kind: MarketErrorKind;
  /** What happened and what the user can do, to follow the operation's name. */
  readonly message: string;
  /** Nothing of the request had left when it failed. */
  readonly isUnsent?: boolean;
}

/**
 * The MarketError of a request that got no whole response. `host` is the one that was asked. Holds
 * nothing of what undici says: no header, no key, no cause.
 */
export function errorFromTransport(
  summary: string,
  error: unknown,
  host: string,
  messages?: PostMessages,
): MarketError {
  if (MarketError.is(error)) return error;
  const { kind, message, isUnsent = false } = classifyFailure(error, host);
  const doubt = isUnsent ? messages?.notSent : messages?.possiblySent;
  return new MarketError(kind, `${summary}: ${message}${doubt === undefined ? '' : ` ${doubt}`}`);
}

export const timeoutMessage = (host: string): string =>
  t("{0} did not answer in time; try again, or check the network and the service's address", host);

function classifyFailure(error: unknown, host: string): TransportFailure {
  if (error instanceof ResponseBodyError) {
    return {
      kind: 'unreadable-answer',
      message: t(
        "the answer cannot be read: {0}; check the service's address, or ask for less",
        error.message,
      ),
    };
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return { kind: 'unreachable', message: timeoutMessage(host), isUnsent: true };
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return { kind: 'unreachable', message: timeoutMessage(host) };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return {
      kind: 'unreadable-answer',
      message: t("what {0} answers is not HTTP; check the service's address", host),
    };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      kind: 'unreadable-answer',
      message: t("the headers of the answer are too large; check the service's address"),
    };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      kind: 'unreachable',
      message: t("no address is known for {0}; check the service's address and the network", host),
      isUnsent: true,
    };
  }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return {
      kind: 'unreachable',
      message: t(
        "{0} cannot be reached ({1}); check the service's address, the network and the proxy",
        host,
        code,
      ),
      isUnsent: true,
    };
  }
  if (certificateErrorCode.test(code)) {
    return {
      kind: 'unreachable',
      message: t(
        "the certificate of {0} is not trusted ({1}); check the service's address, or add its authority to those of the system",
        host,
        code,
      ),
      isUnsent: true,
    };
  }
  if (error instanceof Error && /Proxy (response|Authentication)/i.test(error.message)) {
    return {
      kind: 'unreachable',
      message: t("the proxy does not let {0} be reached; check the proxy's settings", host),
      isUnsent: true,
    };
  }
  return {
    kind: 'unreachable',
    message:
      code === ''
        ? t('the connection to {0} was lost; try again', host)
        : t('the connection to {0} was lost ({1}); try again', host, code),
  };
}

const certificateErrorCode = /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$/;
