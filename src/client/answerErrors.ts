import { t } from '@vscode/l10n';
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
  const seconds = retryAfterSeconds(answer.retryAfter, Date.now());
  const { problem, remedy } = explanations[kind];
  const words = serviceWords(answer.body);
  const said = words === '' ? '' : `. ${t('The service says: {0}', words)}`;
  const wait = seconds === undefined ? '' : `; ${t('it asks for {0} s', Math.ceil(seconds))}`;
  return new MarketError(
    kind,
    `${answer.operation}: ${problem} (HTTP ${answer.statusCode}); ${remedy}${wait}${said}`,
    seconds === undefined ? {} : { retryAfterSeconds: seconds },
  );
}

/** Seconds of a `retry-after` header: a number, or a date after `nowMilliseconds`. */
function retryAfterSeconds(
  header: string | undefined,
  nowMilliseconds: number,
): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMilliseconds) / 1000);
}

/** The kinds that a status can tell. */
type AnsweredKind = Exclude<MarketErrorKind, 'unreachable' | 'unreadable-answer' | 'cancelled'>;

function kindOfStatus(statusCode: number): AnsweredKind {
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

interface Explanation {
  readonly problem: string;
  /** What the user can do about it. */
  readonly remedy: string;
}

const explanations: Readonly<Record<AnsweredKind, Explanation>> = {
  'bad-parameter': {
    problem: t('the service does not accept the request'),
    remedy: t("check its parameters, and the connection's parameter encoding"),
  },
  unauthorized: {
    problem: t('the service does not accept the API key'),
    remedy: t('enter the key of this service again'),
  },
  'plan-lacks-operation': {
    problem: t("the API key's plan does not include this"),
    remedy: t('use a key of another plan, or another connection'),
  },
  'not-found': {
    problem: t('the service does not know it'),
    remedy: t('check what was asked for, and the base URL'),
  },
  'rate-limited': {
    problem: t('too many requests'),
    remedy: t('wait before the next'),
  },
  'service-failing': {
    problem: t('the service failed'),
    remedy: t('try again later, or use another connection'),
  },
};

/** The message inside an error body; a page of HTML says nothing to a user. */
function serviceWords(body: string): string {
  const text = messageMember(body) ?? (body.trimStart().startsWith('<') ? '' : body);
  return oneLine(text);
}

/** A service's own words, fit to stand in a message. */
export function oneLine(text: string): string {
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
