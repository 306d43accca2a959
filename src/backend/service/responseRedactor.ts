import { parseWithBigints } from '../protocol/bigintJson.ts';

/** A shorter key could be any word of an answer. */
const minSecretCharacters = 8;

/**
 * Keeps a key out of answers: some services repeat the headers of a request in members of their
 * own, which are kept, shown as documents, and written to files.
 */
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
