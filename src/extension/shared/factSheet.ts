import { sanitizeText } from '../../api/sanitizeText.ts';
import type { Fact } from '../ui/treeRow.ts';

/** Facts about something under the cursor; plain text throughout, whoever wrote it. */
export interface FactSheet {
  /** A symbol, a name, or a short form of the text itself. */
  readonly title: string;
  readonly kindLabel: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly string[];
  readonly note?: string;
}

/** Longest name that a hover shows whole. */
const maxTextLength = 64;

/** Text that anybody may have written on the chain, made fit to be shown. */
export const truncatedText = (text: string): string => sanitizeText(text, maxTextLength);

export const noteOnly = (note: string): FactSheet => ({
  title: '',
  kindLabel: '',
  facts: [],
  warnings: [],
  note,
});

/** One sheet of two about the same subject: each fact and warning once, the later value counts. */
export function mergeFactSheets(first: FactSheet, second: FactSheet): FactSheet {
  const isRenamed = second.title !== '' && second.kindLabel !== first.kindLabel;
  const note = second.note ?? first.note;
  return {
    title: isRenamed ? second.title : first.title,
    kindLabel: second.kindLabel || first.kindLabel,
    facts: [...new Map([...first.facts, ...second.facts])],
    warnings: [...new Set([...first.warnings, ...second.warnings])],
    ...(note === undefined ? {} : { note }),
  };
}

export function subtractFactSheet(second: FactSheet, first: FactSheet): FactSheet {
  const shown = new Map(first.facts);
  const isSame = second.title === first.title && second.kindLabel === first.kindLabel;
  return {
    ...second,
    ...(isSame ? { title: '', kindLabel: '' } : {}),
    facts: second.facts.filter(([name, value]) => shown.get(name) !== value),
    warnings: second.warnings.filter((warning) => !first.warnings.includes(warning)),
  };
}
