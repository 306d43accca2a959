import { t } from '@vscode/l10n';
import { errors } from 'undici';
import { joinLabel } from '../api/join.ts';
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

/** For a request without a whole response. Holds nothing of undici's own text, header or cause. */
export function errorFromTransport(
  summary: string,
  error: unknown,
  host: string,
  messages?: PostMessages,
): MarketError {
  if (MarketError.is(error)) return error;
  const { kind, message, isUnsent = false } = classifyFailure(error, host);
  const doubt = isUnsent ? messages?.notSent : messages?.possiblySent;
  return new MarketError(
    kind,
    joinLabel(summary, doubt === undefined ? message : `${message} ${doubt}`),
  );
}

export const timeoutMessage = (host: string): string =>
  t("{0} timed out. Try again, or check the network and the service's address.", host);

const noAddressCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN']);
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
      t("unreadable response: {0}. Check the service's address, or request less.", error.message),
    );
  }
  if (error instanceof errors.ConnectTimeoutError) return unsent(timeoutMessage(host));
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return unreachable(timeoutMessage(host));
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return unreadable(t("{0} does not respond with HTTP. Check the service's address.", host));
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return unreadable(t("the response headers are too large. Check the service's address."));
  }
  if (noAddressCodes.has(code)) {
    return unsent(t("{0} could not be found. Check the service's address and the network.", host));
  }
  if (noRouteCodes.has(code)) {
    return unsent(
      t(
        "could not reach {0} ({1}). Check the service's address, the network and the proxy.",
        host,
        code,
      ),
    );
  }
  if (certificateErrorCode.test(code)) {
    return unsent(
      t(
        "untrusted certificate of {0} ({1}). Check the service's address, or trust its authority in the system.",
        host,
        code,
      ),
    );
  }
  if (error instanceof Error && /Proxy (response|Authentication)/i.test(error.message)) {
    return unsent(t('the proxy blocks {0}. Check the proxy settings.', host));
  }
  return unreachable(
    code === ''
      ? t('the connection to {0} was lost. Try again.', host)
      : t('the connection to {0} was lost ({1}). Try again.', host, code),
  );
}

const certificateErrorCode = /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^EPROTO$/;
