import { t } from '@vscode/l10n';
import {
  MarketError,
  type MarketErrorDetails,
  type MarketErrorKind,
  marketErrorKinds,
} from '../../api/marketError.ts';
import type { CallErrorData, CallResponse } from '../../backend/protocol/callProtocol.ts';
import { type LogLine, unknownConnectionCode } from '../../backend/protocol/channelProtocol.ts';
import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import { type LandingEntry, landingStates } from '../../backend/protocol/landingProtocol.ts';

/** The process does not know the connection (any more): it is to be opened again. */
export class UnknownConnectionError extends Error {
  override readonly name = 'UnknownConnectionError';

  /** By its name: each bundle of the extension has a class of its own. */
  static is(error: unknown): error is UnknownConnectionError {
    return error instanceof Error && error.name === 'UnknownConnectionError';
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';

const connectionKinds: readonly ConnectionStatus['kind'][] = ['sandbox', 'node', 'service'];
const connectionStates: readonly ConnectionStatus['state'][] = [
  'idle',
  'starting',
  'ready',
  'failed',
];

/**
 * A status of a connection, or null for anything else. The handshake has shown that the process is
 * ours, of this very version; only what every view leans on is looked at.
 */
export function parseStatus(value: unknown): ConnectionStatus | null {
  if (!isObject(value)) return null;
  const { connectionId, kind, origin, state, message, engine, budgets, latencyMilliseconds } =
    value;
  if (typeof connectionId !== 'string' || typeof origin !== 'string') return null;
  if (
    !connectionKinds.some((known) => known === kind) ||
    !connectionStates.some((known) => known === state)
  ) {
    return null;
  }
  if (typeof message !== 'string' || !isNumberOrNull(latencyMilliseconds)) return null;
  if (!(engine === null || isObject(engine)) || !Array.isArray(budgets)) return null;
  return value as unknown as ConnectionStatus;
}

/** The answer to a call. Throws a MarketError for anything else. */
export function parseCallResponse(value: unknown): CallResponse {
  if (isObject(value) && 'result' in value) return value as unknown as CallResponse;
  throw new MarketError('unreadable-answer', t('The backend gave no answer that can be read.'));
}

/** A landing, or null for anything else; the process made it, so its figures are trusted. */
export function parseLanding(value: unknown): LandingEntry | null {
  if (!isObject(value)) return null;
  const { id, signature, state } = value;
  const isEntry =
    typeof id === 'string' &&
    typeof signature === 'string' &&
    landingStates.some((known) => known === state);
  return isEntry ? (value as unknown as LandingEntry) : null;
}

const logLevels: readonly LogLine['level'][] = ['trace', 'debug', 'info', 'warn', 'error'];

/** A line of the process's log, or null for anything else. */
export function parseLogLine(value: unknown): LogLine | null {
  if (!isObject(value) || typeof value['message'] !== 'string') return null;
  const level = logLevels.find((known) => known === value['level']);
  return level === undefined ? null : { level, message: value['message'] };
}

const isMarketErrorKind = (value: unknown): value is MarketErrorKind =>
  marketErrorKinds.some((kind) => kind === value);

/** The MarketError, or UnknownConnectionError, that a rejected request stands for. */
export function parseCallError(error: unknown): MarketError | UnknownConnectionError {
  if (MarketError.is(error)) return error;
  if (isObject(error) && error['code'] === unknownConnectionCode) {
    return new UnknownConnectionError(t('The connection is not open'));
  }
  const read = parseErrorData(isObject(error) ? error['data'] : undefined);
  if (read !== null) return read;
  return new MarketError('unreachable', t('The backend ended before it answered.'), {
    cause: error,
  });
}

/** The MarketError that crossed the channel, or null for anything else. */
function parseErrorData(data: unknown): MarketError | null {
  if (!isObject(data) || !isMarketErrorKind(data['kind']) || typeof data['message'] !== 'string')
    return null;
  const { kind, message, parameter, retryAfterSeconds } = data as unknown as CallErrorData & {
    readonly kind: MarketErrorKind;
  };
  const details: MarketErrorDetails = {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
  return new MarketError(kind, message === '' ? t('No reason was given.') : message, details);
}
