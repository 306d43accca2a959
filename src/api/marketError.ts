import { sanitizeMessage } from './sanitizeText.ts';

/** The kinds of failure that a caller can tell apart, and act on. */
export const marketErrorKinds = [
  'bad-parameter',
  'unauthorized',
  'plan-lacks-operation',
  /** What stands behind the connection has no such operation, on any plan. */
  'not-offered',
  'not-found',
  'rate-limited',
  'service-failing',
  'unreachable',
  'unreadable-answer',
  'cancelled',
] as const;
export type MarketErrorKind = (typeof marketErrorKinds)[number];

/** Longest wait that a service or node can ask for: a longer one would stop work for no good reason. */
export const maxRetryAfterSeconds = 300;

export interface MarketErrorDetails {
  readonly parameter?: string | undefined;
  /** Seconds until the service would answer again, at most `maxRetryAfterSeconds`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly statusCode?: number | undefined;
  /** Of a service over http on this machine that gets no key until the user trusts it. */
  readonly unprovenOrigin?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A failure in words a user can act on. The message never holds a key. It is one short line that is
 * safe on a terminal, in a log and in a window, whoever wrote the words in it.
 */
export class MarketError extends Error {
  override readonly name = 'MarketError';
  readonly kind: MarketErrorKind;
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly statusCode: number | undefined;
  readonly unprovenOrigin: string | undefined;

  constructor(kind: MarketErrorKind, message: string, details: MarketErrorDetails = {}) {
    super(
      sanitizeMessage(message),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.kind = kind;
    this.parameter = details.parameter;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.statusCode = details.statusCode;
    this.unprovenOrigin = details.unprovenOrigin;
  }

  /** By its members: each bundle of the extension has a class of its own. */
  static is(error: unknown, kind?: MarketErrorKind): error is MarketError {
    if (!(error instanceof Error) || error.name !== 'MarketError' || !('kind' in error))
      return false;
    return kind === undefined || error.kind === kind;
  }
}
