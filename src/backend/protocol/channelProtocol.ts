import { createHmac } from 'node:crypto';
import type { Message } from 'vscode-jsonrpc/node';
import { type ArbitragesProgress, arbscopeMethods } from './arbscopeProtocol.ts';
import { parseWithBigints, stringifyWithBigints } from './bigintJson.ts';
import type { WaitingProgress } from './callProtocol.ts';
import { landingMethods } from './landingProtocol.ts';
import type { LoadingProgress } from './poolProtocol.ts';

/**
 * The channel between a window and the backend: JSON-RPC messages (`vscode-jsonrpc`) over a
 * Unix socket or named pipe that only the user can open. This file and those beside it whose names
 * end with `Protocol` are all that the two share: here is how they meet and how messages become
 * bytes, there what is asked of connections (`connectionProtocol.ts`), of operations
 * (`callProtocol.ts`), of Arbscope's own (`arbscopeProtocol.ts`), of pools (`poolProtocol.ts`) and of
 * landing (`landingProtocol.ts`).
 *
 * A connection begins with two requests that prove to each side that the other knows the secret in
 * the user's own storage; anything else before that ends the connection:
 * 1. `hello` with a fresh nonce; the answer's proof is HMAC-SHA-256 of
 *    `server:<clientNonce>:<serverNonce>` under the secret, hexadecimal;
 * 2. `authenticate` with the proof of `client:<clientNonce>:<serverNonce>`.
 *
 * The secret is the text of its file without white space around it.
 *
 * A window then opens the connections that it uses (`open`), which is the one message that holds
 * keys and URLs with keys; every later message names the connection by the id that it got. Ids end
 * with the process: a call with one that is not open is answered with the error code
 * `unknownConnectionCode`, nothing was asked then, and the window opens again and repeats it.
 *
 * Long requests carry a `progressToken` of the window's choice; what happens meanwhile comes as the
 * library's progress (`$/progress`) under it. Every request is cancelled by its own cancellation.
 *
 * Raw amounts travel as decimal strings (`bigintJson.ts`).
 */
export const protocolVersion = 4;

export const channelMethods = {
  hello: 'hello',
  authenticate: 'authenticate',
  open: 'open',
  close: 'close',
  call: 'call',
  checkConnection: 'checkConnection',
  loadPools: 'loadPools',
  poolStats: 'poolStats',
  poolPage: 'poolPage',
  poolSearch: 'poolSearch',
  poolDetail: 'poolDetail',
  lookupTable: 'lookupTable',
  fetchImage: 'fetchImage',
  readTransaction: 'readTransaction',
  callTool: 'callTool',
  attach: 'attach',
  ...arbscopeMethods,
  ...landingMethods,
  status: 'status',
  log: 'log',
  /** Notification: a `JournalProblem`, or `{}` when it is gone. */
  journalProblem: 'journalProblem',
  goodbye: 'goodbye',
} as const;

/** Requests that a window may make once it has proved itself. */
export type WindowMethod = Exclude<
  keyof typeof channelMethods,
  'hello' | 'authenticate' | 'status' | 'log' | 'journalProblem' | 'goodbye' | 'landing'
>;

/** JSON-RPC leaves the codes from -32099 to -32000 to the server. */
export const marketErrorCode = -32_000;
/** The connection is not open in this process (any more): open it again. */
export const unknownConnectionCode = -32_001;

export interface HelloResponse {
  readonly protocolVersion: number;
  /** Version of the extension that the process was built with. */
  readonly version: string;
  readonly serverNonce: string;
  readonly proof: string;
}

/** Of a call, or of a load of pools. */
export type CallProgress = WaitingProgress | LoadingProgress;
export type ChannelProgress = CallProgress | ArbitragesProgress;

/** Notification `goodbye`: the window goes, and does not come back by itself. */
export interface Goodbye {
  /** Of the editor that the window belongs to: when that has ended too, nobody comes back. */
  readonly editorProcessId: number;
}

/** Notification `log`: a line of the process's log. */
export interface LogLine {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Lines that a started process writes to stderr, by which its starter knows what became of it. */
export const channelStatusLines = {
  /** The socket accepts windows. */
  ready: 'arbscope-channel: ready',
  /** Another process serves the socket already; this one exits with 0. */
  alreadyServed: 'arbscope-channel: already served',
} as const;

/** Windows keeps named pipes apart from files and drops them with their process. */
const pipePrefix = '\\\\.\\pipe\\';
export const isPipe = (socketPath: string): boolean => socketPath.startsWith(pipePrefix);

/** Nonces are 32 random bytes in hexadecimal; anything else ends the connection. */
export const noncePattern = /^[0-9a-f]{64}$/;

/** The proof, hexadecimal, that `side` knows the secret. */
export function computeProof(
  secret: string,
  side: 'server' | 'client',
  nonces: { readonly clientNonce: string; readonly serverNonce: string },
): string {
  return createHmac('sha256', secret)
    .update(`${side}:${nonces.clientNonce}:${nonces.serverNonce}`)
    .digest('hex');
}

/** JSON that keeps raw amounts, for the readers and writers of `vscode-jsonrpc` at both ends. */
export const channelCodec = {
  contentTypeEncoder: {
    name: 'application/json',
    encode: (message: Message): Promise<Uint8Array> =>
      Promise.resolve(Buffer.from(stringifyWithBigints(message), 'utf8')),
  },
  contentTypeDecoder: {
    name: 'application/json',
    // Async, so that text that is no JSON becomes the reader's error and not an exception.
    decode: async (bytes: Uint8Array): Promise<Message> =>
      parseWithBigints(Buffer.from(bytes).toString('utf8')) as Message,
  },
};
