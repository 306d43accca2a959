import { sanitizeMessage } from './sanitizeText.ts';

export const marketErrorKinds = [
  'bad-parameter',
  'unauthorized',
  'plan-lacks-operation',
  /** The connection does not support the operation on any plan. */
  'not-offered',
  'not-found',
  'rate-limited',
  'service-failing',
  'unreachable',
  'unreadable-answer',
  'cancelled',
] as const;
export type MarketErrorKind = (typeof marketErrorKinds)[number];

/** Longest accepted wait; a longer one would block work unnecessarily. */
export const maxRetryAfterSeconds = 300;

export interface MarketErrorDetails {
  readonly parameter?: string | undefined;
  /** At most `maxRetryAfterSeconds`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly statusCode?: number | undefined;
  /** Origin of a loopback http service that gets no key until the user trusts it. */
  readonly unprovenOrigin?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A failure with a message for the user: one short line without keys, safe in terminals, logs and
 * windows even if it quotes foreign text.
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

  /** Checks members instead of the class: each bundle of the extension has its own copy of it. */
  static is(error: unknown, kind?: MarketErrorKind): error is MarketError {
    if (!(error instanceof Error) || error.name !== 'MarketError' || !('kind' in error))
      return false;
    return kind === undefined || error.kind === kind;
  }
}
