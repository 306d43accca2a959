import type { OperationName } from '../../api/operations.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';
import type { CallErrorData } from './callProtocol.ts';

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

export interface OpenResponse {
  /** The same for the same settings in every window of one process; tells nothing of them. */
  readonly connectionId: string;
}

/** Request `close`: this window does not use the connection any more. */
export interface CloseRequest {
  readonly connectionId: string;
}

/**
 * Request `testConnection`: tries a connection that need not be open. Its progress is
 * `WaitingProgress`: it keeps within the same limits as every call.
 */
export interface ConnectionCheckRequest {
  readonly settings: ConnectionSettings;
  readonly progressToken?: string;
}

/** One request of a test. */
export interface ConnectionCheckTrial {
  /** An operation, or what a node was asked. */
  readonly request: string;
  readonly encoding: ParameterEncoding | null;
  readonly milliseconds: number;
  /** `null`: it was answered. */
  readonly error: CallErrorData | null;
  /** What was answered, or what went wrong, in words. */
  readonly description: string;
}

export interface ConnectionCheckReport {
  /** Everything that was tried was answered, with the settings as they are or as `encoding` says. */
  readonly isWorking: boolean;
  /** Origin that was tried; `sandbox` for the simulated market. */
  readonly origin: string;
  /** Whole time of the quickest answered request. */
  readonly latencyMilliseconds: number | null;
  readonly key: 'accepted' | 'refused' | 'unknown' | 'none';
  /** The encoding that the service understands, to be kept; `null` where none or not a service. */
  readonly encoding: ParameterEncoding | null;
  readonly trials: readonly ConnectionCheckTrial[];
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
export interface EngineStats {
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  /** Arbitrage transactions in the store. */
  readonly arbitrages: number;
  /** Where the blocks come from: `sandbox`, `recorded`, or the origin of a node. */
  readonly source?: string;
  /** Slots behind the source's newest; `null` where that is not known or means nothing. */
  readonly lagSlots?: number | null;
  /** Part of the newest day's blocks that is indexed; below 1 counts are too low. */
  readonly indexedFraction?: number;
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
  readonly engine: EngineStats | null;
  /** Of operations that have a limit and were used of late; empty for engines. */
  readonly budgets: readonly OperationBudget[];
}
