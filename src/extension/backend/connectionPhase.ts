import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import type { BackendState } from './backendClient.ts';
import type { Connection } from './connections.ts';

/** What keeps a connection from being used before anything is asked. */
export type BlockedReason =
  /** No key or RPC URL was entered for its origin. */
  | 'needs-secret'
  /** The workspace is not trusted: no key is read and nothing leaves the machine. */
  | 'restricted';

/** All that is known of the connection of a window. */
export interface ConnectionOverview {
  readonly connection: Connection;
  readonly backend: BackendState;
  readonly blockedReason: BlockedReason | null;
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
  | BlockedReason;

export function getConnectionPhase({
  backend,
  blockedReason,
  status,
}: ConnectionOverview): ConnectionPhase {
  if (backend.kind === 'failed' || backend.kind === 'recovering') return backend.kind;
  if (blockedReason !== null) return blockedReason;
  if (backend.kind !== 'ready' || status === null)
    return backend.kind === 'idle' ? 'idle' : 'starting';
  if (status.state === 'failed') return 'troubled';
  return status.error !== null && status.state !== 'starting' ? 'troubled' : status.state;
}
