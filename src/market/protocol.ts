import { createHmac } from 'node:crypto';
import type { Message } from 'vscode-jsonrpc/node';
import type { MarketCacheAccount } from '../interface/marketCache.ts';
import type { OperationName } from '../interface/operations.ts';
import type { ParameterEncoding } from '../interface/parameterEncoding.ts';
import { landingMethods } from './landingProtocol.ts';

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
 * A window then opens the connections that it uses (`open`), which is the one message that holds
 * keys and URLs with keys; every later message names the connection by the id that it got. Ids end
 * with the process: a call with one that is not open is answered with the error code
 * `unknownConnectionCode`, nothing was asked then, and the window opens again and repeats it.
 *
 * Long requests carry a `progressToken` of the window's choice; what happens meanwhile comes as the
 * library's progress (`$/progress`) under it. Every request is cancelled by its own cancellation.
 *
 * Raw amounts travel as decimal strings inside `{"$bigint": "…"}`.
 */
export const protocolVersion = 3;

export const channelMethods = {
  hello: 'hello',
  authenticate: 'authenticate',
  open: 'open',
  close: 'close',
  call: 'call',
  testConnection: 'testConnection',
  loadPools: 'loadPools',
  poolStats: 'poolStats',
  poolPage: 'poolPage',
  poolSearch: 'poolSearch',
  poolDetail: 'poolDetail',
  lookupTable: 'lookupTable',
  fetchImage: 'fetchImage',
  readTransaction: 'readTransaction',
  ...landingMethods,
  status: 'status',
  log: 'log',
  goodbye: 'goodbye',
} as const;

/** JSON-RPC leaves the codes from -32099 to -32000 to the server. */
export const marketErrorCode = -32_000;
/** The connection is not open in this process (any more): open it again. */
export const unknownConnectionCode = -32_001;

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

/** The simulated market. */
export interface SandboxSettings {
  readonly kind: 'sandbox';
  readonly seed?: number;
}

/** How the editor is set to reach the network; each member absent where it says nothing. */
export interface NetworkSettings {
  readonly proxy?: {
    readonly url: string;
    readonly authorization?: string;
    readonly except?: readonly string[];
    /** Whether the proxy's own certificate must be known; true unless it says otherwise. */
    readonly strictCertificates?: boolean;
  };
  /** Certificate authorities in PEM beside those that Node knows. */
  readonly certificates?: readonly string[];
  /** Whether the certificate authorities of the system count as well. */
  readonly systemCertificates?: boolean;
}

/** The embedded engine over the user's own node. Both URLs may hold keys. */
export interface NodeSettings extends NetworkSettings {
  readonly kind: 'node';
  readonly rpcUrl: string;
  readonly blockEngineUrl?: string;
  readonly commitment?: 'confirmed' | 'finalized';
  /** How far back an index begins that has nothing yet; 0 to 24. */
  readonly backfillHours?: number;
}

/** Names of the published rates' tiers in rising order; which plan has which is not published. */
export const serviceTiers = ['low', 'middle', 'high'] as const;
export type ServiceTier = (typeof serviceTiers)[number];

/** Requests in any stretch of so many seconds. */
export interface RateSetting {
  readonly requests: number;
  readonly perSeconds: number;
}

/** A remote service over HTTP. */
export interface ServiceSettings extends NetworkSettings {
  readonly kind: 'service';
  /** https, or http on this machine; bound to the key by its origin. */
  readonly baseUrl: string;
  readonly landingUrl?: string;
  /** For the origin of `baseUrl`; sent to no other. */
  readonly apiKey: string;
  /** For the origin of `landingUrl` where that is another: without it nothing is landed there. */
  readonly landingApiKey?: string;
  readonly encoding?: ParameterEncoding;
  readonly tier?: ServiceTier;
  /** Rates that the user knows better than the published ones. */
  readonly rates?: Readonly<Partial<Record<OperationName, RateSetting>>>;
}

/** Request `open`: what stands behind a connection, its secrets included. */
export type ConnectionSettings = SandboxSettings | NodeSettings | ServiceSettings;

export interface OpenRequest {
  readonly settings: ConnectionSettings;
}

export interface OpenAnswer {
  /** The same for the same settings in every window of one process; tells nothing of them. */
  readonly connectionId: string;
}

