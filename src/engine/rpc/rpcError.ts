import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { sanitizeMessage } from '../../api/sanitizeText.ts';

/**
 * - `rate-limited`, `failing` (5xx) and `unreachable` (no or incomplete response) are temporary;
 * - `unreadable`: malformed response; a retry may help;
 * - `refused` (401, 403, 404 and similar) requires user action;
 * - `node-error`: a JSON-RPC error with a code.
 */
export type RpcErrorKind =
  | 'rate-limited'
  | 'failing'
  | 'unreachable'
  | 'unreadable'
  | 'refused'
  | 'node-error';

/** Its message is safe to display, like a MarketError's. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly kind: RpcErrorKind;
  /** For `node-error`. */
  readonly code: number | null;
  readonly retryAfterMilliseconds: number | null;

  constructor(
    kind: RpcErrorKind,
    message: string,
    details: { readonly code?: number; readonly retryAfterMilliseconds?: number | null } = {},
  ) {
    super(sanitizeMessage(message));
    this.kind = kind;
    this.code = details.code ?? null;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds ?? null;
  }

  static is(error: unknown): error is RpcError {
    return error instanceof RpcError;
  }
}

/** Codes of JSON-RPC and of Agave's RPC (rpc-client-api, custom_error.rs). */
export const rpcErrorCodes = {
  blockCleanedUp: -32001,
  simulationFailed: -32002,
  signatureFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  longTermStorageSlotSkipped: -32009,
  blockStatusNotYetAvailable: -32014,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
  longTermStorageUnreachable: -32019,
  /** Not part of Agave; some providers return it with HTTP 200. */
  rateLimited: -32429,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  parseError: -32700,
} as const;

const missingBlockCodes: ReadonlySet<number> = new Set([
  rpcErrorCodes.slotSkipped,
  rpcErrorCodes.longTermStorageSlotSkipped,
  rpcErrorCodes.blockNotAvailable,
  rpcErrorCodes.blockStatusNotYetAvailable,
]);

export const isMissingBlock = (error: unknown): boolean =>
  RpcError.is(error) && error.code !== null && missingBlockCodes.has(error.code);

/** Whether the plan or the node does not support the method, or access is denied. */
export const isRefused = (error: unknown): boolean =>
  RpcError.is(error) && (error.kind === 'refused' || error.code === rpcErrorCodes.methodNotFound);

const transientCodes: ReadonlySet<number> = new Set([
  rpcErrorCodes.nodeUnhealthy,
  rpcErrorCodes.minContextSlotNotReached,
  rpcErrorCodes.longTermStorageUnreachable,
  rpcErrorCodes.internalError,
]);

export function isTransient({ kind, code }: RpcError): boolean {
  if (kind === 'node-error') return code !== null && transientCodes.has(code);
  return kind === 'rate-limited' || kind === 'failing' || kind === 'unreachable';
}

const badRequestCodes: ReadonlySet<number | null> = new Set<number>([
  rpcErrorCodes.invalidRequest,
  rpcErrorCodes.invalidParams,
]);

/** Whether a retry may succeed for a method that every node supports. */
export const mayPass = (error: RpcError): boolean =>
  !isRefused(error) && !badRequestCodes.has(error.code);

const marketErrorKinds: Readonly<Record<RpcErrorKind, MarketErrorKind>> = {
  'rate-limited': 'rate-limited',
  failing: 'service-failing',
  unreachable: 'unreachable',
  unreadable: 'unreadable-answer',
  refused: 'unauthorized',
  'node-error': 'service-failing',
};

/** Returns other errors unchanged. */
export function toMarketError(error: unknown): unknown {
  if (!RpcError.is(error)) return error;
  const { kind, message, retryAfterMilliseconds: wait } = error;
  const details = wait === null ? {} : { retryAfterSeconds: wait / 1_000 };
  return new MarketError(marketErrorKinds[kind], message, details);
}

/** Errors become MarketErrors; `cancelled` if the signal has aborted. */
export async function withMarketErrors<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
  toError: (error: unknown) => unknown = toMarketError,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw signal?.aborted === true ? new MarketError('cancelled', t('Cancelled')) : toError(error);
  }
}
