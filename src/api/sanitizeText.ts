/** Makes untrusted text visible and bounded for display. HTML and Markdown still need escaping. */

const emoji = '\\p{Extended_Pictographic}';
const emojiJoiners = new RegExp(
  `(?<=${emoji})\\u{FE0F}|(?<=${emoji}\\u{FE0F}?)\\u{200D}(?=${emoji})`,
  'gu',
);

/**
 * Control and formatting characters (including direction marks), lone surrogates, private and
 * unassigned characters, line and paragraph separators, all spaces but U+0020, characters that draw
 * nothing, and stacked combining marks.
 */
const unsafeCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}|(?<=\p{M}\p{M})\p{M}/gu;

const escapeCodePoint = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** Safe for a terminal: no cursor movement, direction change or line break. */
export function sanitizeLine(text: string, format = escapeCodePoint): string {
  if (isPlain(text)) return text;
  const spared = new Set(Array.from(text.matchAll(emojiJoiners), ({ index }) => index));
  return text.replace(unsafeCharacters, (character, index: number) =>
    spared.has(index) ? character : format(character),
  );
}

/** Longest symbol that a picture shows in full. */
export const maxLabelLength = 32;

/** Writes unsafe characters as `\u{…}` and cuts after `longest` characters with an ellipsis. */
export function sanitizeText(text: string, longest = maxLabelLength): string {
  // Nearly all texts.
  if (text.length <= longest && isPlain(text)) return text;
  // Avoids processing millions of characters.
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

const maxMessageLength = 1_000;

/** One line, with breaks and runs of spaces collapsed. */
export const sanitizeMessage = (text: string, longest = maxMessageLength): string =>
  sanitizeText(
    text
      .slice(0, longest * 4)
      .replace(/\s+/g, ' ')
      .trim(),
    longest,
  );

/** As safe on a terminal as text from `sanitizeLine`. */
export const sanitizeJson = (json: string): string =>
  sanitizeLine(json, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Wraps text in FSI and PDI marks to isolate its direction where no element can. */
export const isolateDirection = (text: string): string => `\u2068${text}\u2069`;

/** Escapes text for a Markdown line: no markup, links or HTML. */
export const escapeMarkdownText = (text: string): string =>
  text.replace(/[\\`*_{}[\]()<>#+\-.!|~&:@/=^$"']/g, '\\$&');

const csvNumber = /^[+-]?(\d[\d.,]*|\.\d+)(e[+-]?\d+)?$/i;
/** What spreadsheets skip before a formula: spaces, quotes, separators and invisible characters. */
const csvSkipped = /[\s\p{C};,'"]+|^/gu;
/** How a formula starts. Spreadsheets accept full-width signs, too. */
const csvSign = /^[=+\-@＝＋－＠]/;

/**
 * Inserts a quote where the cell starts like a formula, or would if it were split at `;`, tabs or
 * line breaks. Looks ahead once from each run of skipped characters: once from each separator takes
 * quadratic time.
 */
const quoteFormulas = (text: string): string =>
  text.replace(csvSkipped, (run: string, index: number) => {
    const isFormula = csvSign.test(text.charAt(index + run.length));
    const quoted = isFormula ? run.replace(/[;\t\r\n]/g, "$&'") : run;
    return index === 0 && (isFormula || /^[\t\r\n]/.test(run)) ? `'${quoted}` : quoted;
  });

/** A CSV cell. Formulas stay text in spreadsheets; numbers stay numbers. */
export function formatCsvCell(text: string): string {
  const plain = csvNumber.test(text) ? text : quoteFormulas(text);
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * RFC 4180. Numbers have all digits and no exponent; null, undefined and numbers that are not
 * finite give an empty cell.
 */
export const formatCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map((cell) => formatCsvCell(cellText(cell))).join(',')}\r\n`).join('');

function cellText(cell: unknown): string {
  if (typeof cell !== 'number') return String(cell ?? '');
  if (Number.isInteger(cell)) return String(BigInt(cell));
  return Number.isFinite(cell) ? withoutExponent(String(cell)) : '';
}

/** `1.5e-7` as `0.00000015`. Fractions have no other exponents. */
const withoutExponent = (fraction: string): string =>
  fraction.replace(
    /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/,
    (_, sign: string, first: string, others: string | undefined, zeros: string) =>
      `${sign}0.${'0'.repeat(Number(zeros) - 1)}${first}${others ?? ''}`,
  );

/** For UI texts in which VS Code draws `$(name)` as an icon. */
export const escapeIcons = (text: string): string => text.replaceAll('$(', '$ (');

/** For notifications, which turn `[words](command:…)` into a link that runs a command. */
export const escapeLinks = (text: string): string => text.replaceAll('](', '] (');
