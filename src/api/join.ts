import { t } from '@vscode/l10n';

/** Joints of texts that are translated apart, in a language's punctuation; never sentences. */

/** `Window: 24 h`. */
export const joinLabel = (label: string, value: string): string => t('{0}: {1}', label, value);

/** `SOL, USDC, JUP`; `''` of none. Empty entries are left out. */
export const joinList = (entries: readonly string[]): string =>
  entries
    .filter(Boolean)
    .reduce((list, entry) => (list === '' ? entry : t('{0}, {1}', list, entry)), '');

/** `no limit; asked 3 s ago`: clauses, some of which hold commas. Empty ones are left out. */
export const joinClauses = (clauses: readonly string[]): string =>
  clauses
    .filter(Boolean)
    .reduce((all, clause) => (all === '' ? clause : t('{0}; {1}', all, clause)), '');

/** `Blockhash not found. Sign with a recent one.`; the first may lack its stop. Empty ones are left out. */
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
