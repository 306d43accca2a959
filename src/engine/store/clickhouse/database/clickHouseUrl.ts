import { t } from '@vscode/l10n';
import { MarketError } from '../../../../api/marketError.ts';

/** Where a ClickHouse store is, and how long it keeps what. */
export interface ClickHouseTarget {
  /** Addresses of the HTTP interface, without credentials: several servers of one cluster. */
  readonly urls: readonly [string, ...string[]];
  readonly user: string;
  /** Never in a message, a log or a file. */
  readonly password: string;
  readonly database: string;
  /** Its tables are replicated and distributed over this cluster; `null`: one server. */
  readonly cluster: string | null;
  /** Days that rows are kept after their block; `null`: for ever, `undefined`: as the store says. */
  readonly rowDays: number | null | undefined;
  /** The same of totals by minute. */
  readonly rollupDays: number | null | undefined;
  /** For messages: the address with the database, without credentials. */
  readonly label: string;
}

const scheme = 'clickhouse:';
const defaultPorts = { plain: '8123', secure: '8443' } as const;
const defaultDatabase = 'arbscope';
const parameterNames = ['secure', 'cluster', 'days', 'rollup_days'] as const;
/** What is written into statements as it is: a name that needs no quotes. */
const plainIdentifier = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const longestDays = 3_650;

export const isClickHouseUrl = (store: string): boolean => store.startsWith(`${scheme}//`);

/**
 * Reads `clickhouse://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?secure=true&cluster=NAME&days=N&rollup_days=N`,
 * where a number of days may be `forever`; everything but one host can be left out. `password` counts where the address has none. Throws a
 * MarketError of kind `bad-parameter` that holds nothing of the address.
 */
export function parseClickHouseUrl(text: string, password = ''): ClickHouseTarget {
  const { first, otherHosts } = splitHosts(text);
  const url = parseUrl(first);
  if (url === null) {
    throw invalid(t('Write it as clickhouse://USER@HOST:8123/DATABASE.'));
  }
  for (const name of url.searchParams.keys()) {
    if (!parameterNames.some((known) => known === name)) {
      throw invalid(t('Unknown parameter {0}. Parameters: {1}.', name, parameterNames.join(', ')));
    }
  }
  const isSecure = url.searchParams.get('secure') === 'true';
  const database = decoded(url.pathname.slice(1)) || defaultDatabase;
  const cluster = url.searchParams.get('cluster');
  for (const identifier of [database, ...(cluster === null ? [] : [cluster])]) {
    if (!plainIdentifier.test(identifier)) {
      throw invalid(t('Names of databases and clusters have letters, digits and underscores.'));
    }
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
    password: decoded(url.password) || password,
    database,
    cluster,
    rowDays: daysOf(url, 'days'),
    rollupDays: daysOf(url, 'rollup_days'),
    label: `${scheme}//${[url, ...otherHosts].map(hostOf).join(',')}/${database}`,
  };
}

/** The address with its first host alone, and the others. */
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
