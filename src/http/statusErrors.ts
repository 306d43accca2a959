import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel, joinNote } from '../api/join.ts';
import { MarketError, type MarketErrorKind, maxRetryAfterSeconds } from '../api/marketError.ts';
import { sanitizeMessage } from '../api/sanitizeText.ts';

export interface ErrorResponse {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  /** `x-ratelimit-reset`, used for a 429 without `retry-after`. */
  readonly rateLimitReset?: string | undefined;
  readonly body: string;
}

/** Longest part of a service's message that is passed on. */
export const maxServiceMessageLength = 300;

export function errorFromResponse(response: ErrorResponse): MarketError {
  const said = readServiceMessage(response.body);
  const kind = errorKindOfStatus(response.statusCode, said);
  const seconds =
    parseRetryAfter(response.retryAfter, Date.now()) ??
    (kind === 'rate-limited'
      ? parseRateLimitReset(response.rateLimitReset, Date.now())
      : undefined);
  const problem = joinNote(
    kind === 'rate-limited' && seconds !== undefined
      ? rateLimitMessage(Math.ceil(seconds))
      : problems[kind],
    `HTTP ${response.statusCode}`,
  );
  return new MarketError(
    kind,
    said === '' ? problem : joinLabel(problem, said),
    seconds === undefined ? {} : { retryAfterSeconds: seconds },
  );
}

export const rateLimitMessage = (seconds: number): string =>
  seconds < maxRetryAfterSeconds
    ? t('Too many requests; retry in {0} s', seconds)
    : t('Too many requests; the service requires {0} s or longer; retry in {0} s', seconds);

/** At most `maxRetryAfterSeconds`; undefined for an unreadable header (RFC 9110, 10.2.3). */
export function parseRetryAfter(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : // The date parser accepts other texts too, for example a bare year.
      /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)
      ? (Date.parse(text) - nowMilliseconds) / 1_000
      : Number.NaN;
  return Number.isNaN(seconds) ? undefined : limitWait(seconds);
}

const limitWait = (seconds: number): number => Math.min(maxRetryAfterSeconds, Math.max(0, seconds));

/** Unix seconds in 2001: a larger number is a time, a smaller one a wait. */
const minUnixSeconds = 1e9;
/** The same time in Unix milliseconds. */
const minUnixMilliseconds = 1e12;

/**
 * Seconds of an `x-ratelimit-reset` header, which no standard defines: a wait in seconds, or a time
 * in Unix seconds or milliseconds. Capped at `maxRetryAfterSeconds`; undefined for anything else.
 */
export function parseRateLimitReset(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  const text = header?.trim() ?? '';
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (value < minUnixSeconds) return limitWait(value);
  const unixMilliseconds = value < minUnixMilliseconds ? value * 1_000 : value;
  return limitWait((unixMilliseconds - nowMilliseconds) / 1_000);
}

type StatusErrorKind = Exclude<MarketErrorKind, 'unreachable' | 'unreadable-answer' | 'cancelled'>;

/** A 403 means a bad key, unless the service names its plan as the reason. */
export const errorKindOfForbidden = (said: string): 'unauthorized' | 'plan-lacks-operation' =>
  /\b(plan|subscription|tier|upgrade)\b/i.test(said) ? 'plan-lacks-operation' : 'unauthorized';

function errorKindOfStatus(statusCode: number, said: string): StatusErrorKind {
  switch (statusCode) {
    case 401:
      return 'unauthorized';
    case 403:
      return errorKindOfForbidden(said);
    case 402:
      return 'plan-lacks-operation';
    case 501:
      return 'not-offered';
    case 404:
      return 'not-found';
    case 429:
      return 'rate-limited';
    default:
      return statusCode >= 400 && statusCode < 500 ? 'bad-parameter' : 'service-failing';
  }
}

const problems: Readonly<Record<StatusErrorKind, string>> = {
  'bad-parameter': t('Request refused'),
  unauthorized: t('API key refused'),
  'plan-lacks-operation': t('Not in your plan'),
  'not-offered': t('Not offered by this service'),
  'not-found': t('Not found'),
  'rate-limited': t('Too many requests'),
  'service-failing': t('Service error'),
};

/** The message in an error body; other JSON and HTML pages are not meant for users. */
function readServiceMessage(body: string): string {
  const text = readMessageMember(body) ?? (/^\s*[<{[]/.test(body) ? '' : body);
  return sanitizeMessage(text, maxServiceMessageLength);
}

function readMessageMember(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    const { message } = isObject(value['error']) ? value['error'] : value;
    if (typeof message === 'string') return message;
    if (typeof value['error'] === 'string') return value['error'];
  } catch {
    // Not JSON: use the text itself.
  }
  return undefined;
}
