import { isIPv6 } from 'node:net';
import { t } from '@vscode/l10n';
import { MarketError } from '../api/marketError.ts';
import { isLoopback, parseUrl } from '../api/parseServiceUrl.ts';

export interface ProxyOptions {
  /**
   * `http://`, `https://` or `socks5://`; http without a scheme. May contain a user name and
   * password for the proxy, so it is never shown.
   */
  readonly url: string;
  /** Complete value of the `proxy-authorization` header. */
  readonly authorization?: string;
  /** Hosts that bypass the proxy, including their subdomains; `*` matches every host. */
  readonly except?: readonly string[];
  /** False: accept an untrusted certificate from an https proxy. The service's is still checked. */
  readonly strictCertificates?: boolean;
  /** Setting or variable with the URL, for messages; by default VS Code's setting. */
  readonly setting?: string;
}

export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:' | 'socks5:';
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** `host:port`, for messages. */
  readonly label: string;
  /** `null` if the proxy needs none. */
  readonly credentials: ProxyCredentials | null;
  /** Value of the `proxy-authorization` header; `null` if the proxy needs none. */
  readonly authorization: string | null;
  /** Whether the credentials are those of the URL, in which they must be percent-encoded. */
  readonly isEncoded: boolean;
  /** Where the user corrects the URL, and where they exclude a host. */
  readonly setting: string;
  readonly exceptSetting: string;
}

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

const editorSetting = 'http.proxy';

/** curl's `socks5h` lets the proxy resolve names, which undici always does. */
const protocols: Readonly<Record<string, ProxyAddress['protocol']>> = {
  'http:': 'http:',
  'https:': 'https:',
  'socks:': 'socks5:',
  'socks5:': 'socks5:',
  'socks5h:': 'socks5:',
};
const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/** Throws a MarketError of kind `bad-parameter`, without the URL, for an unusable URL. */
export function parseProxy({ url: text, ...options }: ProxyOptions): ProxyAddress {
  const { setting = editorSetting } = options;
  const trimmed = text.trim();
  const url = parseUrl(trimmed.includes('://') ? trimmed : `http://${trimmed}`);
  const protocol = protocols[url?.protocol ?? ''];
  // An unencoded character of the password ends the host, which would then be the user name.
  const isCut = trimmed.includes('@') && (url === null || url.username + url.password === '');
  if (url === null || protocol === undefined || url.hostname === '' || isCut) {
    throw new MarketError(
      'bad-parameter',
      isCut
        ? t(
            'The proxy in {0} is not a valid URL. Special characters in the user name and password must be percent-encoded, such as %23 for #.',
            setting,
          )
        : t(
            'The proxy in {0} must be a URL that starts with http://, https:// or socks5://',
            setting,
          ),
      { parameter: 'proxy' },
    );
  }
  const port = url.port === '' ? defaultPorts[protocol] : Number(url.port);
  const credentials = parseCredentials(url, options.authorization);
  return {
    protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    label: `${url.hostname}:${port}`,
    credentials,
    authorization: options.authorization ?? (credentials && formatBasic(credentials)),
    isEncoded: options.authorization === undefined,
    setting,
    exceptSetting: setting === editorSetting ? 'http.noProxy' : 'NO_PROXY',
  };
}

/** The authorization has priority over the URL. */
function parseCredentials(url: URL, authorization: string | undefined): ProxyCredentials | null {
  if (authorization === undefined) {
    const { username, password } = url;
    if (username === '') return null;
    return { username: decodePercent(username), password: decodePercent(password) };
  }
  const basic = /^basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (basic === undefined) return null;
  const [username = '', ...password] = Buffer.from(basic, 'base64').toString().split(':');
  return { username, password: password.join(':') };
}

const formatBasic = ({ username, password }: ProxyCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Users often leave a percent sign in a password unencoded. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Requests to this machine never go through the proxy. */
export function usesProxy(url: URL, proxy: ProxyOptions | undefined): proxy is ProxyOptions {
  if (proxy === undefined || isLoopback(url.hostname)) return false;
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return !(proxy.except ?? [])
    .map(parseHostPattern)
    .some(
      (except) =>
        (except.port === '' || except.port === port) &&
        (except.host === '*' || host === except.host || host.endsWith(`.${except.host}`)),
    );
}

/** `.example.com` and `*.example.com` mean the same as `example.com`; a port is optional. */
function parseHostPattern(text: string): { readonly host: string; readonly port: string } {
  const pattern = text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');
  if (isIPv6(pattern)) return { host: `[${pattern}]`, port: '' };
  const [, host = pattern, port = ''] = /^(.+?)(?::(\d+))?$/.exec(pattern) ?? [];
  return { host, port };
}
