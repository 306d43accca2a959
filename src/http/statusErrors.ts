import { t } from '@vscode/l10n';
import { joinLabel, joinNote } from '../api/join.ts';
import { MarketError, type MarketErrorKind, maxRetryAfterSeconds } from '../api/marketError.ts';
import { classifyProviderError, providerMessage, requestedWaitSeconds } from './providerErrors.ts';

export interface ErrorResponse {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  /** `x-ratelimit-reset`, used for a 429 without `retry-after`. */
  readonly rateLimitReset?: string | undefined;
  readonly body: string;
}

export function errorFromResponse(response: ErrorResponse): MarketError {
  const body = parseBody(response.body);
  const said = providerMessage(body);
  const kind = errorKindOfStatus(response.statusCode, said);
  const seconds =
    parseRetryAfter(response.retryAfter, Date.now()) ??
    (kind === 'rate-limited'
      ? (parseRateLimitReset(response.rateLimitReset, Date.now()) ?? requestedWaitSeconds(body))
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

function errorKindOfStatus(statusCode: number, said: string): StatusErrorKind {
  switch (statusCode) {
    case 501:
      return 'not-offered';
    case 404:
      return 'not-found';
  }
  const kind = classifyProviderError({ statusCode, code: undefined, text: said });
  // After a 5xx, a landing may have been accepted, whatever the text.
  if (statusCode >= 500) return 'service-failing';
  if (kind === 'rate-limited') return kind;
  if (statusCode === 401) return 'unauthorized';
  if (statusCode === 402 || (statusCode === 403 && kind === 'plan-lacks-method'))
    return 'plan-lacks-operation';
  if (statusCode === 403) return 'unauthorized';
  return statusCode >= 400 ? 'bad-parameter' : 'service-failing';
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

/** Parsed JSON, or the text itself. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
