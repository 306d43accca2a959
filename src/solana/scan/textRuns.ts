import { base58Alphabet } from '../../api/base58.ts';

/** Runs of characters of a set, found without looking at each character. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export const letters = 'abcdefghijklmnopqrstuvwxyz';

/** How far a text is searched, so that it can be searched in steps. */
export interface Cursor {
  /** Everything that is found before is known. */
  at: number;
  /** What is found next begins here or later, perhaps before `at`. */
  floor: number;
}

/** By character code. */
export type CharacterSet = Uint8Array;

export const characterSet = (characters: string): CharacterSet => {
  const set = new Uint8Array(65_536);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
};

export const base58Characters = characterSet(base58Alphabet);

/**
 * The first run of at least `length` such characters that begins at `from` or later and before
 * `to`, but not inside a run. Probes every so many characters, which finds each.
 */
export function nextRun(
  text: string,
  from: number,
  to: number,
  set: CharacterSet,
  length: number,
): Span | null {
  const { length: textLength } = text;
  let at = from;
  while (at < to) {
    let probe = at + length - 1;
    if (probe >= textLength) return null;
    while (probe >= at && set[text.charCodeAt(probe)] === 1) probe--;
    if (probe >= at) {
      at = probe + 1;
      continue;
    }
    let end = at + length;
    while (set[text.charCodeAt(end)] === 1) end++;
    return { start: at, end };
  }
  return null;
}

/** Start of the line that a character is in; `floor` if it begins earlier. */
export function lineStartBefore(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && text.charCodeAt(start - 1) !== 10) start--;
  return start;
}

export const isBase58At = (text: string, at: number): boolean =>
  base58Characters[text.charCodeAt(at)] === 1;
