import { t } from '@vscode/l10n';
import { MarketError } from './marketError.ts';

/**
 * Parses a service URL that a key may be sent to: https, or http to this machine, without a user
 * name, which could disguise the host. Throws a MarketError of kind `bad-parameter`; its message
 * names `setting` but does not repeat the URL, whose query may contain a key.
 */
export function parseServiceUrl(
  text: string,
  setting: string,
  { parameter = setting, allowsQuery = false } = {},
): URL {
  const invalidUrlError = (message: string) =>
    new MarketError('bad-parameter', message, { parameter });
  const url = parseUrl(text.trim());
  if (url === null) throw invalidUrlError(t('The {0} is not a valid URL', setting));
  if (url.username !== '' || url.password !== '')
    throw invalidUrlError(t('The {0} must not contain a user name', setting));
  if (!allowsQuery && (url.search !== '' || url.hash !== ''))
    throw invalidUrlError(t('The {0} must not contain a query or fragment', setting));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw invalidUrlError(
      t('The {0} must start with https:// (http:// only for this machine)', setting),
    );
  }
  return url;
}

/** `null` if the text is not a URL. */
export const parseUrl = (text: string, base?: URL): URL | null => URL.parse(text, base?.href);

export const joinPath = (base: URL, path: string): URL =>
  new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`);

/** Whether a URL's host name means this machine regardless of DNS. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname);
