import { t } from '@vscode/l10n';
import { errors } from 'undici';
import { MarketError, type MarketErrorKind } from '../interface/marketError.ts';
import { BadBody } from './answerBody.ts';

interface Failure {
  readonly kind: MarketErrorKind;
  /** What happened and what the user can do, to follow the operation's name. */
  readonly words: string;
  /** Nothing of the request had left when it failed. */
  readonly isUnsent?: boolean;
}

/**
 * The MarketError of a request that got no whole answer. `host` is the one that was asked. Holds
 * nothing of what undici says: no header, no key, no cause.
 */
export function errorOfTransport(
  { summary, method }: { readonly summary: string; readonly method: 'GET' | 'POST' },
  error: unknown,
  host: string,
): MarketError {
  if (MarketError.is(error)) return error;
  const { kind, words, isUnsent = false } = failureOf(error, host);
  const doubt = method === 'POST' ? ` ${isUnsent ? unsent : perhapsTaken}` : '';
  return new MarketError(kind, `${summary}: ${words}${doubt}`);
}

const unsent = t('The transaction was not sent.');
/** For every failure of a landing behind its sending. */
export const perhapsTaken = t(
  'The service may have taken the transaction: look its signature up before you send it again.',
);

export const tookTooLong = (host: string): string =>
  t("{0} did not answer in time; try again, or check the network and the service's address", host);

function failureOf(error: unknown, host: string): Failure {
  if (error instanceof BadBody) {
    return {
      kind: 'unreadable-answer',
      words: t(
        "the answer cannot be read: {0}; check the service's address, or ask for less",
        error.message,
      ),
    };
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return { kind: 'unreachable', words: tookTooLong(host), isUnsent: true };
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return { kind: 'unreachable', words: tookTooLong(host) };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return {
      kind: 'unreadable-answer',
      words: t("what {0} answers is not HTTP; check the service's address", host),
    };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      kind: 'unreadable-answer',
      words: t("the headers of the answer are too large; check the service's address"),
    };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      kind: 'unreachable',
      words: t("no address is known for {0}; check the service's address and the network", host),
      isUnsent: true,
    };
  }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return {
      kind: 'unreachable',
      words: t(
        "{0} cannot be reached ({1}); check the service's address, the network and the proxy",
        host,
        code,
      ),
      isUnsent: true,
    };
  }
  if (certificateCode.test(code)) {
    return {
      kind: 'unreachable',
      words: t(
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
      words: t("the proxy does not let {0} be reached; check the proxy's settings", host),
      isUnsent: true,
    };
  }
  return {
    kind: 'unreachable',
    words:
      code === ''
        ? t('the connection to {0} was lost; try again', host)
        : t('the connection to {0} was lost ({1}); try again', host, code),
  };
}

const certificateCode = /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$/;
