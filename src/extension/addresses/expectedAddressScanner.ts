import { isOtherChainAddress } from '../../solana/otherChainAddress.ts';
import type { Located, TextLines, TextPosition } from '../shared/documentText.ts';

/** `new PublicKey("…")`, `pubkey!("…")` and similar calls, in the languages of bots. */
const addressCallPattern =
  /(?:\bnew\s+PublicKey|\bpubkey!|\bdeclare_id!|\bPubkey::from_str(?:_const)?|\bPubkey\.from_string|\bMustPublicKeyFromBase58|\bPublicKeyFromBase58)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;
/** `address("…")` has other meanings too, so its text must look like an address. */
const looseCallPattern = /\b(?:address|publicKey|PublicKey)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;

/** Configuration keys whose value is an address, or a list of addresses. */
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

/** Whether a reader would take the text for an address of Solana. */
const isNearAddress = (text: string): boolean =>
  /^[\dA-Za-z]{36,48}$/.test(text) &&
  /\d/.test(text) &&
  /[A-Z]/.test(text) &&
  /[a-z]/.test(text) &&
  !isOtherChainAddress(text);

const maxLineLength = 4_000;

const addressLikePattern = /(["'`])([\dA-Za-z]{30,46})\1/g;

export interface AddressPlace extends Located<string> {
  /** Whether only an address makes sense there. */
  readonly isExpected: boolean;
}

export const isConfigDocument = (languageId: string, fileName: string): boolean =>
  configLanguages.has(languageId) || /\.(?:toml|jsonc?|ya?ml|env)$|(?:^|[\\/])\.env/.test(fileName);

/** Finds text where an address is expected, and all other quoted text of about its length. */
export class ExpectedAddressScanner {
  readonly #isConfig: boolean;
  /** Whether the previous line ended inside a list of addresses. */
  #isInList = false;

  constructor(languageId: string, fileName: string) {
    this.#isConfig = isConfigDocument(languageId, fileName);
  }

  scanLine(document: TextLines, line: number): AddressPlace[] {
    const { text } = document.lineAt(line);
    if (text.length > maxLineLength) return [];
    const places = this.#isConfig ? this.#scanConfigLine(text, line) : scanCalls(text, line);
    // Most lines have no match, and `test` is several times as fast as `matchAll`.
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
    // A text assembled at run time cannot be checked here.
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
