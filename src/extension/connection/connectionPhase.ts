import type { ConnectionStatus } from '../../market/connectionProtocol.ts';
import type { Connection } from './connections.ts';
import type { ConnectionState } from './marketConnection.ts';

/** What keeps a connection from being used before anything is asked. */
export type Hold =
  /** No key or RPC URL was entered for its origin. */
  | 'needs-secret'
  /** The workspace is not trusted: no key is read and nothing leaves the machine. */
  | 'restricted';

/** All that is known of the connection of a window. */
export interface ConnectionOverview {
  readonly connection: Connection;
  readonly process: ConnectionState;
  readonly hold: Hold | null;
  /** What the process says of it; null before it was opened. */
  readonly status: ConnectionStatus | null;
}

/** The same in one word, for the status bar and for `when` clauses. */
export type ConnectionPhase =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'troubled'
  | 'recovering'
  | 'failed'
  | Hold;

export function phaseOf({ process, hold, status }: ConnectionOverview): ConnectionPhase {
  if (process.kind === 'failed' || process.kind === 'recovering') return process.kind;
  if (hold !== null) return hold;
  if (process.kind !== 'ready' || status === null)
    return process.kind === 'idle' ? 'idle' : 'starting';
  if (status.state === 'failed') return 'troubled';
  return status.error !== null && status.state !== 'starting' ? 'troubled' : status.state;
}
