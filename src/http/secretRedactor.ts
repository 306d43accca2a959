import { MarketError } from '../api/marketError.ts';

/** Takes keys out of what leaves: a service can repeat it in its own words, or in an address. */
export class SecretRedactor {
  readonly #pattern: RegExp;

  constructor(keys: readonly string[]) {
    // The longest first, so that no part of one is left over.
    const forms = [...new Set(keys.flatMap((key) => [key, encodeURIComponent(key)]))]
      .sort((first, second) => second.length - first.length)
      .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // Host names lose their case; without a key nothing matches.
    this.#pattern = new RegExp(forms.join('|') || '(?!)', 'gi');
  }

  redactText(text: string): string {
    return text.replace(this.#pattern, '<key>');
  }

  /** The error itself, or one in its place whose message and stack do not hold the key. */
  redact(error: MarketError): MarketError {
    const message = this.redactText(error.message);
    if (message === error.message) return error;
    const { kind, parameter, retryAfterSeconds, statusCode } = error;
    return new MarketError(kind, message, { parameter, retryAfterSeconds, statusCode });
  }
}
