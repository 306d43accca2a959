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
/** Settings of a connection, including its secrets. */
export type ConnectionSettings = SandboxSettings | NodeSettings | ServiceSettings;
export type RateSetting = RequestOf<typeof RateSettingSchema>;
export type OpenRequest = RequestOf<typeof OpenSchema>;

export interface OpenResponse {
  /** Equal for equal settings in all windows of one process; reveals nothing of them. */
  readonly connectionId: string;
}

export interface ConnectionCheckTrial {
  /** An operation, or the method of a node request. */
  readonly request: string;
  readonly encoding: ParameterEncoding | null;
  readonly milliseconds: number;
  /** `null` if the request succeeded. */
  readonly error: CallErrorData | null;
  /** Summary of the response, or the error message. */
  readonly description: string;
}

export interface ConnectionCheckReport {
  /** Every tested request succeeded, with these settings or with `encoding`. */
  readonly isWorking: boolean;
  /** Tested origin; `sandbox` for the simulated market. */
  readonly origin: string;
  /** Duration of the fastest successful request. */
  readonly latencyMilliseconds: number | null;
  readonly key: 'accepted' | 'refused' | 'unknown' | 'none';
  /** The encoding that the service understands, to be saved; `null` if none, or not a service. */
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
  /** Source of the blocks: `sandbox`, `recorded`, or the origin of a node. */
  readonly source?: string;
  /** Slots behind the source's newest; `null` if unknown or not applicable. */
  readonly lagSlots?: number | null;
  /** The same as a duration, by the measured slot time; `null` until it is measured. */
  readonly lagMilliseconds?: number | null;
  /**
   * When the last new block was stored, or the engine started, by this machine's clock, Unix
   * milliseconds. No node can falsify it, unlike `newestBlockTimeSeconds`.
   */
  readonly newBlockAtMilliseconds?: number;
  /** No block has arrived for 10 s. */
  readonly isStalled?: boolean;
  /** Share of the newest day's blocks that is indexed; below 1, counts are too low; `null` if unknown. */
  readonly indexedFraction?: number | null;
  /** Transactions since the start that could not be read and are not indexed. */
  readonly unreadableTransactions?: number;
  /** Transactions of the chain read per second recently, including votes. */
  readonly transactionsPerSecond?: number;
  /** Rows in the store; `null` before they were counted. */
  readonly rows?: number | null;
  /** Size of the store; `null` before it was measured. */
  readonly storeBytes?: number | null;
  /** SOL price in the newest swaps, USD, with the block time; `null` before the first swap. */
  readonly solPrice?: { readonly priceUsd: number; readonly timeSeconds: number } | null;
}

/** Notification `status` of a connection that the window opened, at most once a second. */
export interface ConnectionStatus {
  readonly connectionId: string;
  readonly kind: ConnectionSettings['kind'];
  /** `sandbox`, or the origin of the node or service: never a whole URL. */
  readonly origin: string;
  /** `idle`: no call has opened it yet, or it was closed after a while without calls. */
  readonly state: 'idle' | 'starting' | 'ready' | 'failed';
  /** Progress of the start, a warning, or the error message; empty if all is well. */
  readonly message: string;
  /** The error, if the state is `failed` or the last call of a service failed. */
  readonly error: CallErrorData | null;
  /** The connection could not be opened, and is not tried again before, Unix milliseconds. */
  readonly nextTryAtMilliseconds?: number | null;
  /** Latency of the service's latest response; `null` for engines and before the first response. */
  readonly latencyMilliseconds: number | null;
  /** `null` for a service. */
  readonly engine: EngineStats | null;
  /** What a service says of its figures; absent: it says nothing. */
  readonly isSimulated?: boolean;
  /** Recently used operations with a rate limit; empty for engines. */
  readonly budgets: readonly OperationBudget[];
}
