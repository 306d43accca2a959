import { isLoopback, parseUrl } from '../../api/parseServiceUrl.ts';

/** How VS Code is set to reach the network, for one address. */
export interface NetworkSettings {
  /** Null: directly. */
  readonly proxy: ProxySettings | null;
  /** Whether a proxy's certificate must be known. */
  readonly strictProxyCertificates: boolean;
  /** Whether the system's certificate authorities count too. */
  readonly systemCertificates: boolean;
}

export interface ProxySettings {
  readonly url: string;
  /** The whole `proxy-authorization` header. */
  readonly authorization?: string;
  /** Hosts reached directly. */
  readonly except: readonly string[];
}

/** The settings of VS Code that count here. */
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
 * What the settings say, and the environment where they name no proxy, as VS Code itself does.
 * `read` must not give values of a workspace: it could lead everything through its own proxy.
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
