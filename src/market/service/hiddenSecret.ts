import { readExact } from '../exactJson.ts';

/** A shorter key could be any word of an answer. */
const secretCharactersMinimum = 8;

/**
 * Keeps a key out of answers: some services repeat the headers of a request in members of their
 * own, which are kept, shown as documents, and written to files.
 */
export class HiddenSecret {
  readonly #written: string;

  constructor(secret: string) {
    // As it stands inside a JSON text.
    this.#written =
      secret.length < secretCharactersMinimum ? '' : JSON.stringify(secret).slice(1, -1);
  }

  /** The text and its value without the key; `null` where the text does not hold it. */
  cleanJson(text: string): { readonly text: string; readonly value: unknown } | null {
    if (this.#written === '' || !text.includes(this.#written)) return null;
    const clean = text.replaceAll(this.#written, '<key>');
    return { text: clean, value: readExact(clean) };
  }
}
