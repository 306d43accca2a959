import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperationName } from '../../api/arbscope/arbscopeOperations.ts';
import type { OperationName } from '../../api/operations.ts';
import type { LandingChain } from '../../engine/chain/landingChain.ts';
import type { RpcBlockTransaction } from '../../engine/decode/rpcBlock.ts';
import type { MintKnowledge } from '../../engine/landing/toSimulatedOutcome.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type {
  ConnectionCheckReport,
  ConnectionSettings,
  ConnectionStatus,
} from '../protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import type { ConnectionPools } from './connectionPools.ts';

/** Arbscope's own operations. `parameters` are validated. Both throw a MarketError. */
export interface ArbscopeConnection {
  call(
    operation: ArbscopeOperationName,
    parameters: unknown,
    options: Pick<ConnectionCallOptions, 'signal' | 'priority' | 'forceRefresh'> &
      Partial<Pick<ConnectionCallOptions, 'onProgress'>>,
  ): Promise<CallResponse>;
  /** The first event comes at once, maybe without arbitrages; its cursor is the stream's start. */
  stream(parameters: ArbitrageStreamParameters, signal: AbortSignal): AsyncIterable<ArbitrageEvent>;
}

export interface Connection {
  /** `parameters` are validated. Throws a MarketError. */
  call(
    operation: OperationName,
    parameters: unknown,
    options: ConnectionCallOptions,
  ): Promise<CallResponse>;
  readonly arbscope: ArbscopeConnection;
  readonly pools: ConnectionPools;
  /** The chain behind it, for queries; `null` for a service, which only accepts transactions. */
  readonly landing?: LandingChain | null;
  /** Prices and symbols of the index; absent for a service, which needs a request for each. */
  readonly mints?: MintKnowledge;
  /** `null` if the account is not a lookup table. Absent without a chain. */
  lookupTableSize?(address: string, signal: AbortSignal): Promise<number | null>;
  /** Slots of last deployments; `null` without accounts of a chain. Absent for a service. */
  programSlots?(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number> | null>;
  /** Texts of the IDLs that programs publish on the chain. Absent for a service. */
  idlTexts?(
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | null>;
  /**
   * With its instructions and log; `null`: the chain does not have it. Absent for a service. Throws
   * a MarketError.
   */
  rawTransaction?(signature: string, signal: AbortSignal): Promise<RpcBlockTransaction | null>;
  close(): Promise<void>;
}

/** Responds to some calls while the connection is opening, with the same results. */
export interface EarlyResponder extends Pick<Connection, 'call'> {
  /** `parameters` are validated. */
  covers(operation: OperationName, parameters: unknown): boolean;
}

/** Tests a connection by its settings, open or not. Throws a MarketError. */
export type CheckConnection = (
  settings: ConnectionSettings,
  options: ConnectionCallOptions,
) => Promise<ConnectionCheckReport>;

/** A change of a connection's status; absent members keep their values. */
export type StatusUpdate = Partial<Omit<ConnectionStatus, 'connectionId' | 'kind' | 'origin'>>;

/** Opens a connection; resolves when it can respond. Throws a MarketError. */
export type OpenConnection = (
  settings: ConnectionSettings,
  options: {
    readonly signal: AbortSignal;
    readonly onStatus: (change: StatusUpdate) => void;
    /** Called with a responder for use until the connection is open. */
    readonly onEarlyResponder?: (early: EarlyResponder) => void;
  },
) => Promise<Connection>;
