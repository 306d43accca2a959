import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type {
  NetworkSettings as ChannelNetworkSettings,
  ConnectionSettings,
} from '../../backend/protocol/connectionProtocol.ts';
import type { Connection, ServiceConnection } from '../base/connections.ts';
import type { BoundSecret } from './connectionSecrets.ts';
import type { NetworkSettings } from './networkSettings.ts';

export interface ConnectionSettingsOptions {
  readonly connection: Connection;
  /** Null if none is stored for the connection's origin. */
  readonly secret: BoundSecret | null;
  readonly network: NetworkSettings;
}

/**
 * The settings that the backend gets for a connection. Includes a secret only for the origins that
 * it was entered for. Throws a MarketError of kind `unauthorized` if it is missing.
 */
export function toConnectionSettings({
  connection,
  secret,
  network,
}: ConnectionSettingsOptions): ConnectionSettings {
  if (connection.kind === 'sandbox') return { kind: 'sandbox' };
  if (secret === null) throw missingSecretError(connection);
  if (connection.kind === 'service') return toServiceSettings(connection, secret, network);
  const { origin, blockEngineUrl, geyserUrl, keepTotalsDays } = connection;
  const { geyserToken } = secret;
  // Validate again: other programs may have edited the keychain.
  if (!URL.canParse(secret.secret) || new URL(secret.secret).origin !== origin) {
    throw missingSecretError(connection);
  }
  return {
    kind: 'node',
    rpcUrl: secret.secret,
    ...(blockEngineUrl === null ? {} : { blockEngineUrl }),
    ...(geyserUrl && { geyserUrl, ...(geyserToken && { geyserToken }) }),
    ...(keepTotalsDays !== undefined && { keepTotalsDays }),
    ...toChannelNetworkSettings(network),
  };
}

function toServiceSettings(
  connection: ServiceConnection,
  { secret, origins, trustedLoopbackOrigins }: BoundSecret,
  network: NetworkSettings,
): ConnectionSettings {
  const { baseUrl, landingUrl, encoding, tier, requestsPerMinute } = connection;
  // A separate landing host gets the key as its own field, since it was entered for that host too.
  const isElsewhere = landingUrl !== null && new URL(landingUrl).origin !== origins[0];
  const mayLand = landingUrl !== null && origins.includes(new URL(landingUrl).origin);
  const rates = Object.fromEntries(
    Object.entries(requestsPerMinute).map(([operation, requests]) => [
      operation,
      { requests, perSeconds: 60 },
    ]),
  );
  return {
    kind: 'service',
    baseUrl,
    apiKey: secret,
    encoding,
    tier,
    ...(landingUrl === null ? {} : { landingUrl }),
    ...(isElsewhere && mayLand ? { landingApiKey: secret } : {}),
    ...(trustedLoopbackOrigins.length === 0 ? {} : { trustedLoopbackOrigins }),
    ...(Object.keys(rates).length === 0 ? {} : { rates }),
    ...toChannelNetworkSettings(network),
  };
}

export function toChannelNetworkSettings({
  proxy,
  strictProxyCertificates,
  systemCertificates,
}: NetworkSettings): ChannelNetworkSettings {
  return {
    systemCertificates,
    ...(proxy === null ? {} : { proxy: { ...proxy, strictCertificates: strictProxyCertificates } }),
  };
}

const missingSecretError = ({ kind, name }: Connection): MarketError =>
  kind === 'node'
    ? new MarketError('unauthorized', t('{0} needs an RPC URL.', name))
    : new MarketError('unauthorized', t('{0} needs an API key.', name));
