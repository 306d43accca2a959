import {
  MarketError,
  type MarketErrorDetails,
  type MarketErrorKind,
  marketErrorKinds,
} from '../../interface/marketError.ts';
import type { EngineStatus, LogLine } from '../../market/protocol.ts';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';

/** A status of an engine, or null for anything else. */
export function readStatus(value: unknown): EngineStatus | null {
  if (!isObject(value) || !isObject(value['target'])) return null;
  const { state, message, newestSlot, newestBlockTimeSeconds, arbitrages, target } = value;
  if (state !== 'starting' && state !== 'ready' && state !== 'failed') return null;
  if (typeof message !== 'string' || typeof arbitrages !== 'number') return null;
  if (!isNumberOrNull(newestSlot) || !isNumberOrNull(newestBlockTimeSeconds)) return null;
  if (target['kind'] !== 'sandbox') return null;
  const seed = target['seed'];
  return {
    target: typeof seed === 'number' ? { kind: 'sandbox', seed } : { kind: 'sandbox' },
    state,
    message,
    newestSlot,
    newestBlockTimeSeconds,
    arbitrages,
  };
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

/** The MarketError that a rejected call stands for. */
export function readCallError(error: unknown): MarketError {
  if (MarketError.is(error)) return error;
  const data = isObject(error) ? error['data'] : undefined;
  if (!isObject(data) || !isKind(data['kind']) || typeof data['message'] !== 'string') {
    return new MarketError('unreachable', 'The market process ended before it answered.', {
      cause: error,
    });
  }
  const { kind, message, parameter, retryAfterSeconds } = data;
  const details: MarketErrorDetails = {
    ...(typeof parameter === 'string' ? { parameter } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
  return new MarketError(kind, message === '' ? 'No reason was given.' : message, details);
}
