import { MarketError } from '../api/marketError.ts';

/** Takes keys out of what leaves: a service can repeat it in its own words, or in an address. */
export class SecretRedactor {
  readonly #pattern: RegExp;

  constructor(keys: readonly string[]) {
    // Host names lose their case.
    const forms = keys
      .flatMap((key) => [key, encodeURIComponent(key)])
      .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#pattern = new RegExp(forms.join('|'), 'gi');
  }

  /** The error itself, or one in its place whose message and stack do not hold the key. */
  redact(error: MarketError): MarketError {
    const message = error.message.replace(this.#pattern, '<key>');
    if (message === error.message) return error;
    const { parameter, retryAfterSeconds } = error;
    return new MarketError(error.kind, message, {
      ...(parameter === undefined ? {} : { parameter }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}
