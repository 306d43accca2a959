import { STATUS_CODES } from 'node:http';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';

export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
}

const statusByKind = {
  'bad-parameter': 400,
  // A node refused this server; 401 would tell the caller that its own key is wrong.
  unauthorized: 502,
  'plan-lacks-operation': 402,
  'not-offered': 501,
  'not-found': 404,
  'rate-limited': 429,
  'service-failing': 503,
  unreachable: 502,
  'unreadable-answer': 502,
  // The caller only sees this one if it still waits: the response took too long.
  cancelled: 503,
} as const satisfies Record<MarketErrorKind, number>;

const timeoutMessage = 'The response took too long';

export interface HttpErrorResponse {
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;
}

/** Messages of unexpected errors are only logged. */
export function toErrorResponse(error: unknown): HttpErrorResponse {
  if (MarketError.is(error)) {
    const message = error.kind === 'cancelled' ? timeoutMessage : error.message;
    return {
      body: errorBody(statusByKind[error.kind], message),
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  const statusCode = frameworkErrorStatus(error);
  const message = frameworkErrorMessages[statusCode] ?? 'Internal error. See the log for details.';
  return { body: errorBody(statusCode, message), retryAfterSeconds: undefined };
}

export const errorBody = (statusCode: number, message: string): ErrorBody => ({
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
});

const frameworkErrorMessages: Readonly<Record<number, string>> = {
  400: 'The request is not well formed',
  413: 'The body is too large',
  415: 'The body must be application/json',
};

/** Status of an error from Fastify itself; 500 for anything else. */
function frameworkErrorStatus(error: unknown): number {
  if (error instanceof Error && 'statusCode' in error) {
    const { statusCode } = error;
    if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return statusCode;
  }
  return 500;
}
