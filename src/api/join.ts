import { t } from '@vscode/l10n';

/**
 * Joins separately translated texts with the language's punctuation. Not for building sentences.
 */

/** `Window: 24 h`. */
export const joinLabel = (label: string, value: string): string => t('{0}: {1}', label, value);

/** `SOL, USDC, JUP`; `''` for an empty list. Skips empty entries. */
export const joinList = (entries: readonly string[]): string =>
  entries
    .filter(Boolean)
    .reduce((list, entry) => (list === '' ? entry : t('{0}, {1}', list, entry)), '');

/** `no limit; asked 3 s ago`: joins clauses that may contain commas. Skips empty ones. */
export const joinClauses = (clauses: readonly string[]): string =>
  clauses
    .filter(Boolean)
    .reduce((all, clause) => (all === '' ? clause : t('{0}; {1}', all, clause)), '');

/** `Blockhash not found. Sign with a recent one.`: adds a missing full stop, skips empty ones. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences
    .filter(Boolean)
    .reduce(
      (all, sentence) =>
        all === '' ? sentence : t('{0}. {1}', all.replace(/[.。]$/, ''), sentence),
      '',
    );

/** `JITO (tip)`. */
export const joinNote = (text: string, note: string): string => t('{0} ({1})', text, note);

/** Between names of one error, of which that of the workspace's IDL is the first. */
export const errorNameSeparator = ' / ';

/** With a full stop, in front of another sentence; empty stays empty. */
export const asSentence = (text: string): string =>
  text === '' || /[.!?…。！？]$/.test(text) ? text : `${text}.`;
