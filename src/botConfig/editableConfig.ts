import { isAddress } from '../api/base58.ts';
import { sanitizeText } from '../api/sanitizeText.ts';
import {
  appendElements,
  type ListItem,
  type ListLayout,
  type ListStyle,
  readListLayout,
  removeElements,
  styleOf,
} from './listLayout.ts';
import type {
  BotConfig,
  ConfigAddress,
  ConfigEntry,
  ConfigKey,
  PoolList,
  TextChange,
  TextRange,
} from './model.ts';
import { lineBreakOf, lineEndOf, lineStartOf, wholeLines } from './textChanges.ts';

const maxCommentLength = 200;

/** List layouts are read once and cached across changes. */
export class EditableConfig {
  readonly text: string;
  readonly config: BotConfig;
  readonly lineBreak: string;
  readonly isJson: boolean;
  readonly #layouts = new Map<number, ListLayout>();
  readonly #addresses = new Map<PoolList, ReadonlySet<string>>();
  #keys: readonly ConfigKey[] | null = null;
  readonly #styles = new Map<ConfigEntry, ListStyle | null>();
  #style: ListStyle | null = null;

  constructor(text: string, config: BotConfig) {
    this.text = text;
    this.config = config;
    this.lineBreak = lineBreakOf(text);
    this.isJson = config.form === 'notarb-json' || isJsonList(text, config);
  }

  /** Null if the range is a single value, not a list. */
  layoutOf(range: TextRange): ListLayout | null {
    if (this.text[range.start] !== '[') return null;
    let layout = this.#layouts.get(range.start);
    if (layout === undefined) {
      layout = readListLayout(this.text, range);
      this.#layouts.set(range.start, layout);
    }
    return layout;
  }

  hasAddress(list: PoolList, address: string): boolean {
    let addresses = this.#addresses.get(list);
    if (addresses === undefined) {
      addresses = new Set(list.pools.map((pool) => pool.address));
      this.#addresses.set(list, addresses);
    }
    return addresses.has(address);
  }

  keysIn({ start, end }: TextRange): readonly ConfigKey[] {
    this.#keys ??= this.config.keys.toSorted((one, other) => one.range.start - other.range.start);
    const first = firstAtOrAfter(this.#keys, start, ({ range }) => range.start);
    return this.#keys.slice(
      first,
      firstAtOrAfter(this.#keys, end, ({ range }) => range.start),
    );
  }

  /** Style for a new list: that of the entry's lists, otherwise of any list in the file. */
  styleFor(entry: ConfigEntry | null): ListStyle {
    let own = entry === null ? null : this.#styles.get(entry);
    if (own === undefined && entry !== null) {
      own = this.#styleOfEntry(entry);
      this.#styles.set(entry, own);
    }
    if (own !== null && own !== undefined) return own;
    this.#style ??= this.#styleOfFile();
    return this.#style;
  }

  #styleOfFile(): ListStyle {
    for (const entry of this.config.entries) {
      const style = this.#styleOfEntry(entry);
      if (style !== null) return style;
    }
    return {
      ...{ quote: '"', isPerLine: !this.isJson, indent: '  ', closingIndent: '' },
      ...{ hasTrailingComma: !this.isJson, separator: ', ', lineBreak: this.lineBreak },
    };
  }

  #styleOfEntry({ lists, lookupTables, lookupTablesRange }: ConfigEntry): ListStyle | null {
    const ranges = lists.filter(({ pools }) => pools.length > 0).map(({ range }) => range);
    if (lookupTablesRange !== null && lookupTables.length > 0) ranges.push(lookupTablesRange);
    for (const range of ranges) {
      const layout = this.layoutOf(range);
      const style = layout && styleOf(this.text, layout, this.lineBreak);
      if (style !== null) return style;
    }
    return null;
  }

  /** Does nothing unless the value is a list. */
  append(range: TextRange, entry: ConfigEntry | null, items: readonly ListItem[]): TextChange[] {
    const layout = this.layoutOf(range);
    if (layout === null) return [];
    return appendElements(this.text, layout, items, this.styleFor(entry));
  }

  remove(range: TextRange, addresses: readonly ConfigAddress[]): TextChange[] {
    const layout = this.layoutOf(range);
    if (layout === null) return [];
    const indexes = addresses.map((each) => indexIn(layout, each));
    const found = indexes.filter((index) => index !== undefined);
    return removeElements(
      this.text,
      layout,
      found.toSorted((one, other) => one - other),
    );
  }

  /** Only if the address is alone on its line; without the number sign. */
  commentOf(range: TextRange, address: ConfigAddress): string {
    const layout = this.layoutOf(range);
    const index = layout === null ? undefined : indexIn(layout, address);
    if (layout === null || index === undefined) return '';
    const element = layout.elements[index];
    const isAlone = element?.firstOfLine === index;
    if (!isAlone || element.comment === null) return '';
    return this.text.slice(element.comment.start + 1, element.comment.end).trim();
  }

  item(address: string, comment: string): ListItem {
    const remark = this.isJson ? '' : sanitizeText(comment, maxCommentLength).trim();
    return { text: address, comment: remark };
  }

  /** False for inline tables and dotted keys. */
  hasHeader({ range }: ConfigEntry): boolean {
    return this.text[range.start] === '[' && !this.isJson;
  }

  /** Whole lines of a range, and the empty line before it if another follows. */
  linesOf(range: TextRange): TextRange {
    const { start, end } = wholeLines(this.text, range);
    const isAfterEmpty =
      start > 0 && this.text.slice(lineStartOf(this.text, start - 1), start).trim() === '';
    const isBeforeEmpty = this.text.slice(end, lineEndOf(this.text, end)).trim() === '';
    return isAfterEmpty && isBeforeEmpty
      ? { start: lineStartOf(this.text, start - 1), end }
      : { start, end };
  }
}

function firstAtOrAfter<Each>(
  sorted: readonly Each[],
  offset: number,
  offsetOf: (each: Each) => number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (offsetOf(sorted[middle] as Each) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Undefined if it is not an element. */
function indexIn({ elements }: ListLayout, { range }: ConfigAddress): number | undefined {
  const index = firstAtOrAfter(elements, range.start, ({ start }) => start) - 1;
  const element = elements[index];
  return element !== undefined && range.end <= element.end ? index : undefined;
}

const isJsonList = (text: string, { form }: BotConfig): boolean =>
  form === 'lookup-tables' && /^\uFEFF?\s*\[/.test(text);

/** The valid addresses that are not in `present`, without duplicates. */
export function newAddresses(
  addresses: readonly string[],
  present: Iterable<string>,
): readonly string[] {
  const known = new Set(present);
  return addresses.filter((address) => {
    if (known.has(address) || !isAddress(address)) return false;
    known.add(address);
    return true;
  });
}
