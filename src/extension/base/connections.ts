import { t } from '@vscode/l10n';
import type { ServiceTier } from '../../api/limits.ts';
import type { OperationName } from '../../api/operations.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';

/** The simulated market: always there, the first choice of all. */
export interface SandboxConnection {
  readonly kind: 'sandbox';
  readonly name: string;
}

/** The embedded engine over the user's own Solana node. Its RPC URL is a secret. */
export interface NodeConnection {
  readonly kind: 'node';
  readonly name: string;
  /** Of the RPC URL, which is kept under it: `https://rpc.example.com`. */
  readonly origin: string;
  /** Where transactions go that ask for protection from front running; null: not offered. */
  readonly blockEngineUrl: string | null;
  /** Origin of a Geyser server that sends the node's blocks by itself. Its token is a secret. */
  readonly geyserUrl?: string;
}

/** A remote service. Its API key is a secret. */
export interface ServiceConnection {
  readonly kind: 'service';
  readonly name: string;
  readonly baseUrl: string;
  /** Null: this connection lands nothing. */
  readonly landingUrl: string | null;
  readonly encoding: ParameterEncoding;
  /** What the key's plan allows; the lowest until it is told. */
  readonly tier: ServiceTier;
  /** Rates of the plan that are known better, in requests per minute. */
  readonly requestsPerMinute: Readonly<Partial<Record<OperationName, number>>>;
}

export type Connection = SandboxConnection | NodeConnection | ServiceConnection;

/** What keeps a connection from being used before anything is asked. */
export type BlockedReason =
  /** No key or RPC URL was entered for its origin. */
  | 'needs-secret'
  /** The workspace is not trusted: no key is read and nothing leaves the machine. */
  | 'restricted';

/** State of the connection in one word, for the status bar and for `when` clauses. */
export type ConnectionPhase =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'troubled'
  | 'recovering'
  | 'failed'
  | BlockedReason;
/** Whose figures something shows. */
export type DataSource = Pick<Connection, 'kind' | 'name'>;
/** What a user adds, changes and removes. */
export type UserConnection = NodeConnection | ServiceConnection;

export const sandboxConnection: SandboxConnection = { kind: 'sandbox', name: 'Sandbox' };

/** Whether two names are one to a reader. */
export const isSameName = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

/** Origins that the secret of a connection is for; the first is the one that it is kept under. */
export function secretOrigins(connection: UserConnection): readonly [string, ...string[]] {
  if (connection.kind === 'node') return [connection.origin];
  const base = new URL(connection.baseUrl).origin;
  if (connection.landingUrl === null) return [base];
  const landing = new URL(connection.landingUrl).origin;
  return landing === base ? [base] : [base, landing];
}

/** Origins that may get transactions which are landed through a connection. */
export function receiverOrigins(connection: UserConnection): string[] {
  const urls =
    connection.kind === 'node'
      ? [connection.origin, connection.blockEngineUrl]
      : [connection.landingUrl];
  return urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}

/** Where a connection's answers come from, fit to be shown. */
export function endpointLabel(connection: Connection): string {
  if (connection.kind === 'sandbox') return t('simulated market on this machine');
  return connection.kind === 'node' ? connection.origin : connection.baseUrl;
}

/** Whose figures are shown; simulated ones are always called so, whatever the name. */
export const sourceLabel = ({ kind, name }: DataSource): string =>
  kind === 'sandbox' ? t('{0}: simulated data', name) : name;
