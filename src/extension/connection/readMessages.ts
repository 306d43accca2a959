import { t } from '@vscode/l10n';
import {
  MarketError,
  type MarketErrorDetails,
  type MarketErrorKind,
  marketErrorKinds,
} from '../../interface/marketError.ts';
import type { CallAnswer, CallErrorData } from '../../market/callProtocol.ts';
import type { ConnectionStatus } from '../../market/connectionProtocol.ts';
import { type LandingEntry, landingStates } from '../../market/landingProtocol.ts';
import { type LogLine, unknownConnectionCode } from '../../market/protocol.ts';

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

const kinds: readonly ConnectionStatus['kind'][] = ['sandbox', 'node', 'service'];
const states: readonly ConnectionStatus['state'][] = ['idle', 'starting', 'ready', 'failed'];

/**
 * A status of a connection, or null for anything else. The handshake has shown that the process is
 * ours, of this very version; only what every view leans on is looked at.
 */
export function readStatus(value: unknown): ConnectionStatus | null {
  if (!isObject(value)) return null;
  const { connectionId, kind, origin, state, message, engine, budgets, latencyMilliseconds } =
    value;
  if (typeof connectionId !== 'string' || typeof origin !== 'string') return null;
  if (!kinds.some((known) => known === kind) || !states.some((known) => known === state)) {
    return null;
  }
  if (typeof message !== 'string' || !isNumberOrNull(latencyMilliseconds)) return null;
  if (!(engine === null || isObject(engine)) || !Array.isArray(budgets)) return null;
  return value as unknown as ConnectionStatus;
}

/** The answer to a call. Throws a MarketError for anything else. */
export function readCallAnswer(value: unknown): CallAnswer {
  if (isObject(value) && 'result' in value) return value as unknown as CallAnswer;
  throw new MarketError(
    'unreadable-answer',
    t('The market process gave no answer that can be read.'),
  );
}

/** A landing, or null for anything else; the process made it, so its figures are trusted. */
export function readLanding(value: unknown): LandingEntry | null {
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
export function readLogLine(value: unknown): LogLine | null {
  if (!isObject(value) || typeof value['message'] !== 'string') return null;
  const level = logLevels.find((known) => known === value['level']);
  return level === undefined ? null : { level, message: value['message'] };
}

const isKind = (value: unknown): value is MarketErrorKind =>
  marketErrorKinds.some((kind) => kind === value);

/** The MarketError, or UnknownConnectionError, that a rejected request stands for. */
export function readCallError(error: unknown): MarketError | UnknownConnectionError {
  if (MarketError.is(error)) return error;
  if (isObject(error) && error['code'] === unknownConnectionCode) {
    return new UnknownConnectionError(t('The connection is not open'));
  }
  const read = readErrorData(isObject(error) ? error['data'] : undefined);
  if (read !== null) return read;
  return new MarketError('unreachable', t('The market process ended before it answered.'), {
    cause: error,
  });
}

/** The MarketError that crossed the channel, or null for anything else. */
function readErrorData(data: unknown): MarketError | null {
  if (!isObject(data) || !isKind(data['kind']) || typeof data['message'] !== 'string') return null;
  const { kind, message, parameter, retryAfterSeconds } = data as unknown as CallErrorData & {
    readonly kind: MarketErrorKind;
  };
  const details: MarketErrorDetails = {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
  return new MarketError(kind, message === '' ? t('No reason was given.') : message, details);
}
