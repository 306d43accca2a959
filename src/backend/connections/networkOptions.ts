import * as tls from 'node:tls';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { parseUrl } from '../../api/parseServiceUrl.ts';
import type { HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import { isLandingRequestUrl } from '../../client/landingUrl.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';
import type { GeyserServer } from '../engines/sourceConfig.ts';
import type {
  NetworkSettings,
  NodeSettings,
  ServiceSettings,
} from '../protocol/connectionProtocol.ts';

/** Read once: some systems take their time. */
let systemCertificatesCache: readonly string[] | null = null;

/** The certificate authorities of the system; none before Node 22.15, which cannot tell them. */
function systemCertificates(): readonly string[] {
  try {
    systemCertificatesCache ??=
      typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  } catch {
    // A store that cannot be read adds nothing.
    systemCertificatesCache = [];
  }
  return systemCertificatesCache;
}

/** How requests reach the network, as the editor is set. */
export function networkOptions(settings: NetworkSettings): NetworkOptions {
  const { proxy, certificates = [], systemCertificates: isSystem = false } = settings;
  return {
    ...(proxy === undefined ? {} : { proxy }),
    certificates: isSystem ? [...certificates, ...systemCertificates()] : certificates,
  };
}

/** The Geyser server of a node, if it has one. */
export const geyserServerOf = ({
  geyserUrl: url,
  geyserToken: token,
}: NodeSettings): GeyserServer | undefined =>
  url === undefined ? undefined : { url, ...(token !== undefined && { token }) };

/**
 * What a client of a service is made of; `more` are the limits that are not the usual ones. Throws a
 * MarketError of kind `bad-parameter` for a landing URL as base URL: it has no data operations.
 */
export function clientOptions(
  settings: ServiceSettings,
  more: Partial<HttpMarketClientOptions> = {},
): HttpMarketClientOptions {
  const baseUrl = parseUrl(settings.baseUrl.trim());
  if (baseUrl !== null && isLandingRequestUrl(baseUrl)) {
    throw new MarketError(
      'bad-parameter',
      t('The base URL is a landing URL, which has no market data. Enter the URL of the data API.'),
      { parameter: 'baseUrl' },
    );
  }
  return {
    isTrustedLoopback: (origin) => settings.trustedLoopbackOrigins?.includes(origin) === true,
    ...more,
    ...settings,
    ...networkOptions(settings),
  };
}
