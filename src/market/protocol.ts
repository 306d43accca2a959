import { createHmac } from 'node:crypto';
import type { Message } from 'vscode-jsonrpc/node';
import type { OperationName } from '../interface/operations.ts';

/**
 * The channel between a window and the market process: JSON-RPC messages (`vscode-jsonrpc`) over a
 * Unix socket or named pipe that only the user can open. This file is all that the two share.
 *
 * A connection begins with two requests that prove to each side that the other knows the secret in
 * the user's own storage; anything else before that ends the connection:
 * 1. `hello` with a fresh nonce; the answer's proof is HMAC-SHA-256 of
 *    `server:<clientNonce>:<serverNonce>` under the secret, hexadecimal;
 * 2. `authenticate` with the proof of `client:<clientNonce>:<serverNonce>`.
 *
 * The secret is the text of its file without white space around it.
 *
 * Raw amounts travel as decimal strings inside `{"$bigint": "…"}`.
 */
export const protocolVersion = 1;

export const channelMethods = {
  hello: 'hello',
  authenticate: 'authenticate',
  call: 'call',
  status: 'status',
  log: 'log',
  goodbye: 'goodbye',
} as const;

export interface HelloRequest {
  readonly protocolVersion: number;
  readonly clientNonce: string;
}

export interface HelloAnswer {
  readonly protocolVersion: number;
  /** Version of the extension that the process was built with. */
  readonly version: string;
  readonly serverNonce: string;
  readonly proof: string;
}

export interface AuthenticateRequest {
  readonly proof: string;
}

/** Which engine or service a call is for. */
export type ConnectionTarget = { readonly kind: 'sandbox'; readonly seed?: number };

/** Request `call`: one operation of the interface. Cancelled by the message's own cancellation. */
export interface CallRequest {
  readonly target: ConnectionTarget;
  readonly operation: OperationName;
  readonly parameters: unknown;
}

export interface CallAnswer {
  readonly result: unknown;
}

/** `data` of a response error: a MarketError across the channel. */
export interface CallErrorData {
  readonly kind: string;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterSeconds?: number;
}

/** Notification `status`: state of an engine, sent when it changes and at most once a second. */
export interface EngineStatus {
  readonly target: ConnectionTarget;
  readonly state: 'starting' | 'ready' | 'failed';
  /** Progress of the start in words, or the failure. */
  readonly message: string;
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  /** Arbitrage transactions in the store. */
  readonly arbitrages: number;
  /** Where the blocks come from: `sandbox`, `recorded`, or the origin of a node. */
  readonly source?: string;
  /** Slots behind the source's newest; `null` where that is not known or means nothing. */
  readonly lagSlots?: number | null;
  /** Part of the newest day's blocks that is indexed; below 1 every count is of a sample. */
  readonly sampledFraction?: number;
  /** Transactions of the chain, votes among them, read per second of late. */
  readonly transactionsPerSecond?: number;
  /** Rows in the store; `null` before they were counted. */
  readonly rows?: number | null;
  /** Size of the store; `null` before it was measured. */
  readonly storeBytes?: number | null;
}

/** Notification `log`: a line of the process's log. */
export interface LogLine {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** `JSON.stringify` replacer: raw amounts without loss. */
export function replaceBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $bigint: value.toString() } : value;
}

/** The way back of `replaceBigint`. */
export function reviveBigint(_key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$bigint' in value) {
    const text = value.$bigint;
    if (typeof text === 'string' && /^-?[0-9]{1,20}$/.test(text)) return BigInt(text);
  }
  return value;
}

/** Lines that a started process writes to stderr, by which its starter knows what became of it. */
export const channelLines = {
  /** The socket accepts windows. */
  ready: 'arbscope-channel: ready',
  /** Another process serves the socket already; this one exits with 0. */
  alreadyServed: 'arbscope-channel: already served',
} as const;

/** Nonces are 32 random bytes in hexadecimal; anything else ends the connection. */
export const noncePattern = /^[0-9a-f]{64}$/;

/** The proof, hexadecimal, that `side` knows the secret. */
export function proofOfSecret(
  secret: string,
  side: 'server' | 'client',
  nonces: { readonly clientNonce: string; readonly serverNonce: string },
): string {
  return createHmac('sha256', secret)
    .update(`${side}:${nonces.clientNonce}:${nonces.serverNonce}`)
    .digest('hex');
}

/**
 * How messages become bytes: JSON with raw amounts kept. Both ends give this to the readers and
 * writers of `vscode-jsonrpc`.
 */
export const channelEncoding = {
  contentTypeEncoder: {
    name: 'application/json',
    encode: (message: Message): Promise<Uint8Array> =>
      Promise.resolve(Buffer.from(JSON.stringify(message, replaceBigint), 'utf8')),
  },
  contentTypeDecoder: {
    name: 'application/json',
    // Async, so that text that is no JSON becomes the reader's error and not an exception.
    decode: async (bytes: Uint8Array): Promise<Message> =>
      JSON.parse(Buffer.from(bytes).toString('utf8'), reviveBigint),
  },
};
