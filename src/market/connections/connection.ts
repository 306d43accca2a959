import type { OperationName } from '../../interface/operations.ts';
import type { ConnectionPools } from '../pools/connectionPools.ts';
import type {
  CallAnswer,
  CallPriority,
  ChannelProgress,
  ConnectionSettings,
  ConnectionStatus,
} from '../protocol.ts';

/** Who asks, and how it is told of what happens meanwhile. */
export interface AskOptions {
  readonly signal: AbortSignal;
  /** The window that asks: turns are fair between windows. */
  readonly window: object;
  readonly priority: CallPriority;
  /** Ask even where a kept answer is still good. */
  readonly isFresh?: boolean;
  readonly onProgress: (progress: ChannelProgress) => void;
}

/** A connection that answers: an engine or a client of a service. */
export interface Connection {
  /** `parameters` are checked. Throws a MarketError. */
  call(operation: OperationName, parameters: unknown, options: AskOptions): Promise<CallAnswer>;
  /** Its market cache as a table. */
  readonly pools: ConnectionPools;
  close(): Promise<void>;
}

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
