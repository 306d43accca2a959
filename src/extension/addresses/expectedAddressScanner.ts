import type { Located, TextLines, TextPosition } from '../shared/documentText.ts';

/** `new PublicKey("…")`, `pubkey!("…")` and the like, in the languages that bots are written in. */
const addressCallPattern =
  /(?:\bnew\s+PublicKey|\bpubkey!|\bdeclare_id!|\bPubkey::from_str(?:_const)?|\bPubkey\.from_string|\bMustPublicKeyFromBase58|\bPublicKeyFromBase58)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;
/** `address("…")` means something else in many programs: its text has to look like one. */
const looseCallPattern = /\b(?:address|publicKey|PublicKey)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;

/** Keys of configurations that want an address, or a list of them. */
const addressKeyPattern =
  /(?:^|[a-z\d_-])(?:mints?|pools?|wallets?|program(?:[_-]?ids?)?|address(?:es)?|lookup[_-]?tables?|pub(?:lic)?[_-]?keys?|owners?|authority|payer|recipients?|tip[_-]?accounts?|accounts?)$/i;
const configEntryPattern = /(?:^|[{,[\s])(["']?)([\w-]{1,60})\1\s*[:=]\s*(\[?)/g;
const literalPattern = /(["'])([^"'\\\n]*)\1/g;

const configLanguages: ReadonlySet<string> = new Set([
  'json',
  'jsonc',
  'toml',
  'yaml',
  'dotenv',
  'ini',
]);

/** Near enough to an address that a reader would take it for one. */
const isNearAddress = (text: string): boolean =>
  /^[\dA-Za-z]{36,48}$/.test(text) && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);

const maxLineLength = 4_000;

/** Text between quotes that is about as long as an address. */
const addressLikePattern = /(["'`])([\dA-Za-z]{30,46})\1/g;

/** Text that may have to be an address. */
export interface AddressPlace extends Located<string> {
  /** Whether nothing but an address makes sense there. */
  readonly isExpected: boolean;
}

export const isConfigDocument = (languageId: string, fileName: string): boolean =>
  configLanguages.has(languageId) || /\.(?:toml|jsonc?|ya?ml|env)$|(?:^|[\\/])\.env/.test(fileName);

/** Places where an address is expected, and all other quoted text of about its length. */
export class ExpectedAddressScanner {
  readonly #isConfig: boolean;
  /** The line before ended inside of a list that wants addresses. */
  #isInList = false;

  constructor(languageId: string, fileName: string) {
    this.#isConfig = isConfigDocument(languageId, fileName);
  }

  scanLine(document: TextLines, line: number): AddressPlace[] {
    const { text } = document.lineAt(line);
    if (text.length > maxLineLength) return [];
    const places = this.#isConfig ? this.#scanConfigLine(text, line) : scanCalls(text, line);
    // Most lines have none: `test` is several times as fast as `matchAll`.
    if (!/["'`][\dA-Za-z]{30}/.test(text)) return places;
    for (const match of text.matchAll(addressLikePattern)) {
      const start = match.index + 1;
      if (places.some((one) => one.start.character === start)) continue;
      places.push({ ...locate(match[2] ?? '', line, start), isExpected: false });
    }
    return places;
  }

  #scanConfigLine(text: string, line: number): AddressPlace[] {
    const found: AddressPlace[] = [];
    const add = (from: number, to: number) => {
      for (const match of text.slice(from, to).matchAll(literalPattern)) {
        const content = match[2] ?? '';
        if (isNearAddress(content)) found.push(locate(content, line, from + match.index + 1));
      }
    };
    if (this.#isInList) {
      const end = text.indexOf(']');
      add(0, end < 0 ? text.length : end);
      if (end < 0) return found;
      this.#isInList = false;
    }
    for (const match of text.matchAll(configEntryPattern)) {
      if (!addressKeyPattern.test(match[2] ?? '')) continue;
      const start = match.index + match[0].length;
      if (match[3] !== '[') {
        const value = /^\s*(["'])([^"'\\\n]*)\1/.exec(text.slice(start));
        if (value !== null) add(start, start + value[0].length);
        continue;
      }
      const end = text.indexOf(']', start);
      add(start, end < 0 ? text.length : end);
      this.#isInList = end < 0;
    }
    return found;
  }
}

function scanCalls(text: string, line: number): AddressPlace[] {
  if (!/\(\s*["'`]/.test(text)) return [];
  const found: AddressPlace[] = [];
  const add = (match: RegExpExecArray, isLoose: boolean) => {
    const content = match[2] ?? '';
    const start = match.index + match[0].length - 1 - content.length;
    // What is put together at run time can only be checked then.
    if (content.includes('${') || (isLoose && !isNearAddress(content))) return;
    if (!found.some((one) => one.start.character === start))
      found.push(locate(content, line, start));
  };
  for (const match of text.matchAll(addressCallPattern)) add(match, false);
  for (const match of text.matchAll(looseCallPattern)) add(match, true);
  return found;
}

function locate(text: string, line: number, character: number): AddressPlace {
  const start: TextPosition = { line, character };
  return {
    found: text,
    start,
    end: { line, character: character + text.length },
    isExpected: true,
  };
}
