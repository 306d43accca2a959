import * as tls from 'node:tls';
import { t } from '@vscode/l10n';
import { type EnvironmentProxy, environmentProxy } from '../../api/environmentProxy.ts';
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

/** Read once, because reading is slow on some systems. */
let systemCertificatesCache: readonly string[] | null = null;

/** The system's certificate authorities; empty before Node 22.15, which has no API for them. */
function systemCertificates(): readonly string[] {
  try {
    systemCertificatesCache ??=
      typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  } catch {
    // Ignores an unreadable system store.
    systemCertificatesCache = [];
  }
  return systemCertificatesCache;
}

/** For the command line, which has no settings. */
export function environmentNetwork(environment: Readonly<Record<string, string | undefined>>): {
  readonly proxy?: EnvironmentProxy;
} {
  const proxy = environmentProxy(environment);
  return proxy === null ? {} : { proxy };
}

export function networkOptions(settings: NetworkSettings): NetworkOptions {
  const { proxy, certificates = [], systemCertificates: isSystem = false } = settings;
  return {
    ...(proxy === undefined ? {} : { proxy }),
    certificates: isSystem ? [...certificates, ...systemCertificates()] : certificates,
  };
}

export const geyserServerOf = ({
  geyserUrl: url,
  geyserToken: token,
}: NodeSettings): GeyserServer | undefined =>
  url === undefined ? undefined : { url, ...(token !== undefined && { token }) };

/** Throws a `bad-parameter` MarketError for a landing URL as base URL: it lacks data operations. */
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
