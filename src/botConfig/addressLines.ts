import type { EditableConfig } from './editableConfig.ts';
import { outerListOf } from './editNotArb.ts';
import type { ListItem } from './listLayout.ts';
import type { ConfigAddress, TextChange } from './model.ts';
import { insertion, lineEndOf, lineStartOf, removal, wholeLines } from './textChanges.ts';

/** A line that holds an address alone, in quotes and with a comma where a list has some. */
const lineParts = /^([ \t]*)(["'`]?)[1-9A-HJ-NP-Za-km-z]{32,44}\2(,?)([ \t]*(?:(?:#|\/\/).*)?)$/;

/**
 * Adds to the addresses of a plain list, each in a line like the last one's. Of other text in which
 * the last address does not stand alone in its line nothing changes.
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
  // Comments of source code are its language's own.
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

/** Removes the lines of addresses that stand alone in them. */
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
