export interface StringSpan {
  /** After the opening quote. */
  readonly start: number;
  /** Before the closing quote, or after the last character that a name can contain. */
  readonly end: number;
}

const quotes = `"'\``;
/** Characters of symbols and AMM names. */
const isNameCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\w .$()-]/.test(character);
const maxNameLength = 40;

/** Null unless the whole string could be the beginning of a name. */
export function stringLiteralAt(line: string, character: number): StringSpan | null {
  if (line.length > 4_000) return null;
  let open = -1;
  for (let at = 0; at < character; at++) {
    if (line[at] === '\\') at++;
    else if (open < 0 && quotes.includes(line[at] ?? ' ')) open = at;
    else if (open >= 0 && line[at] === line[open]) open = -1;
  }
  if (open < 0 || character - open > maxNameLength) return null;
  for (let at = open + 1; at < character; at++) if (!isNameCharacter(line[at])) return null;
  let end = character;
  while (end < line.length && isNameCharacter(line[end])) end++;
  return { start: open + 1, end: line[end] === line[open] ? end : character };
}
