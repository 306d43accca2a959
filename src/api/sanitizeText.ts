/** Untrusted text made fit to show: visible, bounded. HTML and Markdown still escape it. */

const emoji = '\\p{Extended_Pictographic}';
/** What may stay of the characters below: the joints of emoji. */
const emojiJoiners = new RegExp(
  `(?<=${emoji})\\u{FE0F}|(?<=${emoji}\\u{FE0F}?)\\u{200D}(?=${emoji})`,
  'gu',
);

/**
 * Controls, formatting (direction marks among it), lone surrogates, private and unassigned
 * characters, line and paragraph separators, every space but the usual one, whatever is drawn as
 * nothing, and marks piled onto each other.
 */
const unsafeCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}|(?<=\p{M}\p{M})\p{M}/gu;

const escapeCodePoint = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** A line for a terminal, whole: nothing in it moves the cursor, turns text or begins a line. */
export function sanitizeLine(text: string, format = escapeCodePoint): string {
  if (isPlain(text)) return text;
  const spared = new Set(Array.from(text.matchAll(emojiJoiners), ({ index }) => index));
  return text.replace(unsafeCharacters, (character, index: number) =>
    spared.has(index) ? character : format(character),
  );
}

/** Longest symbol that a picture shows whole. */
export const maxLabelLength = 32;

/** Strange characters written out as `\u{…}`, cut after `longest` characters with an ellipsis. */
export function sanitizeText(text: string, longest = maxLabelLength): string {
  // Nearly every text: to take it apart takes far longer.
  if (text.length <= longest && isPlain(text)) return text;
  // A text of millions of characters is not taken apart as a whole.
  const head = text.slice(0, longest * 2 + 2);
  const shown = sanitizeLine(head);
  let kept = '';
  let room = longest;
  for (const [piece] of shown.matchAll(/\\u\{[0-9A-F]+\}|./gsu)) {
    room -= piece.startsWith('\\u{') ? piece.length : 1;
    if (room < 0) return `${kept}…`;
    kept += piece;
  }
  return head.length < text.length ? `${kept}…` : kept;
}

/** Most that an error says. */
const maxMessageLength = 1_000;

/** Words of an error or a log: one line, in which breaks and runs of spaces are one space. */
export const sanitizeMessage = (text: string, longest = maxMessageLength): string =>
  sanitizeText(
    text
      .slice(0, longest * 4)
      .replace(/\s+/g, ' ')
      .trim(),
    longest,
  );

/** JSON that means the same and is as safe on a terminal as `sanitizeLine` makes other text. */
export const sanitizeJson = (json: string): string =>
  sanitizeLine(json, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** The text between FSI and PDI marks, which isolate its direction where no element can. */
export const isolateDirection = (text: string): string => `\u2068${text}\u2069`;

/** Text inside a Markdown line: nothing in it is markup, a link or HTML. */
export const escapeMarkdownText = (text: string): string =>
  text.replace(/[\\`*_{}[\]()<>#+\-.!|~&:@/=^$"']/g, '\\$&');

const csvNumber = /^[+-]?(\d[\d.,]*|\.\d+)(e[+-]?\d+)?$/i;
/**
 * Where a cell begins like a formula, or would where a spreadsheet parts cells at `;` or tabs.
 * Spreadsheets skip spaces, quotes and invisible characters, and take full-width signs as well.
 */
const csvFormula = /(?<=^|[;\t\r\n])(?=[\s\p{C};,'"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

/** A cell of a CSV file; a formula stays text in spreadsheets, a number stays one. */
export function formatCsvCell(text: string): string {
  const plain = csvNumber.test(text) ? text : text.replace(csvFormula, "'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Rows as a CSV file (RFC 4180); a cell of nothing is empty. */
export const formatCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => `${row.map((cell) => formatCsvCell(String(cell ?? ''))).join(',')}\r\n`)
    .join('');

/** For places of the editor that draw `$(name)` as an icon. */
export const escapeIcons = (text: string): string => text.replaceAll('$(', '$ (');

/** For notifications, which turn `[words](command:…)` into a link that runs something. */
export const escapeLinks = (text: string): string => text.replaceAll('](', '] (');
