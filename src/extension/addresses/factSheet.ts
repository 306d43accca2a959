import { sanitizeText } from '../../api/sanitizeText.ts';
import type { Fact } from '../ui/treeRow.ts';

/** What can be said of something under the cursor; plain text throughout, whoever wrote it. */
export interface FactSheet {
  /** What it is called: a symbol, a name, or a short form of itself. */
  readonly title: string;
  readonly kindLabel: string;
  readonly facts: readonly Fact[];
  /** What a careful person would want to be told. */
  readonly warnings: readonly string[];
  readonly note?: string;
}

/** Longest name that a hover shows whole. */
const maxTextLength = 64;

/** Text that anybody may have written on the chain, as it is shown. */
export const truncatedText = (text: string): string => sanitizeText(text, maxTextLength);
