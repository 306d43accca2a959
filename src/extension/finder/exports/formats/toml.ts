import { sanitizeText } from '../../../../api/sanitizeText.ts';

/** Longest comment line: listing a thousand wallets of a filter would not help. */
const maxCommentLength = 1_500;

/** A TOML 1.0 basic string. Also escapes invisible and bidirectional characters. */
export const tomlString = (text: string): string =>
  `"${text
    .toWellFormed()
    .replace(/["\\]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unicodeEscape)}"`;

const unicodeEscape = (character: string): string =>
  `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

export const tomlList = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : `[\n${texts.map((text) => `  ${tomlString(text)},\n`).join('')}]`;

export const tomlComment = (lines: readonly string[]): string =>
  lines.map((line) => `# ${sanitizeText(line, maxCommentLength)}\n`).join('');
