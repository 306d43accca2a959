import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';

/** What an answer other than a success says, beside its body. */
export interface ErrorResponse {
  /** Where it came from, in words: the operation's summary. */
  readonly operation: string;
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Longest part of a service's own words that is passed on. */
const maxServiceMessageLength = 300;

/** The MarketError of an answer whose status is no success. */
export function errorFromResponse(response: ErrorResponse): MarketError {
  const kind = errorKindOfStatus(response.statusCode);
  const seconds = parseRetryAfter(response.retryAfter, Date.now());
  const { problem, suggestion } = statusMessages[kind];
  const words = readServiceMessage(response.body);
  const said = words === '' ? '' : `. ${t('The service says: {0}', words)}`;
  const wait = seconds === undefined ? '' : `; ${t('it asks for {0} s', Math.ceil(seconds))}`;
  return new MarketError(
    kind,
    `${response.operation}: ${problem} (HTTP ${response.statusCode}); ${suggestion}${wait}${said}`,
    seconds === undefined ? {} : { retryAfterSeconds: seconds },
  );
}

/** Seconds of a `retry-after` header: a number, or a date after `nowMilliseconds`. */
export function parseRetryAfter(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMilliseconds) / 1000);
}

/** The kinds that a status can tell. */
type StatusErrorKind = Exclude<MarketErrorKind, 'unreachable' | 'unreadable-answer' | 'cancelled'>;

function errorKindOfStatus(statusCode: number): StatusErrorKind {
  switch (statusCode) {
    case 401:
    case 403:
      return 'unauthorized';
    case 402:
      return 'plan-lacks-operation';
    case 404:
      return 'not-found';
    case 429:
      return 'rate-limited';
    default:
      return statusCode >= 400 && statusCode < 500 ? 'bad-parameter' : 'service-failing';
  }
}

/** What happened, and what the user can do about it. */
const statusMessages: Readonly<
  Record<StatusErrorKind, { readonly problem: string; readonly suggestion: string }>
> = {
  'bad-parameter': {
    problem: t('the service does not accept the request'),
    suggestion: t("check its parameters, and the connection's parameter encoding"),
  },
  unauthorized: {
    problem: t('the service does not accept the API key'),
    suggestion: t('enter the key of this service again'),
  },
  'plan-lacks-operation': {
    problem: t("the API key's plan does not include this"),
    suggestion: t('use a key of another plan, or another connection'),
  },
  'not-found': {
    problem: t('the service does not know it'),
    suggestion: t('check what was asked for, and the base URL'),
  },
  'rate-limited': {
    problem: t('too many requests'),
    suggestion: t('wait before the next'),
  },
  'service-failing': {
    problem: t('the service failed'),
    suggestion: t('try again later, or use another connection'),
  },
};

/** The message inside an error body; a page of HTML says nothing to a user. */
function readServiceMessage(body: string): string {
  const text = readMessageMember(body) ?? (body.trimStart().startsWith('<') ? '' : body);
  return toSingleLine(text);
}

/** A service's own words, fit to stand in a message. */
export function toSingleLine(text: string): string {
  // Control characters would let a service draw on a terminal.
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > maxServiceMessageLength
    ? `${line.slice(0, maxServiceMessageLength)}…`
    : line;
}

function readMessageMember(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    const { message } = isObject(value['error']) ? value['error'] : value;
    if (typeof message === 'string') return message;
    if (typeof value['error'] === 'string') return value['error'];
  } catch {
    // Not JSON: the text itself is what the service said.
  }
  return undefined;
}
