import { characterSet, letters, type Span } from './textRuns.ts';

/**
 * Finds seed phrases (BIP-39): 12, 15, 18, 21 or 24 words. The list of 2,048 words is not part of
 * the program, so the form decides: the phrase is a whole text, line or value, or has a name that
 * says so. The checksum is not needed for that.
 */

/** The longest first. */
const phraseLengths: readonly number[] = [24, 21, 18, 15, 12];
const minWords = 12;

interface Word extends Span {
  /** What separates it from the word before. */
  readonly separator: Separator;
}

/** `line`: a blank, as within a line. `list`: the words have lines or quotes of their own. */
type Separator = 'none' | 'line' | 'list';

/** English words that no seed phrase contains: the text is prose. */
const otherWords =
  /^(?:the|and|for|from|with|are|was|were|been|not|has|had|but|any|its|our|your|their|his|her|him|them|which|how|who|than|into|would|could|does|did|may|must|such|these|those|because)$/i;
const letterCharacters = characterSet(letters + letters.toUpperCase());
/** Beside letters, these make them a part of an identifier. */
const identifierCharacters = characterSet('0123456789_$@');
/** All words of a phrase are written in one of these ways. */
const spellings = [/^[a-z]+$/, /^[A-Z]+$/, /^[A-Z][a-z]+$/];
const blank = /^[ \t]+$/;
/** Blanks, commas, quotes, line breaks (also escaped) and the number of the next word. */
const listSeparator =
  /^(?:\+|(?=.*[\s,;"'`])(?:[\s,;"'`|]|\\[nrt"]|\b\d{1,2}\b(?:\\?["'`])?[ \t]*[.):=]?|[-*•])+)$/s;
/** A phrase in several literals is one value, and a URL has no blanks. */
const joint = /^(?:%20|\s*["'`](?:\s*(?:\+|\.{1,2}|&|<>|\|\||\\(?=\s)))?\s*["'`]\s*)$/;
/** Longer ones separate texts. */
const maxSeparatorLength = 40;

/** Before and after a value, or the end of a line. */
const startOfValue = /(?:^|[\n\r"'`=:>([{},]|\\[nrt])[ \t]*$/;
const endOfValue = /^[ \t]*(?:$|[\n\r"'`<)\]},;:#]|\.?(?:$|[\n\r])|\\[nrtu])/;
const maxBoundaryLength = 40;

const phraseName =
  /(?:mnemonic|seed[\s_-]?(?:phrase|words?)|recovery[\s_-]?(?:phrase|seed|words?|key)|secret[\s_-]?(?:phrase|recovery)|passphrase|助记词)[\w ()-]{0,24}["'`]?\s{0,8}(?:(?:is|=>|:=|[:=]|are)\s{0,8})?[\s"'`[({*-]{0,8}(?:1(?:\\?["'`])?\s{0,2}[.):=]\s{0,4}(?:\\?["'`])?)?$/i;
const maxNameLength = 80;
/** The last word of such a name, which is a part of the run if only a blank separates them. */
const nameWord = /^(?:mnemonic|phrase|words?|seed|key|recovery|is)$/i;

/** In order of position; of each the words without quotes or brackets around them. */
export function seedPhrases(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const run of wordRuns(text)) {
    if (run.length >= minWords) found.push(...phrasesOf(text, run));
  }
  return found;
}

/** Words of 3 to 8 letters with nothing but separators between them. */
function* wordRuns(text: string): Generator<readonly Word[]> {
  const isIn = (set: Uint8Array, at: number) => set[text.charCodeAt(at)] === 1;
  let words: Span[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isIn(letterCharacters, at)) continue;
    // In JSON, the letter of an escape is directly before the word.
    const isEscape = text[at - 1] === '\\' && 'nrt'.includes(text.charAt(at));
    const start = isEscape ? at + 1 : at;
    while (isIn(letterCharacters, at)) at++;
    const length = at - start;
    if (length === 0) continue;
    const isWord =
      length >= 3 &&
      length <= 8 &&
      (!isIn(identifierCharacters, start - 1) || text.startsWith('%20', start - 3)) &&
      !isIn(identifierCharacters, at);
    if (!isWord) {
      // Nearly all text ends here: what is between the words is read for enough of them only.
      if (words.length >= minWords) yield* splitAtText(text, words);
      words = [];
    } else {
      words.push({ start, end: at });
    }
  }
  yield* splitAtText(text, words);
}

function* splitAtText(text: string, words: readonly Span[]): Generator<readonly Word[]> {
  let run: Word[] = [];
  for (const { start, end } of words) {
    const previous = run.at(-1);
    const separator = previous === undefined ? 'none' : separatorOf(text, previous.end, start);
    if (separator === 'none' && previous !== undefined) {
      yield run;
      run = [];
    }
    run.push({ start, end, separator });
  }
  yield run;
}

function separatorOf(text: string, start: number, end: number): Separator {
  if (end - start === 1 && text[start] === ' ') return 'line';
  if (end - start > maxSeparatorLength) return 'none';
  const between = text.slice(start, end);
  if (blank.test(between) || joint.test(between)) return 'line';
  return listSeparator.test(between) ? 'list' : 'none';
}

function phrasesOf(text: string, run: readonly Word[]): readonly Span[] {
  if (isAlone(text, run) && isUniform(text, run) && isPhrase(text, run)) return [spanOf(run)];
  const named = run.findIndex((_, at) => isNamed(text, run, at));
  const phrase = phraseLengths
    .map((length) => (named < 0 ? [] : run.slice(named, named + length)))
    .find((words) => isPhrase(text, words));
  if (phrase !== undefined) return [spanOf(phrase)];
  return linesOf(run)
    .filter((line) => isPhrase(text, line) && isValue(text, spanOf(line)))
    .map(spanOf);
}

const spanOf = (words: readonly Word[]): Span => ({
  start: words[0]?.start ?? 0,
  end: words.at(-1)?.end ?? 0,
});

function isNamed(text: string, run: readonly Word[], at: number): boolean {
  const [previous, word] = [run[at - 1], run[at]];
  if (word === undefined || run.length - at < minWords) return false;
  const isAfterName =
    previous === undefined || nameWord.test(text.slice(previous.start, previous.end));
  return (
    isAfterName && phraseName.test(text.slice(Math.max(0, word.start - maxNameLength), word.start))
  );
}

/** False for prose. */
function isPhrase(text: string, words: readonly Word[]): boolean {
  if (!phraseLengths.includes(words.length)) return false;
  const texts = words.map(({ start, end }) => text.slice(start, end));
  return (
    spellings.some((spelling) => texts.every((word) => spelling.test(word))) &&
    !texts.some((word) => otherWords.test(word))
  );
}

/** Whether a phrase in a line is all of the line or of a value in it. */
const isValue = (text: string, { start, end }: Span): boolean =>
  /^[a-z]/.test(text.slice(start, start + 1)) &&
  startOfValue.test(text.slice(Math.max(0, start - maxBoundaryLength), start)) &&
  endOfValue.test(text.slice(end, end + maxBoundaryLength));

/** Whether the text has no other letters or digits, except for the number of the first word. */
function isAlone(text: string, run: readonly Word[]): boolean {
  const { start, end } = spanOf(run);
  const [before, after] = [text.slice(0, start), text.slice(end)];
  return (
    before.length + after.length <= maxBoundaryLength * 2 &&
    /^[^A-Za-z0-9]*(?:1[^A-Za-z0-9]*)?$/.test(before) &&
    /^[^A-Za-z0-9]*$/.test(after)
  );
}

/** Whether the words have the same signs between them, apart from blanks and numbers: no table. */
function isUniform(text: string, run: readonly Word[]): boolean {
  const signs = run
    .slice(1)
    .map(({ start }, at) => text.slice(run[at]?.end, start).replace(/[\s\d]|\\[nrt]/g, ''));
  return new Set(signs.filter((each) => each !== '')).size <= 1;
}

function linesOf(run: readonly Word[]): readonly (readonly Word[])[] {
  const lines: Word[][] = [];
  for (const word of run) {
    const line = lines.at(-1);
    if (line === undefined || word.separator !== 'line') lines.push([word]);
    else line.push(word);
  }
  return lines;
}
