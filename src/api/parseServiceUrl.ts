import { t } from '@vscode/l10n';
import { MarketError } from './marketError.ts';

/**
 * The address of a service that a key may be sent to: https, or http to this machine; no user name
 * in it, which would make another host look like the one that it names. Throws a MarketError of
 * kind `bad-parameter`; `setting` says in its message which address is meant, which does not repeat
 * it: a query, where one may stand, can hold a key.
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

/** `null` for text that is no URL. */
export const parseUrl = (text: string, base?: URL): URL | null => URL.parse(text, base?.href);

/** `{base_url}<path>`, whether the base ends in a slash or not. */
export const joinPath = (base: URL, path: string): URL =>
  new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`);

/** Whether a host name of a URL is this machine whatever a name server says. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname);
