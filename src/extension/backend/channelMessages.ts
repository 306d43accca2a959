import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import {
  MarketError,
  type MarketErrorDetails,
  type MarketErrorKind,
  marketErrorKinds,
} from '../../api/marketError.ts';
import type { CallErrorData, CallResponse } from '../../backend/protocol/callProtocol.ts';
import { type LogLine, unknownConnectionCode } from '../../backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import {
  type JournalProblem,
  type LandingEntry,
  landingStates,
} from '../../backend/protocol/landingProtocol.ts';
import * as is from '../../webview/guards.ts';

/** The process does not know the connection (any more); it must be opened again. */
export class UnknownConnectionError extends Error {
  override readonly name = 'UnknownConnectionError';

  /** Compares names: each bundle of the extension has its own copy of the class. */
  static is(error: unknown): error is UnknownConnectionError {
    return error instanceof Error && error.name === 'UnknownConnectionError';
  }
}

/** The process is authenticated, so its texts need no limit. */
const text = is.string(Number.POSITIVE_INFINITY);

const isStatus = is.object({
  connectionId: text,
  kind: is.oneOf('sandbox', 'node', 'service'),
  origin: text,
  state: is.oneOf('idle', 'starting', 'ready', 'failed'),
  message: text,
  engine: is.nullable(isObject),
  budgets: Array.isArray,
  latencyMilliseconds: is.nullable(is.number),
});

/** Null if invalid. Checks only fields that every view uses: the process is authenticated. */
export const parseStatus = (value: unknown): ConnectionStatus | null =>
  isStatus(value) ? (value as unknown as ConnectionStatus) : null;

/** Throws a MarketError if the response is invalid. */
export function parseCallResponse(value: unknown): CallResponse {
  if (isObject(value) && 'result' in value) return value as unknown as CallResponse;
  throw new MarketError('unreadable-answer', t('The backend sent an invalid response.'));
}

/** Null if invalid. Amounts come from our own process and are trusted. */
export const parseLanding = (value: unknown): LandingEntry | null =>
  isLanding(value) ? (value as unknown as LandingEntry) : null;

const isLanding = is.object({
  id: text,
  signature: text,
  state: is.oneOf(...landingStates),
});

/** Null if the problem is over, or the value is invalid. */
export const parseJournalProblem: (value: unknown) => JournalProblem | null = is.parserOf(
  is.object({ path: text, reason: text }),
);

export const parseLogLine: (value: unknown) => LogLine | null = is.parserOf(
  is.object({
    level: is.oneOf('trace', 'debug', 'info', 'warn', 'error'),
    message: text,
  }),
);

const isMarketErrorKind = (value: unknown): value is MarketErrorKind =>
  marketErrorKinds.some((kind) => kind === value);

export function parseCallError(error: unknown): MarketError | UnknownConnectionError {
  if (MarketError.is(error)) return error;
  if (isObject(error) && error['code'] === unknownConnectionCode) {
    return new UnknownConnectionError(t('The connection is not open'));
  }
  const read = parseErrorData(isObject(error) ? error['data'] : undefined);
  if (read !== null) return read;
  return new MarketError('unreachable', t('The backend stopped before it responded.'), {
    cause: error,
  });
}

function parseErrorData(data: unknown): MarketError | null {
  if (!isObject(data) || !isMarketErrorKind(data['kind']) || typeof data['message'] !== 'string')
    return null;
  const { kind, message, parameter, retryAfterSeconds, statusCode, unprovenOrigin } =
    data as unknown as CallErrorData & {
      readonly kind: MarketErrorKind;
    };
  const details: MarketErrorDetails = {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(typeof statusCode === 'number' ? { statusCode } : {}),
    ...(typeof unprovenOrigin === 'string' ? { unprovenOrigin } : {}),
  };
  return new MarketError(kind, message === '' ? t('Unknown reason.') : message, details);
}
