import type { OperationName } from '../../api/operations.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type {
  NetworkSettingsSchema,
  OpenSchema,
  RateSettingSchema,
  settingsSchemas,
} from '../requests/requestSchemas.ts';
import type { CallErrorData } from './callProtocol.ts';

export type NetworkSettings = RequestOf<typeof NetworkSettingsSchema>;
export type SandboxSettings = RequestOf<(typeof settingsSchemas)['sandbox']>;
export type NodeSettings = RequestOf<(typeof settingsSchemas)['node']>;
export type ServiceSettings = RequestOf<(typeof settingsSchemas)['service']>;
/** What stands behind a connection, its secrets included. */
export type ConnectionSettings = SandboxSettings | NodeSettings | ServiceSettings;
export type RateSetting = RequestOf<typeof RateSettingSchema>;
export type OpenRequest = RequestOf<typeof OpenSchema>;

export interface OpenResponse {
  /** The same for the same settings in every window of one process; tells nothing of them. */
  readonly connectionId: string;
}

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

export interface OperationBudget extends RateSetting {
  readonly operation: OperationName;
  readonly left: number;
  readonly waiting: number;
  /** When the next request may be sent, Unix milliseconds; `null`: now. */
  readonly nextCallAtMilliseconds: number | null;
}

export interface EngineStats {
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  readonly arbitrages: number;
  /** Where the blocks come from: `sandbox`, `recorded`, or the origin of a node. */
  readonly source?: string;
  /** Slots behind the source's newest; `null` where that is not known or means nothing. */
  readonly lagSlots?: number | null;
  /** The same in time, by how long slots take at present. */
  readonly lagMilliseconds?: number | null;
  /** No block has come for 10 s. */
  readonly isStalled?: boolean;
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

/** Notification `status` of a connection that the window opened, at most once a second. */
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
