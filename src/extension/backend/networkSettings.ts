import { isLoopback, parseUrl } from '../../api/parseServiceUrl.ts';

export interface NetworkSettings {
  /** Null: direct connection. */
  readonly proxy: ProxySettings | null;
  readonly strictProxyCertificates: boolean;
  /** Whether the system's certificate authorities are trusted too. */
  readonly systemCertificates: boolean;
}

export interface ProxySettings {
  readonly url: string;
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
 * must not return workspace values, which could redirect all traffic through a proxy.
 */
export function resolveNetworkSettings(
  address: string,
  read: (id: NetworkSettingId) => unknown,
  environment: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  return {
    proxy: resolveProxy(address, read, environment),
    strictProxyCertificates: read('http.proxyStrictSSL') !== false,
    systemCertificates: read('http.systemCertificates') !== false,
  };
}

function resolveProxy(
  address: string,
  read: (id: NetworkSettingId) => unknown,
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings | null {
  if (read('http.proxySupport') === 'off') return null;
  const target = parseUrl(address);
  if (target === null || isLoopback(target.hostname)) return null;
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const set = trimmedStringOrEmpty(read('http.proxy'));
  const inherited = variable(target.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  const url = set === '' ? inherited.trim() : set;
  if (url === '') return null;
  const except = toHostList(read('http.noProxy'));
  const authorization = trimmedStringOrEmpty(read('http.proxyAuthorization'));
  return {
    url,
    ...(authorization === '' ? {} : { authorization }),
    except: except.length > 0 ? except : toHostList(variable('no_proxy').split(',')),
  };
}

const trimmedStringOrEmpty = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : '';

const toHostList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(trimmedStringOrEmpty).filter((entry) => entry !== '') : [];
