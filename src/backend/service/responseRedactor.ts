import { parseWithBigints } from '../protocol/bigintJson.ts';

/** A shorter key could be any word in a response. */
const minSecretCharacters = 8;

/** Some services repeat request headers. Truncated forms of a key are only removed from errors. */
export class ResponseRedactor {
  readonly #forms: readonly string[];

  constructor(secret: string) {
    this.#forms = secret.length < minSecretCharacters ? [] : [...new Set(secretForms(secret))];
  }

  /** The text and its value without the key; `null` if the text does not contain it. */
  redactJson(text: string): { readonly text: string; readonly value: unknown } | null {
    const found = this.#forms.filter((form) => text.includes(form));
    if (found.length === 0) return null;
    const clean = found.reduce((rest, form) => rest.replaceAll(form, '<key>'), text);
    return { text: clean, value: parseWithBigints(clean) };
  }
}

function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // Base64 encodes groups of three bytes; the key may start at any position in a group.
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
