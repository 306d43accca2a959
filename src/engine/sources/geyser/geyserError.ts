import { t } from '@vscode/l10n';
import { joinLabel, joinSentences } from '../../../api/join.ts';
import { MarketError, type MarketErrorKind } from '../../../api/marketError.ts';
import { sanitizeMessage } from '../../../api/sanitizeText.ts';
import { connectionProblem } from '../../../http/transportErrors.ts';

export type GeyserErrorKind =
  | 'refused'
  /** The responding server is not a Geyser server. */
  | 'unsupported'
  /** The server does not fulfil the request, for example a start slot that it no longer has. */
  | 'rejected'
  /** Also for a message that is too long. */
  | 'unreadable'
  | 'unreachable';

/** Its message is safe to display, like a MarketError's. */
export class GeyserError extends Error {
  override readonly name = 'GeyserError';
  readonly kind: GeyserErrorKind;

  constructor(kind: GeyserErrorKind, message: string) {
    super(sanitizeMessage(message));
    this.kind = kind;
  }

  static is(error: unknown): error is GeyserError {
    return error instanceof GeyserError;
  }

  /** A retry is useless until the user changes the settings. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.kind === 'unsupported';
  }
}

/** For the command line. */
export const geyserTokenVariable = 'ARBSCOPE_GEYSER_TOKEN';

/** `said`: the server's words, without the token. */
export function refusedError(origin: string, said: string): GeyserError {
  const problem = t('Geyser {0}: token refused', origin);
  return new GeyserError(
    'refused',
    joinSentences([
      said === '' ? problem : joinLabel(problem, said),
      t('Enter a valid token (command line: {0}).', geyserTokenVariable),
    ]),
  );
}

export const unsupportedError = (origin: string): GeyserError =>
  new GeyserError('unsupported', t('Geyser {0}: no Geyser service here. Check the URL.', origin));

/** The response is a web page, JSON or similar: an RPC URL, a proxy, or another program. */
export function notGrpcError(origin: string, httpStatus: number): GeyserError {
  const problem = t(
    'Geyser {0}: a web page or JSON instead of gRPC (HTTP {1})',
    origin,
    httpStatus,
  );
  if (httpStatus === 401 || httpStatus === 403) {
    return new GeyserError(
      'refused',
      joinSentences([
        problem,
        t('Check the URL, and enter a valid token (command line: {0}).', geyserTokenVariable),
      ]),
    );
  }
  const isTemporary = httpStatus === 408 || httpStatus === 429 || httpStatus >= 500;
  return isTemporary
    ? new GeyserError('unreachable', problem)
    : new GeyserError('unsupported', joinSentences([problem, otherUrlAdvice]));
}

const otherUrlAdvice = t(
  "Enter the host and port of your provider's Yellowstone gRPC. It differs from the RPC URL.",
);

/** Texts of the gRPC library, of OpenSSL and of Node: the library passes on no codes. */
const connectionTexts = {
  notHttp2: /protocol error|no application protocol/i,
  notTls: /wrong version number|packet length too long|record layer failure/i,
  closed: /failed to connect|socket hang up|disconnected/i,
  unresolved: /name resolution failed/i,
  proxyRefuses: /last error: undefined/i,
  selfSigned: /self[- ]signed certificate|unable to (get|verify)/i,
} as const;

/** `null` for other failures than those of opening a connection. */
export function explainUnavailable(origin: string, details: string): GeyserError | null {
  const isTls = origin.startsWith('https:');
  const unsupported = (problem: string, advice = otherUrlAdvice) =>
    new GeyserError('unsupported', joinSentences([t('Geyser {0}: {1}', origin, problem), advice]));
  const unreachable = (problem: string, advice = '') =>
    new GeyserError('unreachable', joinSentences([t('Geyser {0}: {1}', origin, problem), advice]));
  const { notHttp2, notTls, closed, unresolved, proxyRefuses, selfSigned } = connectionTexts;
  const code = /\b(E[A-Z]{4,}|ERR_[A-Z_]+)\b/.exec(details)?.[1];
  if (notHttp2.test(details)) return unsupported(t('no HTTP/2, which gRPC needs'));
  if (isTls && notTls.test(details)) {
    return unsupported(
      t('no TLS on this port'),
      t('Check the port, or enter http:// for a server on this machine.'),
    );
  }
  if (unresolved.test(details)) return unreachable(t('the address cannot be resolved'));
  if (proxyRefuses.test(details)) {
    return unreachable(t('the proxy refuses the connection'), t('Check the proxy settings.'));
  }
  if (selfSigned.test(details)) {
    return unreachable(
      t('the certificate is not trusted'),
      t('Check the address, or install its authority.'),
    );
  }
  if (code !== undefined) {
    return unreachable(connectionProblem(Object.assign(new Error(), { code })));
  }
  if (closed.test(details)) {
    return unreachable(
      t('connection lost'),
      isTls ? '' : t('Enter https:// if the server uses TLS.'),
    );
  }
  return null;
}

const marketErrorKinds: Readonly<Record<GeyserErrorKind, MarketErrorKind>> = {
  refused: 'unauthorized',
  unsupported: 'not-offered',
  rejected: 'service-failing',
  unreadable: 'unreadable-answer',
  unreachable: 'unreachable',
};

export const toMarketError = ({ kind, message }: GeyserError): MarketError =>
  new MarketError(marketErrorKinds[kind], message);
