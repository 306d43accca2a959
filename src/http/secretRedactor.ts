import { MarketError } from '../api/marketError.ts';

/** Eight characters do not match by chance, and fewer are of no use to an attacker. */
const partLength = 8;
/** Minimum length of parts that could be a word ("accounts"); no word in use is that long. */
const wordPartLength = 16;
const looksLikeWord = /^[A-Z]?[a-z]+$|^[A-Z]+$/;
/** Eight characters always contain six that are aligned to a Base64 group, at any offset. */
const base64PartLength = 6;
const base64 = (part: string): string => Buffer.from(part).toString('base64');
const base64url = (part: string): string => Buffer.from(part).toString('base64url');

/** Longer texts are cut, because redaction visits every character. */
const maxTextLength = 65_536;

/** Removes keys from outgoing text: a service can echo a key whole, in parts or encoded. */
export class SecretRedactor {
  /** By length, in lower case: host names lose their case. */
  readonly #parts = new Map<number, Set<string>>();

  constructor(keys: readonly string[]) {
    for (const part of keys.filter((key) => key !== '').flatMap(secretParts)) {
      const known = this.#parts.get(part.length) ?? new Set();
      this.#parts.set(part.length, known.add(part.toLowerCase()));
    }
  }

  redactText(text: string): string {
    const whole = text.slice(0, maxTextLength);
    // Lower-cases ASCII only, which keeps the length; keys contain no other letters.
    const folded = whole.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    let redacted = '';
    let end = 0;
    for (let at = 0; at < folded.length; at += 1) {
      for (const [length, parts] of this.#parts) {
        if (!parts.has(folded.slice(at, at + length))) continue;
        if (at > end || redacted === '') redacted += `${whole.slice(end, at)}<key>`;
        end = Math.max(end, at + length);
      }
    }
    return redacted + whole.slice(end);
  }

  redact(error: MarketError): MarketError {
    const message = this.redactText(error.message);
    if (message === error.message) return error;
    const { kind, parameter, retryAfterSeconds, statusCode } = error;
    return new MarketError(kind, message, { parameter, retryAfterSeconds, statusCode });
  }
}

/** The key and its recognizable parts, in the encodings in which requests carry keys. */
function secretParts(key: string): string[] {
  const windows = (length: number): string[] =>
    Array.from({ length: Math.max(0, key.length - length + 1) }, (_, at) =>
      key.slice(at, at + length),
    );
  const parts = windows(partLength);
  return [
    ...[key, encodeURIComponent(key.toWellFormed())],
    ...parts.filter((part) => !looksLikeWord.test(part)),
    ...windows(wordPartLength),
    ...parts
      .map((part) => encodeURIComponent(part.toWellFormed()))
      .filter((part) => part.includes('%')),
    ...parts.map((part) => Buffer.from(part).toString('hex')),
    ...windows(base64PartLength).flatMap((part) => [base64(part), base64url(part)]),
  ];
}
