import { setImmediate } from 'node:timers/promises';
import { isObject } from '../../api/isObject.ts';
import { stringifyJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { LandingError } from '../../engine/rpc/landingError.ts';
import { rpcErrorCodes } from '../../engine/rpc/rpcError.ts';

/** Handles one JSON-RPC request; `null` while the node starts. */
export type RpcHandler = (method: string, params: readonly unknown[]) => Promise<unknown> | null;

export const maxRpcBatch = 100;
/** Further requests of the batch get an error instead. */
export const maxRpcBatchBytes = 8 * 1024 * 1024;

const rpcError = (id: unknown, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});

export const rpcParseError = rpcError(
  null,
  rpcErrorCodes.parseError,
  'Parse error: the body is not valid JSON',
);

const invalidRequest = (id: unknown, reason: string) =>
  rpcError(id, rpcErrorCodes.invalidRequest, `Invalid request: ${reason}`);

/**
 * JSON in the order of the batch; failures are responses as well. `null` if all are notifications.
 * Yields between requests, as a batch may take seconds. A MarketError of `beforeLanding` is thrown only for a single request.
 */
export async function handleRpcBody(
  rpc: RpcHandler,
  body: unknown,
  beforeLanding: () => void,
): Promise<string | null> {
  if (!Array.isArray(body)) {
    const response = await handleRpcRequest(rpc, body, beforeLanding);
    return response === null ? null : stringifyJson(response);
  }
  if (body.length === 0) return stringifyJson(invalidRequest(null, 'the batch is empty'));
  if (body.length > maxRpcBatch) {
    const reason = `a batch of ${body.length} requests; at most ${maxRpcBatch}`;
    return stringifyJson(invalidRequest(null, reason));
  }
  const responses: string[] = [];
  let bytes = 0;
  // In sequence, because a transaction may depend on earlier ones of the batch.
  for (const request of body as readonly unknown[]) {
    if (exceedsBatch(bytes)) {
      responses.push(stringifyJson(tooLarge(request)));
      continue;
    }
    const response = await handleRpcRequest(rpc, request, beforeLanding).catch((error) => {
      if (!MarketError.is(error, 'rate-limited')) throw error;
      return rpcError(requestId(request) ?? null, rpcErrorCodes.rateLimited, error.message);
    });
    if (response === null) continue;
    const text = stringifyJson(response);
    bytes += Buffer.byteLength(text);
    responses.push(exceedsBatch(bytes) ? stringifyJson(tooLarge(request)) : text);
    await setImmediate();
  }
  return responses.length === 0 ? null : `[${responses.join(',')}]`;
}

const exceedsBatch = (bytes: number): boolean => bytes > maxRpcBatchBytes;

const tooLarge = (request: unknown) =>
  rpcError(
    requestId(request) ?? null,
    rpcErrorCodes.internalError,
    `The responses of the batch exceed ${maxRpcBatchBytes / 1024 / 1024} MiB; send fewer requests`,
  );

/** `null` for a notification, which has no `id`. */
export async function handleRpcRequest(
  rpc: RpcHandler,
  request: unknown,
  beforeLanding: () => void,
): Promise<object | null> {
  if (!isObject(request)) return invalidRequest(null, 'it must be an object or a batch of objects');
  const id = requestId(request);
  const isNotification = !Object.hasOwn(request, 'id');
  if (id === undefined && !isNotification) {
    return invalidRequest(null, 'id must be a string, a number or null');
  }
  const { jsonrpc, method } = request;
  if (jsonrpc !== undefined && jsonrpc !== '2.0')
    return invalidRequest(id, 'jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalidRequest(id, 'method must be a string');
  const response = await callMethod(rpc, request, method, id, beforeLanding);
  return isNotification ? null : response;
}

async function callMethod(
  rpc: RpcHandler,
  request: Readonly<Record<string, unknown>>,
  method: string,
  id: unknown,
  beforeLanding: () => void,
): Promise<object> {
  const params = request['params'] ?? [];
  if (!Array.isArray(params)) {
    return rpcError(id, rpcErrorCodes.invalidParams, 'Invalid params: params must be an array');
  }
  // Landing over JSON-RPC counts towards the same rate limit.
  if (method === 'sendTransaction') beforeLanding();
  try {
    const result = rpc(method, params);
    return result === null
      ? rpcError(id, rpcErrorCodes.nodeUnhealthy, 'Node is unhealthy: it is starting')
      : { jsonrpc: '2.0', result: await result, id };
  } catch (error) {
    const refused = toLandingErrorResponse(error, request);
    if (refused !== null) return refused;
    if (!MarketError.is(error)) throw error;
    return rpcError(id, rpcErrorCodes.internalError, error.message);
  }
}

function requestId(request: unknown): string | number | bigint | null | undefined {
  const id = isObject(request) && Object.hasOwn(request, 'id') ? request['id'] : undefined;
  const isId =
    id === null || typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint';
  return isId ? id : undefined;
}

/** A refused landing as a Solana node's JSON-RPC error; `null` for a failure of the server. */
export function toLandingErrorResponse(
  error: unknown,
  body: unknown,
): ReturnType<typeof rpcError> | null {
  const id = requestId(body) ?? null;
  if (LandingError.isLandingError(error)) {
    return rpcError(id, error.code, error.message, error.data);
  }
  if (MarketError.is(error, 'plan-lacks-operation')) {
    return rpcError(id, rpcErrorCodes.methodNotFound, error.message);
  }
  return MarketError.is(error, 'bad-parameter')
    ? rpcError(id, rpcErrorCodes.invalidParams, error.message)
    : null;
}