/** Request `close`: this window does not use the connection any more. */
export interface CloseRequest {
  readonly connectionId: string;
}

/** An interactive call comes before every background one. */
export type CallPriority = 'interactive' | 'background';

/** Request `call`: one operation of the interface. Its progress is `WaitingProgress`. */
export interface CallRequest {
  readonly connectionId: string;
  readonly operation: OperationName;
  readonly parameters: unknown;
  /** Interactive unless it says otherwise. */
  readonly priority?: CallPriority;
  /** Ask even where a kept answer is still good: somebody pressed "refresh". */
  readonly isFresh?: boolean;
  readonly progressToken?: string;
}

export interface CallAnswer {
  readonly result: unknown;
  /** Members of the answer that could not be read and are left out; in words. */
  readonly faults?: readonly CallErrorData[];
  /** When a kept answer was given, Unix milliseconds; absent for one that was just asked for. */
  readonly cachedAtMilliseconds?: number;
}

/** The call waits for its turn within the service's limits. */
export interface WaitingProgress {
  readonly kind: 'waiting';
  readonly operation: OperationName;
  /** When it is expected to be sent, Unix milliseconds, and how long that is from now. */
  readonly nextCallAtMilliseconds: number;
  readonly nextCallInSeconds: number;
}

/** Pools are being loaded. */
export interface LoadingProgress {
  readonly kind: 'loading';
  readonly pools: number;
  readonly receivedBytes: number;
  /** `null` where the service does not say. */
  readonly totalBytes: number | null;
}

export type ChannelProgress = WaitingProgress | LoadingProgress;

