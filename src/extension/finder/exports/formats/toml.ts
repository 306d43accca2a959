import { sanitizeText } from '../../../../api/sanitizeText.ts';

/** Longest line of a comment; the filters of a thousand wallets are no help in a config. */
const maxCommentLength = 1_500;

/** A basic string of TOML 1.0. What is invisible or turns the text around it is escaped as well. */
export const tomlString = (text: string): string =>
  `"${text
    .toWellFormed()
    .replace(/["\\]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unicodeEscape)}"`;

const unicodeEscape = (character: string): string =>
  `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** A list of texts, each on a line of its own. */
export const tomlList = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : `[\n${texts.map((text) => `  ${tomlString(text)},\n`).join('')}]`;

/** Lines of a comment, in TOML and wherever else a number sign begins one. */
export const tomlComment = (lines: readonly string[]): string =>
  lines.map((line) => `# ${sanitizeText(line, maxCommentLength)}\n`).join('');
