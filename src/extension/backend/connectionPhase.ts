import type { ConnectionStatus } from '../../backend/protocol/connectionProtocol.ts';
import type { BlockedReason, Connection, ConnectionPhase } from '../base/connections.ts';
import type { BackendState } from './backendClient.ts';

export interface ConnectionOverview {
  readonly connection: Connection;
  readonly backend: BackendState;
  readonly blockedReason: BlockedReason | null;
  /** Null before the connection is open. */
  readonly status: ConnectionStatus | null;
}

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
