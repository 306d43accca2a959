import { visibleText } from '../../interface/displayText.ts';
import type { Fact } from '../views/treeRow.ts';

/** What can be said of something under the cursor; plain text throughout, whoever wrote it. */
export interface Facts {
  /** What it is called: a symbol, a name, or a short form of itself. */
  readonly title: string;
  /** What it is. */
  readonly what: string;
  readonly facts: readonly Fact[];
  /** What a careful person would want to be told. */
  readonly warnings: readonly string[];
  /** A sentence at the end. */
  readonly note?: string;
}

/** Longest name that a hover shows whole. */
const longestText = 64;

/** Text that anybody may have written on the chain, as it is shown. */
export const shownText = (text: string): string => visibleText(text, longestText);