/** `data` of a response error: a MarketError across the channel. */
export interface CallErrorData {
  readonly kind: string;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Request `testConnection`: tries a connection that need not be open. Its progress is
 * `WaitingProgress`: it keeps within the same limits as every call.
 */
export interface TestRequest {
  readonly settings: ConnectionSettings;
  readonly progressToken?: string;
}

/** One request of a test. */
export interface TestTrial {
  /** An operation, or what a node was asked. */
  readonly what: string;
  readonly encoding: ParameterEncoding | null;
  readonly milliseconds: number;
  /** `null`: it was answered. */
  readonly error: CallErrorData | null;
  /** What was answered, or what went wrong, in words. */
  readonly words: string;
}

export interface TestReport {
  /** Everything that was tried was answered, with the settings as they are or as `encoding` says. */
  readonly isWorking: boolean;
  /** Origin that was tried; `sandbox` for the simulated market. */
  readonly origin: string;
  /** Whole time of the quickest answered request. */
  readonly latencyMilliseconds: number | null;
  readonly key: 'accepted' | 'refused' | 'unknown' | 'none';
  /** The encoding that the service understands, to be kept; `null` where none or not a service. */
  readonly encoding: ParameterEncoding | null;
  readonly trials: readonly TestTrial[];
}

/** A pool in a list. Empty text where nothing tells. */
export interface PoolRow {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly symbolA: string;
  readonly symbolB: string;
  readonly lookupTable: string;
  /** In the aggregator's own cache. */
  readonly isAggregator: boolean;
}

/** Which pools a list is of. */
export interface PoolFilter {
  readonly program?: string;
  /** Pools with this mint on either side. */
  readonly mint?: string;
  /** Pools whose two mints are both among these, as the market cache's own filter has it. */
  readonly mints?: readonly string[];
  readonly onlyAggregator?: boolean;
}

/**
 * Request `loadPools`: fills the process's own table with the connection's market cache, unless it
 * is there and fresh enough. Progress: `WaitingProgress`, then `LoadingProgress`.
 */
export interface LoadPoolsRequest {
  readonly connectionId: string;
  /** Load again, however new the table is. */
  readonly isFresh?: boolean;
  readonly progressToken?: string;
}

/** Request `poolStats`; also the answer of `loadPools`. */
export interface PoolStatsRequest {
  readonly connectionId: string;
  readonly filter?: PoolFilter;
}

export interface PoolStats {
  readonly pools: number;
  /** When the table was filled, Unix milliseconds; `null` when it never was. */
  readonly loadedAtMilliseconds: number | null;
  /** Entries of the last load that were no pools. */
  readonly faults: number;
  /** By AMM program, the largest first. */
  readonly programs: readonly { readonly program: string; readonly pools: number }[];
}

/** Request `poolPage`: pools in a stable order. */
export interface PoolPageRequest {
  readonly connectionId: string;
  readonly filter?: PoolFilter;
  readonly offset: number;
  readonly limit: number;
}

export interface PoolPage {
  readonly rows: readonly PoolRow[];
  /** Pools that the filter lets through. */
  readonly total: number;
}

/**
 * Request `poolSearch`: pools whose address, program or mints begin with the text (or begin and end
 * with its two halves around `…` or `...`), or whose tokens have the symbol or one that begins with
 * it. The best matches first.
 */
export interface PoolSearchRequest {
  readonly connectionId: string;
  readonly text: string;
  readonly limit: number;
  readonly filter?: PoolFilter;
}

export interface PoolSearchAnswer {
  readonly rows: readonly PoolRow[];
  /** There are more than `limit`. */
  readonly hasMore: boolean;
}

/** Request `poolDetail`: one pool as the market cache has it, with the accounts of a swap. */
export interface PoolDetailRequest {
  readonly connectionId: string;
  readonly pool: string;
  /** False: without the accounts, which may take a call of the service; true by itself. */
  readonly withAccounts?: boolean;
  readonly priority?: CallPriority;
  readonly progressToken?: string;
}

export interface PoolDetail {
  readonly row: PoolRow;
  readonly params: Readonly<Record<string, unknown>>;
  /** `null` where the connection does not tell them, or they were not asked for. */
  readonly accounts: readonly PoolAccount[] | null;
}

/** Request `lookupTable`: how many addresses an address lookup table holds, out of the chain. */
export interface LookupTableRequest {
  readonly connectionId: string;
  readonly address: string;
}

export interface LookupTableAnswer {
  /** `null` for an address that is none, and where the connection has no chain to ask. */
  readonly addresses: number | null;
}

/** An account of a swap, as the market cache has it. */
export type PoolAccount = MarketCacheAccount;

/**
 * Request `fetchImage`: the picture at an address that the maker of a token chose. Only https to
 * the public internet, only PNG, JPEG, GIF and WebP, at most 512 kB; of no connection, and asked
 * for only when somebody wants to see it.
 */
export interface ImageRequest {
  readonly url: string;
}

/** The picture as a `data:` URI, or why there is none. */
export interface ImageAnswer {
  readonly dataUri: string | null;
  readonly reason: string | null;
}

/**
 * Request `readTransaction`: a transaction that a node tells, decoded; nothing is opened, followed
 * or indexed for it. Answered with a `CallAnswer` of the transaction operation.
 */
export interface TransactionRequest {
  /** Of a node. */
  readonly settings: ConnectionSettings;
  readonly signature: string;
}

/** How much of an operation's limit is left. */
export interface OperationBudget extends RateSetting {
  readonly operation: OperationName;
  /** Requests that could be sent now. */
  readonly left: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** When the next request may be sent, Unix milliseconds; `null`: now. */
  readonly nextCallAtMilliseconds: number | null;
}

/** Figures of the embedded engine. */
export interface EngineFigures {
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
  /** What SOL cost in the newest swaps, USD, with the time of the block; `null` before any. */
  readonly solPrice?: { readonly priceUsd: number; readonly timeSeconds: number } | null;
}

/**
 * Notification `status`: state of a connection that the window has opened, sent when it changes and
 * at most once a second.
 */
export interface ConnectionStatus {
  readonly connectionId: string;
  readonly kind: ConnectionSettings['kind'];
  /** `sandbox`, or the origin of the node or service: never a whole URL. */
  readonly origin: string;
  /** `idle`: opened by nobody's call yet, or closed after a while without one. */
  readonly state: 'idle' | 'starting' | 'ready' | 'failed';
  /** Progress of the start, what is wrong, or the failure, in words; empty when all is well. */
  readonly message: string;
  /** The failure, where the state is `failed` or the last call of a service failed. */
  readonly error: CallErrorData | null;
  /** Of the service's newest answer; `null` for engines and before the first. */
  readonly latencyMilliseconds: number | null;
  /** `null` for a service. */
  readonly engine: EngineFigures | null;
  /** Of operations that have a limit and were used of late; empty for engines. */
  readonly budgets: readonly OperationBudget[];
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
