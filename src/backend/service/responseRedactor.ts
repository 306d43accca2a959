import { parseWithBigints } from '../protocol/bigintJson.ts';

/** A shorter key could be any word of an answer. */
const minSecretCharacters = 8;

/**
 * Removes the key from responses: some services repeat a request's headers in them. Whole, for a
 * response may be large; parts are taken out of errors, which are short.
 */
export class ResponseRedactor {
  readonly #forms: readonly string[];

  constructor(secret: string) {
    this.#forms = secret.length < minSecretCharacters ? [] : [...new Set(secretForms(secret))];
  }

  /** The text and its value without the key; `null` where the text does not hold it. */
  redactJson(text: string): { readonly text: string; readonly value: unknown } | null {
    const found = this.#forms.filter((form) => text.includes(form));
    if (found.length === 0) return null;
    const clean = found.reduce((rest, form) => rest.replaceAll(form, '<key>'), text);
    return { text: clean, value: parseWithBigints(clean) };
  }
}

/** The key as it stands inside a JSON text, as it is and encoded. */
function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // Base64 goes by groups of three bytes, whose first may be the key's first, second or third.
  const groups = [0, 1, 2].map((from) => {
    const length = Math.floor((bytes.length - from) / 3) * 3;
    return bytes.subarray(from, from + length);
  });
  return [
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...[hex, hex.toUpperCase()],
    ...groups.flatMap((group) => [group.toString('base64'), group.toString('base64url')]),
  ];
}
