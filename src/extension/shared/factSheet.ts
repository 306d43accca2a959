import { sanitizeText } from '../../api/sanitizeText.ts';
import type { Fact } from '../ui/treeRow.ts';

/** Texts from the chain are sanitized to plain text. */
export interface FactSheet {
  /** A symbol, a name, or the shortened text itself. */
  readonly title: string;
  readonly kindLabel: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly string[];
  readonly note?: string;
}

/** Longest name shown without truncation. */
const maxTextLength = 64;

export const truncatedText = (text: string): string => sanitizeText(text, maxTextLength);

export const noteOnly = (note: string): FactSheet => ({
  title: '',
  kindLabel: '',
  facts: [],
  warnings: [],
  note,
});

/** No duplicates; the second sheet's values win. */
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
