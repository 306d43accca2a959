import { errors } from 'undici';
import { MarketError, type MarketErrorKind } from '../interface/marketError.ts';

/** What an answer other than a success says, beside its body. */
export interface FailedAnswer {
  /** Where it came from, in words: the operation's summary. */
  readonly operation: string;
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Longest part of a service's own words that is passed on. */
const serviceWordsMaximum = 300;

/** The MarketError of an answer whose status is no success. */
export function errorOfAnswer(answer: FailedAnswer): MarketError {
  const kind = kindOfStatus(answer.statusCode);
  const words = serviceWords(answer.body);
  const said = words === '' ? '' : `: ${words}`;
  const seconds = retryAfterSeconds(answer.retryAfter, Date.now());
  return new MarketError(
    kind,
    `${answer.operation}: ${explanations[kind]} (HTTP ${answer.statusCode})${said}`,
    seconds === undefined ? {} : { retryAfterSeconds: seconds },
  );
}

/** The MarketError of a request that got no whole answer. Holds no header and no key. */
export function errorOfTransport(operation: string, error: unknown): MarketError {
  if (MarketError.is(error)) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new MarketError('unreadable-answer', `${operation}: the answer is too large`);
  }
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  ) {
    return new MarketError('unreachable', `${operation}: the service did not answer in time`);
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new MarketError('unreachable', `${operation}: the service cannot be reached${code}`);
}

/** Seconds of a `retry-after` header: a number, or a date after `nowMilliseconds`. */
export function retryAfterSeconds(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMilliseconds) / 1000);
}

function kindOfStatus(statusCode: number): MarketErrorKind {
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

const explanations: Readonly<Record<MarketErrorKind, string>> = {
  'bad-parameter': 'the service does not accept the request',
  unauthorized: 'the service does not accept the API key',
  'plan-lacks-operation': "the API key's plan does not include this",
  'not-found': 'the service does not know it',
  'rate-limited': 'too many requests; wait before the next',
  'service-failing': 'the service failed',
  unreachable: 'the service cannot be reached',
  'unreadable-answer': 'the answer cannot be read',
  cancelled: 'cancelled',
};

/** The message inside an error body; a page of HTML says nothing to a user. */
function serviceWords(body: string): string {
  const text = messageMember(body) ?? (body.trimStart().startsWith('<') ? '' : body);
  // Control characters would let a service draw on a terminal.
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > serviceWordsMaximum ? `${line.slice(0, serviceWordsMaximum)}…` : line;
}

function messageMember(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    const holder = 'error' in value && isObject(value.error) ? value.error : value;
    if ('message' in holder && typeof holder.message === 'string') return holder.message;
    if ('error' in value && typeof value.error === 'string') return value.error;
  } catch {
    // Not JSON: the text itself is what the service said.
  }
  return undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
