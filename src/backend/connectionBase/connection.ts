import type { ArbitrageEvent, ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import type { ArbscopeOperationName } from '../../api/arbscope/arbscopeOperations.ts';
import type { OperationName } from '../../api/operations.ts';
import type { LandingChain } from '../../engine/chain/landingChain.ts';
import type { MintKnowledge } from '../../engine/landing/toSimulatedOutcome.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import type {
  ConnectionCheckReport,
  ConnectionSettings,
  ConnectionStatus,
} from '../protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import type { ConnectionPools } from './connectionPools.ts';

/** Arbscope's own operations. `parameters` are checked. Both throw a MarketError. */
export interface ArbscopeConnection {
  call(
    operation: ArbscopeOperationName,
    parameters: unknown,
    options: Pick<ConnectionCallOptions, 'signal' | 'priority' | 'forceRefresh'>,
  ): Promise<CallResponse>;
  /**
   * The first event comes as soon as the stream is open, maybe without arbitrages: its cursor is
   * where the stream begins. Ends with the signal.
   */
  stream(parameters: ArbitrageStreamParameters, signal: AbortSignal): AsyncIterable<ArbitrageEvent>;
}

/** A connection that answers: an engine or a client of a service. */
export interface Connection {
  /** `parameters` are checked. Throws a MarketError. */
  call(
    operation: OperationName,
    parameters: unknown,
    options: ConnectionCallOptions,
  ): Promise<CallResponse>;
  readonly arbscope: ArbscopeConnection;
  readonly pools: ConnectionPools;
  /** The chain behind it, which can be asked; `null` for a service, which only takes. */
  readonly landing?: LandingChain | null;
  /** Prices and symbols of its index; left out by a service, which is asked for each. */
  readonly mints?: MintKnowledge;
  /** How many addresses a lookup table holds; `null`: it is none. Left out where none can be asked. */
  lookupTableSize?(address: string, signal: AbortSignal): Promise<number | null>;
  close(): Promise<void>;
}

/** Responds to some calls while a connection opens, as the connection itself will. */
export interface EarlyResponder extends Pick<Connection, 'call'> {
  /** `parameters` are checked. */
  covers(operation: OperationName, parameters: unknown): boolean;
}

/** Tries what stands behind settings, whether it is open or not. Throws a MarketError. */
export type CheckConnection = (
  settings: ConnectionSettings,
  options: ConnectionCallOptions,
) => Promise<ConnectionCheckReport>;

/** What a connection says of itself; what it leaves out is as it was. */
export type StatusUpdate = Partial<Omit<ConnectionStatus, 'connectionId' | 'kind' | 'origin'>>;

/** Opens what stands behind settings; resolves when it answers. Throws a MarketError. */
export type OpenConnection = (
  settings: ConnectionSettings,
  options: {
    readonly signal: AbortSignal;
    readonly onStatus: (change: StatusUpdate) => void;
    /** Hears of what responds until the connection is open. */
    readonly onEarlyResponder?: (early: EarlyResponder) => void;
  },
) => Promise<Connection>;
