import { t } from '@vscode/l10n';
import { parseUrl, serviceUrl } from '../../interface/serviceUrl.ts';
import type { Complaint } from '../prompts/prompter.ts';
import { readSignature } from '../transaction/signatureText.ts';

const error = (message: string): Complaint => ({ message, severity: 'error' });
const hint = (message: string): Complaint => ({ message, severity: 'info' });

/** What is wrong with an address that a key will be sent to, as one types it. */
export function complaintOfUrl(text: string, what: string): Complaint | null {
  const typed = text.trim();
  if (typed === '') return hint(t('Enter or paste the {0}.', what));
  if (isUnfinished(typed)) return hint(t('It begins with https:// and names a host.'));
  try {
    serviceUrl(typed, what);
    return null;
  } catch (reason) {
    return error(`${reason instanceof Error ? reason.message : String(reason)}.`);
  }
}

/** The same for the URL of a node, whose path and query may hold a key. */
export function complaintOfRpcUrl(text: string): Complaint | null {
  const typed = text.trim();
  if (typed === '') return hint(t('Enter or paste the RPC URL.'));
  if (isUnfinished(typed)) return hint(t('It begins with https:// and names a host.'));
  const url = parseUrl(typed);
  if (url === null) return error(t('The RPC URL is not a URL.'));
  if (url.hash !== '') return error(t('The RPC URL holds a fragment.'));
  // Everything else is as for the address of a service, but for the query.
  return complaintOfUrl(`${url.protocol}//${credentials(url)}${url.host}`, t('RPC URL'));
}

const longestKey = 4_096;

/** What is wrong with an API key: it must fit into a header. */
export function complaintOfKey(text: string): Complaint | null {
  const key = text.trim();
  if (key === '') return hint(t('Enter or paste the API key.'));
  if (readSignature(key).kind === 'secret-key') {
    return error(t('This is the secret key of a wallet, not an API key. It was not kept or sent.'));
  }
  if (/\s/u.test(key)) return error(t('An API key holds no spaces or line breaks.'));
  if (!/^[\x21-\x7e]+$/.test(key)) return error(t('An API key holds no such characters.'));
  if (parseUrl(key) !== null && /^https?:\/\//i.test(key)) {
    return error(t('This is an address, not an API key.'));
  }
  return key.length > longestKey
    ? error(t('An API key has at most {0} characters.', longestKey))
    : null;
}

const isUnfinished = (text: string): boolean =>
  ['https://', 'http://'].some((scheme) => scheme.startsWith(text.toLowerCase()));

const credentials = ({ username, password }: URL): string =>
  username === '' && password === '' ? '' : 'user@';
