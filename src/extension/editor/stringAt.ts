export interface StringSpan {
  /** Behind the opening quote. */
  readonly start: number;
  /** Before the closing quote, or where a name could end. */
  readonly end: number;
}

const quotes = `"'\``;
/** Symbols and names of AMMs. */
const isNamePart = (character: string | undefined): boolean =>
  character !== undefined && /[\w .$()-]/.test(character);
const longestName = 40;

/** The string around a place of a line, if all of it could be the beginning of a name. */
export function stringAt(line: string, character: number): StringSpan | null {
  if (line.length > 4_000) return null;
  let open = -1;
  for (let at = 0; at < character; at++) {
    if (line[at] === '\\') at++;
    else if (open < 0 && quotes.includes(line[at] ?? ' ')) open = at;
    else if (open >= 0 && line[at] === line[open]) open = -1;
  }
  if (open < 0 || character - open > longestName) return null;
  for (let at = open + 1; at < character; at++) if (!isNamePart(line[at])) return null;
  let end = character;
  while (end < line.length && isNamePart(line[end])) end++;
  return { start: open + 1, end: line[end] === line[open] ? end : character };
}
