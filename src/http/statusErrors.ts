import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel, joinNote } from '../api/join.ts';
import { MarketError, type MarketErrorKind, maxRetryAfterSeconds } from '../api/marketError.ts';
import { sanitizeMessage } from '../api/sanitizeText.ts';

export interface ErrorResponse {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Longest part of a service's own message that is passed on. */
export const maxServiceMessageLength = 300;

export function errorFromResponse(response: ErrorResponse): MarketError {
  const kind = errorKindOfStatus(response.statusCode);
  const seconds = parseRetryAfter(response.retryAfter, Date.now());
  const problem = joinNote(
    kind === 'rate-limited' && seconds !== undefined
      ? rateLimitMessage(Math.ceil(seconds))
      : problems[kind],
    `HTTP ${response.statusCode}`,
  );
  const said = readServiceMessage(response.body);
  return new MarketError(
    kind,
    said === '' ? problem : joinLabel(problem, said),
    seconds === undefined ? {} : { retryAfterSeconds: seconds },
  );
}

const rateLimitMessage = (seconds: number): string =>
  seconds < maxRetryAfterSeconds
    ? t('Too many requests; retry in {0} s', seconds)
    : t('Too many requests; the service requires {0} s or longer; retry in {0} s', seconds);

/**
 * Seconds of a `retry-after` header (RFC 9110, 10.2.3), a number or a date after `nowMilliseconds`:
 * at most `maxRetryAfterSeconds`, whatever the service asks for; undefined for anything else.
 */
export function parseRetryAfter(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : // Any other text may look like a date to the parser: a lone year, say.
      /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)
      ? (Date.parse(text) - nowMilliseconds) / 1_000
      : Number.NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(maxRetryAfterSeconds, Math.max(0, seconds));
}

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

const problems: Readonly<Record<StatusErrorKind, string>> = {
  'bad-parameter': t('Request refused'),
  unauthorized: t('API key refused'),
  'plan-lacks-operation': t('Not in your plan'),
  'not-found': t('Not found'),
  'rate-limited': t('Too many requests'),
  'service-failing': t('Service error'),
};

/** The message inside an error body; other JSON and a page of HTML say nothing to a user. */
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
    // Not JSON: the text itself is what the service said.
  }
  return undefined;
}
