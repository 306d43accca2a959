import { throwIfCancelled } from '../../api/cancellation.ts';
import { MarketError, type MarketErrorKind } from '../../api/marketError.ts';
import { sanitizeMessage } from '../../api/sanitizeText.ts';
import type { ProviderErrorKind } from '../../http/providerErrors.ts';

/**
 * `unreachable`: no or an incomplete response. `proxy-refused`: the proxy has let no request
 * through, and does not until the user corrects it. `unreadable`: a malformed response.
 */
export type RpcErrorKind = ProviderErrorKind | 'unreachable' | 'proxy-refused' | 'unreadable';

/** Its message is safe to display, like a MarketError's. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly kind: RpcErrorKind;
  /** Of the JSON-RPC error, if the response contained one. */
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

/** Codes that our own node returns, as Agave's. Those of other nodes: `classifyProviderError`. */
export const rpcErrorCodes = {
  blockCleanedUp: -32001,
  simulationFailed: -32002,
  signatureFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
  /** Not part of Agave; some providers return it with HTTP 200. */
  rateLimited: -32429,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  parseError: -32700,
} as const;

const isOfKind =
  (...kinds: readonly RpcErrorKind[]) =>
  (error: unknown): boolean =>
    RpcError.is(error) && kinds.includes(error.kind);

/** Whether the node has no block in the slot: none was produced, not yet, or no longer. */
export const hasNoBlock = isOfKind('slot-skipped', 'block-not-yet', 'block-cleaned-up');

/** Whether the plan or the node does not support the method, or access is denied. */
export const isRefused = isOfKind('refused', 'denied', 'plan-lacks-method', 'unknown-method');

/** Whether retries without end make sense. */
export const isTransient = isOfKind('rate-limited', 'failing', 'unreachable', 'denied');

/** Whether a few retries may help. */
export const isUnclear = isOfKind('unreadable', 'unknown');

const isPermanent = isOfKind(
  'refused',
  'proxy-refused',
  'plan-lacks-method',
  'unknown-method',
  'bad-request',
);

/** Whether a retry may succeed for a method that every node supports. */
export const mayPass = (error: RpcError): boolean => !isPermanent(error);

const marketErrorKinds: Partial<Readonly<Record<RpcErrorKind, MarketErrorKind>>> = {
  'rate-limited': 'rate-limited',
  unreachable: 'unreachable',
  'proxy-refused': 'unreachable',
  unreadable: 'unreadable-answer',
  refused: 'unauthorized',
  denied: 'unauthorized',
  'plan-lacks-method': 'plan-lacks-operation',
};

/** Returns other errors unchanged. */
export function toMarketError(error: unknown): unknown {
  if (!RpcError.is(error)) return error;
  const { kind, message, retryAfterMilliseconds: wait } = error;
  const details = wait === null ? {} : { retryAfterSeconds: wait / 1_000 };
  return new MarketError(marketErrorKinds[kind] ?? 'service-failing', message, details);
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
    throwIfCancelled(signal);
    throw toError(error);
  }
}
