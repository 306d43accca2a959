import { t } from '@vscode/l10n';
import { parseServiceUrl, parseUrl } from '../../api/parseServiceUrl.ts';
import { parseSignature } from '../../solana/parseSignature.ts';
import type { ValidationMessage } from '../ui/prompts/prompter.ts';

const error = (message: string): ValidationMessage => ({ message, severity: 'error' });
const hint = (message: string): ValidationMessage => ({ message, severity: 'info' });

/** Validates a typed address that will receive a key; `parse` throws the error. */
export function validateUrl(
  text: string,
  what: string,
  parse: (text: string, what: string) => unknown = parseServiceUrl,
): ValidationMessage | null {
  const typed = text.trim();
  if (typed === '') return hint(t('Enter the {0}.', what));
  if (isPartialScheme(typed)) return hint(t('Must start with https:// and have a host name.'));
  try {
    parse(typed, what);
    return null;
  } catch (reason) {
    return error(`${reason instanceof Error ? reason.message : String(reason)}.`);
  }
}

/** Validates the URL of a node, whose path and query may contain a key. */
export function validateRpcUrl(text: string): ValidationMessage | null {
  const typed = text.trim();
  if (typed === '') return hint(t('Enter the RPC URL.'));
  if (isPartialScheme(typed)) return hint(t('Must start with https:// and have a host name.'));
  const url = parseUrl(typed);
  if (url === null) return error(t('Not a valid URL.'));
  if (url.hash !== '') return error(t('The RPC URL must not contain a fragment (#…).'));
  // Validates the rest like the address of a service, except for the query.
  return validateUrl(`${url.protocol}//${credentialsPlaceholder(url)}${url.host}`, t('RPC URL'));
}

const maxKeyLength = 4_096;

/** The key must be a valid header value. */
export function validateApiKey(text: string): ValidationMessage | null {
  const key = text.trim();
  if (key === '') return hint(t('Enter the API key.'));
  if (parseSignature(key).kind === 'secret-key') {
    return error(t('This is a wallet’s secret key, not an API key. It was not stored or sent.'));
  }
  if (/\s/u.test(key)) return error(t('API keys cannot contain spaces or line breaks.'));
  if (!/^[\x21-\x7e]+$/.test(key)) return error(t('API keys cannot contain these characters.'));
  if (parseUrl(key) !== null && /^https?:\/\//i.test(key)) {
    return error(t('This is a URL, not an API key.'));
  }
  return key.length > maxKeyLength
    ? error(t('API keys have at most {0} characters.', maxKeyLength))
    : null;
}

const isPartialScheme = (text: string): boolean =>
  ['https://', 'http://'].some((scheme) => scheme.startsWith(text.toLowerCase()));

const credentialsPlaceholder = ({ username, password }: URL): string =>
  username === '' && password === '' ? '' : 'user@';
