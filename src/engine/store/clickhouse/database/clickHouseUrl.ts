import { t } from '@vscode/l10n';
import { MarketError } from '../../../../api/marketError.ts';
import { isLoopback } from '../../../../api/parseServiceUrl.ts';

export interface ClickHouseTarget {
  /** URLs of the HTTP interface without credentials; several for the servers of one cluster. */
  readonly urls: readonly [string, ...string[]];
  readonly user: string;
  /** Whether a network carries the password in clear: `secure=false` with another machine. */
  readonly isExposed: boolean;
  /** Must not appear in messages, logs or files. */
  readonly password: string;
  readonly database: string;
  /** Cluster over which tables are replicated and distributed; `null` for a single server. */
  readonly cluster: string | null;
  /** Days to keep rows; `null`: forever, `undefined`: keep the store's setting. */
  readonly rowDays: number | null | undefined;
  /** Days to keep totals by minute; `null` and `undefined` as above. */
  readonly rollupDays: number | null | undefined;
  /** Address with the database but without credentials, for messages. */
  readonly label: string;
}

const scheme = 'clickhouse:';
const defaultPorts = { plain: '8123', secure: '8443' } as const;
const defaultDatabase = 'arbscope';
const parameterNames = ['secure', 'cluster', 'days', 'rollup_days'] as const;
/** Names that statements can contain without quotes. */
const plainIdentifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const longestDays = 3_650;

export const isClickHouseUrl = (store: string): boolean => store.startsWith(`${scheme}//`);

/**
 * Parses
 * `clickhouse://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?secure=true&cluster=NAME&days=N&rollup_days=N`.
 * A number of days may be `forever`; only one host is required. Without `secure`, only hosts on this
 * machine are plain http. `password` is the default if the
 * address has none. Throws a MarketError of kind `bad-parameter` without any part of the address.
 */
export function parseClickHouseUrl(text: string, password = ''): ClickHouseTarget {
  const { first, otherHosts } = splitHosts(text);
  const url = parseUrl(first);
  if (url === null || url.hash !== '') {
    throw invalid(t('Write it as clickhouse://USER@HOST:PORT/DATABASE.'));
  }
  for (const name of url.searchParams.keys()) {
    if (!parameterNames.some((known) => known === name)) {
      throw invalid(t('Unknown parameter {0}. Parameters: {1}.', name, parameterNames.join(', ')));
    }
    if (url.searchParams.getAll(name).length > 1) throw invalid(t('{0} is given twice.', name));
  }
  const isLocal = [url, ...otherHosts].every(({ hostname }) => isLoopback(hostname));
  const isSecure = secureOf(url) ?? !isLocal;
  const database = decoded(url.pathname.slice(1)) || defaultDatabase;
  const cluster = url.searchParams.get('cluster');
  for (const identifier of [database, ...(cluster === null ? [] : [cluster])]) {
    requirePlainIdentifier(identifier);
  }
  if (otherHosts.length > 0 && cluster === null) {
    throw invalid(t('Several hosts are servers of one cluster: add cluster=NAME.'));
  }
  const hostOf = ({ hostname, port }: URL): string =>
    `${hostname}:${port || (isSecure ? defaultPorts.secure : defaultPorts.plain)}`;
  const urlOf = (host: URL): string => `${isSecure ? 'https' : 'http'}://${hostOf(host)}`;
  return {
    urls: [urlOf(url), ...otherHosts.map(urlOf)],
    user: decoded(url.username) || 'default',
    isExposed: !(isSecure || isLocal),
    password: decoded(url.password) || password,
    database,
    cluster,
    rowDays: daysOf(url, 'days'),
    rollupDays: daysOf(url, 'rollup_days'),
    label: `${scheme}//${[url, ...otherHosts].map(hostOf).join(',')}/${database}`,
  };
}

function requirePlainIdentifier(name: string): void {
  if (plainIdentifier.test(name)) return;
  throw invalid(t('Names of databases and clusters have letters, digits and underscores.'));
}

function splitHosts(text: string): { first: string; otherHosts: URL[] } {
  const [, start = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  const [first = '', ...others] = hosts.split(',');
  return {
    first: `${start}${first}${rest}`,
    otherHosts: others.map((host) => {
      const url = parseUrl(`${scheme}//${host}`);
      if (url === null) throw invalid(t('Write several hosts as HOST:PORT,HOST:PORT.'));
      return url;
    }),
  };
}

function parseUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || url.protocol !== scheme || url.hostname === '' ? null : url;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(t('Write % in a user or a password as %25.'));
  }
}

/** `undefined` if not given. Any other text could be meant as yes or as no. */
function secureOf(url: URL): boolean | undefined {
  const text = url.searchParams.get('secure');
  if (text === null) return undefined;
  if (text !== 'true' && text !== 'false') {
    throw invalid(t('secure is true (https, the default for other machines) or false (http).'));
  }
  return text === 'true';
}

function daysOf(url: URL, name: 'days' | 'rollup_days'): number | null | undefined {
  const text = url.searchParams.get(name);
  if (text === null) return undefined;
  if (text === 'forever') return null;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > longestDays) {
    throw invalid(t('{0} is a number of days from 1 to {1}, or forever.', name, longestDays));
  }
  return days;
}

const invalid = (advice: string): MarketError =>
  new MarketError(
    'bad-parameter',
    t('The address of the ClickHouse store is not valid. {0}', advice),
  );
