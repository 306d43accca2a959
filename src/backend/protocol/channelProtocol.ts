import { createHmac } from 'node:crypto';
import type { Message } from 'vscode-jsonrpc/node';
import { type ArbitragesProgress, arbscopeMethods } from './arbscopeProtocol.ts';
import { parseWithBigints, stringifyWithBigints } from './bigintJson.ts';
import type { BlocksProgress, WaitingProgress } from './callProtocol.ts';
import { idlMethods } from './idlProtocol.ts';
import { landingMethods } from './landingProtocol.ts';
import type { LoadingProgress } from './poolProtocol.ts';

/**
 * The channel between a window and the backend: JSON-RPC messages (`vscode-jsonrpc`) over a Unix
 * socket or named pipe that only the user can open. The two sides share only this file and its
 * siblings whose names end with `Protocol`. This one defines the handshake and the encoding; the
 * others define the requests for connections (`connectionProtocol.ts`), operations
 * (`callProtocol.ts`), Arbscope's own operations (`arbscopeProtocol.ts`), pools (`poolProtocol.ts`)
 * and landing (`landingProtocol.ts`).
 *
 * A connection begins with two requests in which each side proves that it knows the secret in the
 * user's private storage; anything else before that ends the connection:
 * 1. `hello` with a fresh nonce; the proof in the response is HMAC-SHA-256 of
 *   `server:<clientNonce>:<serverNonce>` under the secret, hexadecimal;
 * 2. `authenticate` with the proof of `client:<clientNonce>:<serverNonce>`.
 *
 * The secret is the text of its file without surrounding white space.
 *
 * A window then opens its connections (`open`). Only this message contains keys and URLs with keys;
 * later messages refer to the connection by the returned id. Ids are only valid in one process: a
 * call with an unknown id fails with the error code `unknownConnectionCode` before any request is
 * sent, and the window opens the connection again and repeats the call.
 *
 * Long requests carry a `progressToken` chosen by the window; their progress is sent as the
 * library's `$/progress` with this token. Every request can be cancelled.
 *
 * Raw amounts are encoded as decimal strings (`bigintJson.ts`).
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
  programSlots: 'programSlots',
  fetchImage: 'fetchImage',
  readTransaction: 'readTransaction',
  readCompetition: 'readCompetition',
  callTool: 'callTool',
  attach: 'attach',
  ...arbscopeMethods,
  ...idlMethods,
  ...landingMethods,
  status: 'status',
  log: 'log',
  /** Notification: a `JournalProblem`, or `{}` once it is solved. */
  journalProblem: 'journalProblem',
  goodbye: 'goodbye',
} as const;

export type WindowMethod = Exclude<
  keyof typeof channelMethods,
  'hello' | 'authenticate' | 'status' | 'log' | 'journalProblem' | 'goodbye' | 'landing'
>;

/** JSON-RPC reserves the codes from -32099 to -32000 for servers. */
export const marketErrorCode = -32_000;
/** The connection is not, or no longer, open in this process: open it again. */
export const unknownConnectionCode = -32_001;

export interface HelloResponse {
  readonly protocolVersion: number;
  /** Version of the extension that the process was built with. */
  readonly version: string;
  readonly serverNonce: string;
  readonly proof: string;
}

export type CallProgress = WaitingProgress | LoadingProgress | BlocksProgress;
export type ChannelProgress = CallProgress | ArbitragesProgress;

/** Notification `goodbye`: the window disconnects and will not reconnect on its own. */
export interface Goodbye {
  /** Process of the window's editor: once it has exited too, no window will reconnect. */
  readonly editorProcessId: number;
}

/** Notification `log`: a line of the process's log. */
export interface LogLine {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Lines that a started process writes to stderr to report its state to its starter. */
export const channelStatusLines = {
  ready: 'arbscope-channel: ready',
  /** Another process already serves the socket; this one exits with 0. */
  alreadyServed: 'arbscope-channel: already served',
} as const;

/** Prefix of Windows named pipes, which are not files and disappear with their process. */
const pipePrefix = '\\\\.\\pipe\\';
/** Longest path in `sun_path` on any supported system, without the terminating zero. */
export const maxSocketPathBytes = 103;
export const isPipe = (socketPath: string): boolean => socketPath.startsWith(pipePrefix);

/** Nonces are 32 random bytes in hexadecimal; anything else ends the connection. */
export const noncePattern = /^[0-9a-f]{64}$/;

/** Hexadecimal proof that `side` knows the secret. */
export function computeProof(
  secret: string,
  side: 'server' | 'client',
  nonces: { readonly clientNonce: string; readonly serverNonce: string },
): string {
  return createHmac('sha256', secret)
    .update(`${side}:${nonces.clientNonce}:${nonces.serverNonce}`)
    .digest('hex');
}

/** JSON with raw amounts, for the `vscode-jsonrpc` readers and writers at both ends. */
export const channelCodec = {
  contentTypeEncoder: {
    name: 'application/json',
    encode: (message: Message): Promise<Uint8Array> =>
      Promise.resolve(Buffer.from(stringifyWithBigints(message), 'utf8')),
  },
  contentTypeDecoder: {
    name: 'application/json',
    // Async, so that invalid JSON becomes the reader's error instead of an exception.
    decode: async (bytes: Uint8Array): Promise<Message> =>
      parseWithBigints(Buffer.from(bytes).toString('utf8')) as Message,
  },
};
