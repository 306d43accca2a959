import type { LinedText, Place, Placed } from './documentText.ts';

/** A text that stands where only an address can stand. */
export interface AddressText {
  readonly text: string;
}

/** `new PublicKey("…")`, `pubkey!("…")` and the like, in the languages that bots are written in. */
const calls =
  /(?:\bnew\s+PublicKey|\bpubkey!|\bdeclare_id!|\bPubkey::from_str(?:_const)?|\bPubkey\.from_string|\bMustPublicKeyFromBase58|\bPublicKeyFromBase58)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;
/** `address("…")` means something else in many programs: its text has to look like one. */
const looseCalls = /\b(?:address|publicKey|PublicKey)\s*\(\s*(["'`])([^"'`\\\n]*)\1/g;

/** Keys of configurations that want an address, or a list of them. */
const wantsAddress =
  /(?:^|[a-z\d_-])(?:mints?|pools?|wallets?|program(?:[_-]?ids?)?|address(?:es)?|lookup[_-]?tables?|pub(?:lic)?[_-]?keys?|owners?|authority|payer|recipients?|tip[_-]?accounts?|accounts?)$/i;
const configEntry = /(?:^|[{,[\s])(["']?)([\w-]{1,60})\1\s*[:=]\s*(\[?)/g;
const literal = /(["'])([^"'\\\n]*)\1/g;

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

const longestLine = 4_000;

/**
 * Places of some lines where an address has to stand, with what stands there. `isInList` says
 * whether the lines begin inside of a list that wants addresses.
 */
export class AddressPlaces {
  readonly #isConfig: boolean;
  #isInList = false;

  constructor(languageId: string, fileName: string) {
    this.#isConfig =
      configLanguages.has(languageId) ||
      /\.(?:toml|jsonc?|ya?ml|env)$|(?:^|[\\/])\.env/.test(fileName);
  }

  /** The places of the next line. */
  of(document: LinedText, line: number): Placed<AddressText>[] {
    const { text } = document.lineAt(line);
    if (text.length > longestLine) return [];
    return this.#isConfig ? this.#inConfig(text, line) : inCalls(text, line);
  }

  #inConfig(text: string, line: number): Placed<AddressText>[] {
    const found: Placed<AddressText>[] = [];
    const add = (from: number, to: number) => {
      for (const match of text.slice(from, to).matchAll(literal)) {
        const content = match[2] ?? '';
        if (isNearAddress(content)) found.push(placed(content, line, from + match.index + 1));
      }
    };
    if (this.#isInList) {
      const end = text.indexOf(']');
      add(0, end < 0 ? text.length : end);
      if (end < 0) return found;
      this.#isInList = false;
    }
    for (const match of text.matchAll(configEntry)) {
      if (!wantsAddress.test(match[2] ?? '')) continue;
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

function inCalls(text: string, line: number): Placed<AddressText>[] {
  const found: Placed<AddressText>[] = [];
  const add = (match: RegExpExecArray, isLoose: boolean) => {
    const content = match[2] ?? '';
    const start = match.index + match[0].length - 1 - content.length;
    // What is put together at run time can only be checked then.
    if (content.includes('${') || (isLoose && !isNearAddress(content))) return;
    if (!found.some((one) => one.start.character === start))
      found.push(placed(content, line, start));
  };
  for (const match of text.matchAll(calls)) add(match, false);
  for (const match of text.matchAll(looseCalls)) add(match, true);
  return found;
}

function placed(text: string, line: number, character: number): Placed<AddressText> {
  const start: Place = { line, character };
  return { found: { text }, start, end: { line, character: character + text.length } };
}
