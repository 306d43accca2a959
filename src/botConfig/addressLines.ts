import type { EditableConfig } from './editableConfig.ts';
import { outerListOf } from './editNotArb.ts';
import type { ListItem } from './listLayout.ts';
import type { ConfigAddress, TextChange } from './model.ts';
import { insertion, lineEndOf, lineStartOf, removal, wholeLines } from './textChanges.ts';

/** A line with a single address, optionally quoted and followed by a comma or comment. */
const lineParts = /^([ \t]*)(["'`]?)[1-9A-HJ-NP-Za-km-z]{32,44}\2(,?)([ \t]*(?:(?:#|\/\/).*)?)$/;

/**
 * Formatted like the last line. Changes nothing if the last address shares its line with other
 * text.
 */
export function addLines(
  file: EditableConfig,
  present: readonly ConfigAddress[],
  items: readonly ListItem[],
): TextChange[] {
  const { text, lineBreak, isJson } = file;
  if (items.length === 0) return [];
  if (isJson) return file.append(outerListOf(file), null, items);
  const last = present.at(-1);
  if (last === undefined) {
    const isEnded = text === '' || text.endsWith('\n');
    const lines = items.map((item) => item.text + remarkOf(item) + lineBreak).join('');
    return [insertion(text.length, isEnded ? lines : lineBreak + lines)];
  }
  const start = lineStartOf(text, last.range.start);
  const end = lineEndOf(text, last.range.end);
  const parts = lineParts.exec(text.slice(start, end));
  if (parts === null) return [];
  const [, indent = '', quote = '', comma = ''] = parts;
  // Quoted lines are source code, whose comment syntax is unknown.
  const isPlain = quote === '' && comma === '';
  const between = quote !== '' && comma === '' ? ',' : '';
  const lines = items.map((item, index) => {
    const separator = comma || (index < items.length - 1 ? between : '');
    const remark = isPlain ? remarkOf(item) : '';
    return lineBreak + indent + quote + item.text + quote + separator + remark;
  });
  const comma1 = between === '' ? [] : [insertion(last.range.end + quote.length, between)];
  return [...comma1, insertion(end, lines.join(''))];
}

const remarkOf = ({ comment }: ListItem): string => (comment === '' ? '' : ` # ${comment}`);

/** Only addresses that are alone on their line. */
export function removeLines(
  file: EditableConfig,
  addresses: readonly ConfigAddress[],
): TextChange[] {
  const { text, isJson } = file;
  if (isJson) return file.remove(outerListOf(file), addresses);
  return addresses.flatMap(({ range }) => {
    const start = lineStartOf(text, range.start);
    if (!lineParts.test(text.slice(start, lineEndOf(text, range.end)))) return [];
    const lines = wholeLines(text, range);
    return [removal(lines.start, lines.end)];
  });
}
