import { t } from '@vscode/l10n';
import type { ServiceTier } from '../../api/limits.ts';
import type { OperationName } from '../../api/operations.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';

/** The simulated market: always available, and the default. */
export interface SandboxConnection {
  readonly kind: 'sandbox';
  readonly name: string;
}

/** The embedded engine over the user's own Solana node. Its RPC URL is a secret. */
export interface NodeConnection {
  readonly kind: 'node';
  readonly name: string;
  /** Origin of the RPC URL, which is stored for it: `https://rpc.example.com`. */
  readonly origin: string;
  /** Receives transactions with front-running protection; null: not offered. */
  readonly blockEngineUrl: string | null;
  /** Origin of a Geyser server that streams the node's blocks. Its token is a secret. */
  readonly geyserUrl?: string;
  /** How long sums of hours are kept; the backend has the default. */
  readonly keepTotalsDays?: number;
}

/** A remote service. Its API key is a secret. */
export interface ServiceConnection {
  readonly kind: 'service';
  readonly name: string;
  readonly baseUrl: string;
  /** Null: landing is not available. */
  readonly landingUrl: string | null;
  readonly encoding: ParameterEncoding;
  /** Rate tier of the key; defaults to the lowest. */
  readonly tier: ServiceTier;
  /** Overrides of the tier's rates, in requests per minute. */
  readonly requestsPerMinute: Readonly<Partial<Record<OperationName, number>>>;
  /** Its server says so; not a setting. */
  readonly isSimulated?: boolean;
}

export type Connection = SandboxConnection | NodeConnection | ServiceConnection;

export type BlockedReason =
  /** No key or RPC URL is stored for its origin. */
  | 'needs-secret'
  /** The workspace is untrusted: no key is read, and no data leaves the machine. */
  | 'restricted';

/** The state as one word, for the status bar and `when` clauses. */
export type ConnectionPhase =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'troubled'
  | 'recovering'
  | 'failed'
  | BlockedReason;
export type DataSource = Pick<Connection, 'kind' | 'name'> & { readonly isSimulated?: boolean };
export type UserConnection = NodeConnection | ServiceConnection;

export const sandboxConnection: SandboxConnection = { kind: 'sandbox', name: 'Sandbox' };

/** Whether two names look the same to a user. */
export const isSameName = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

/** Origins that receive the connection's secret; it is stored for the first. */
export function secretOrigins(connection: UserConnection): readonly [string, ...string[]] {
  if (connection.kind === 'node') return [connection.origin];
  const base = new URL(connection.baseUrl).origin;
  if (connection.landingUrl === null) return [base];
  const landing = new URL(connection.landingUrl).origin;
  return landing === base ? [base] : [base, landing];
}

/** Origins that receive transactions landed through the connection. */
export function receiverOrigins(connection: UserConnection): string[] {
  const urls =
    connection.kind === 'node'
      ? [connection.origin, connection.blockEngineUrl]
      : [connection.landingUrl];
  return urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}

export function endpointLabel(connection: Connection): string {
  if (connection.kind === 'sandbox') return t('simulated market on this machine');
  return connection.kind === 'node' ? connection.origin : connection.baseUrl;
}

/** Simulated figures always say so, whatever the name. */
export const sourceLabel = (source: DataSource): string =>
  isSimulated(source) ? t('{0}: simulated data', source.name) : source.name;

/** The Sandbox, or a service whose server runs over one. */
export const isSimulated = ({ kind, isSimulated: isTold = false }: DataSource): boolean =>
  kind === 'sandbox' || isTold;

/** For titles, in which the name of the Sandbox is enough. */
export const titleLabel = (source: DataSource): string =>
  source.kind === 'sandbox' ? source.name : sourceLabel(source);
