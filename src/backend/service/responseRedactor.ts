import { parseWithBigints } from '../protocol/bigintJson.ts';

/** A shorter key could be any word of an answer. */
const minSecretCharacters = 8;

/** Removes the key from responses: some services repeat a request's headers in them. */
export class ResponseRedactor {
  readonly #escapedSecret: string;

  constructor(secret: string) {
    // As it stands inside a JSON text.
    this.#escapedSecret =
      secret.length < minSecretCharacters ? '' : JSON.stringify(secret).slice(1, -1);
  }

  /** The text and its value without the key; `null` where the text does not hold it. */
  redactJson(text: string): { readonly text: string; readonly value: unknown } | null {
    if (this.#escapedSecret === '' || !text.includes(this.#escapedSecret)) return null;
    const clean = text.replaceAll(this.#escapedSecret, '<key>');
    return { text: clean, value: parseWithBigints(clean) };
  }
}
