import { environmentProxy, environmentProxyExceptions } from '../../api/environmentProxy.ts';

export interface NetworkSettings {
  /** Null: direct connection. */
  readonly proxy: ProxySettings | null;
  readonly strictProxyCertificates: boolean;
  /** Whether the system's certificate authorities are trusted too. */
  readonly systemCertificates: boolean;
}

export interface ProxySettings {
  readonly url: string;
  /** Setting or variable with the URL, for messages. */
  readonly setting: string;
  /** Value of the `proxy-authorization` header. */
  readonly authorization?: string;
  /** Hosts that bypass the proxy. */
  readonly except: readonly string[];
}

export const networkSettingIds = [
  'http.proxy',
  'http.noProxy',
  'http.proxyAuthorization',
  'http.proxyStrictSSL',
  'http.proxySupport',
  'http.systemCertificates',
] as const;
export type NetworkSettingId = (typeof networkSettingIds)[number];

/**
 * Resolves the proxy from the settings, otherwise from the environment, as VS Code does. `read`
 * must not return workspace values, which could redirect all traffic through a proxy. Requests to
 * this machine ignore the proxy.
 */
export function resolveNetworkSettings(
  read: (id: NetworkSettingId) => unknown,
  environment: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  return {
    proxy: resolveProxy(read, environment),
    strictProxyCertificates: read('http.proxyStrictSSL') !== false,
    systemCertificates: read('http.systemCertificates') !== false,
  };
}

function resolveProxy(
  read: (id: NetworkSettingId) => unknown,
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings | null {
  if (read('http.proxySupport') === 'off') return null;
  const set = trimmedStringOrEmpty(read('http.proxy'));
  const inherited = environmentProxy(environment);
  const except = toHostList(read('http.noProxy'));
  const authorization = trimmedStringOrEmpty(read('http.proxyAuthorization'));
  const proxy = set === '' ? inherited : { url: set, setting: 'http.proxy' };
  if (proxy === null) return null;
  return {
    url: proxy.url,
    setting: proxy.setting,
    ...(authorization === '' ? {} : { authorization }),
    except: except.length > 0 ? except : environmentProxyExceptions(environment),
  };
}

const trimmedStringOrEmpty = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : '';

const toHostList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(trimmedStringOrEmpty).filter((entry) => entry !== '') : [];
