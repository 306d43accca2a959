import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';

/** Shorter parts of a path ("v1", "rpc") are no secrets, and would blot ordinary words. */
const secretLengthMinimum = 6;

/** The address of a node. Its path and query often hold a key: only `origin` is to be shown. */
export class RpcEndpoint {
  readonly origin: string;
  /** Path and query, for the request alone. */
  readonly #path: string;
  readonly #secrets: readonly string[];

  /** Throws a MarketError of kind `bad-parameter`, whose message does not repeat the address. */
  constructor(text: string) {
    const trimmed = text.trim();
    if (!URL.canParse(trimmed)) throw invalidUrlError(t('The {0} is not a URL', 'RPC URL'));
    const url = new URL(trimmed);
    if (url.username !== '' || url.password !== '')
      throw invalidUrlError(t('The RPC URL holds a user name or password'));
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
      throw invalidUrlError(
        t('The {0} must begin with https:// (http:// is for this machine only)', 'RPC URL'),
      );
    }
    this.origin = url.origin;
    this.#path = `${url.pathname}${url.search}`;
    this.#secrets = findSecrets(url);
  }

  /** What a request is sent to. */
  requestTarget(): { readonly origin: string; readonly path: string } {
    return { origin: this.origin, path: this.#path };
  }

  /** A text from outside without any part of the address that may be a key, and not too long. */
  redact(text: string): string {
    let safe = text;
    for (const secret of this.#secrets) safe = safe.replaceAll(secret, '<key>');
    return safe.slice(0, 300);
  }
}

/** The longest first, so that no part of one is left over. */
function findSecrets(url: URL): string[] {
  const parts = [url.search.slice(1), ...url.searchParams.values(), ...url.pathname.split('/')];
  const all = parts.flatMap((part) => [part, decoded(part)]);
  return [...new Set(all)]
    .filter((part) => part.length >= secretLengthMinimum)
    .sort((first, second) => second.length - first.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname);

const invalidUrlError = (words: string) =>
  new MarketError('bad-parameter', words, { parameter: 'rpc-url' });
