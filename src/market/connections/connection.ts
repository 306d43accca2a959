import type { LandingChain } from '../../engine/landing/landingChain.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { CallAnswer } from '../callProtocol.ts';
import type { ConnectionSettings, ConnectionStatus, TestReport } from '../connectionProtocol.ts';
import type { ConnectionPools } from '../pools/connectionPools.ts';
import type { AskOptions } from './askOptions.ts';

/** A connection that answers: an engine or a client of a service. */
export interface Connection {
  /** `parameters` are checked. Throws a MarketError. */
  call(operation: OperationName, parameters: unknown, options: AskOptions): Promise<CallAnswer>;
  /** Its market cache as a table. */
  readonly pools: ConnectionPools;
  /** The chain behind it, which can be asked; `null` for a service, which only takes. */
  readonly landing?: LandingChain | null;
  /** How many addresses a lookup table holds; `null`: it is none. Left out where none can be asked. */
  lookupTableSize?(address: string, signal: AbortSignal): Promise<number | null>;
  close(): Promise<void>;
}

/** Tries what stands behind settings, whether it is open or not. Throws a MarketError. */
export type TestConnection = (
  settings: ConnectionSettings,
  options: AskOptions,
) => Promise<TestReport>;

/** What a connection says of itself; what it leaves out is as it was. */
export type StatusChange = Partial<Omit<ConnectionStatus, 'connectionId' | 'kind' | 'origin'>>;

/** Opens what stands behind settings; resolves when it answers. Throws a MarketError. */
export type OpenConnection = (
  settings: ConnectionSettings,
  options: {
    readonly signal: AbortSignal;
    readonly onStatus: (change: StatusChange) => void;
  },
) => Promise<Connection>;
