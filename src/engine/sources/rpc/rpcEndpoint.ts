import { parseServiceUrl } from '../../../api/parseServiceUrl.ts';
import { SecretRedactor } from '../../../http/secretRedactor.ts';

/** Shorter parts of a path ("v1", "rpc") are no secrets, and would blot ordinary words. */
const minSecretLength = 6;
const maxMessageLength = 300;

/** The address of a node. Its path and query often hold a key: only `origin` is to be shown. */
export class RpcEndpoint {
  readonly origin: string;
  /** For the request alone. */
  readonly url: URL;
  readonly #redactor: SecretRedactor;

  /** Throws a MarketError of kind `bad-parameter`, whose message does not repeat the address. */
  constructor(text: string) {
    this.url = parseServiceUrl(text, 'RPC URL', { parameter: 'rpc-url', allowsQuery: true });
    this.origin = this.url.origin;
    this.#redactor = new SecretRedactor(findSecrets(this.url));
  }

  /** A text from outside without any part of the address that may be a key, and not too long. */
  redact(text: string): string {
    return this.#redactor.redactText(text).slice(0, maxMessageLength);
  }
}

function findSecrets(url: URL): string[] {
  const parts = [url.search.slice(1), ...url.searchParams.values(), ...url.pathname.split('/')];
  return parts
    .flatMap((part) => [part, decode(part)])
    .filter((part) => part.length >= minSecretLength);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
