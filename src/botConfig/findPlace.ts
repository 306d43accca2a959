import { findConfigKey } from './configKeys.ts';
import type { ConfigKeyMeaning } from './keyFacts.ts';
import type { BotConfig, TextRange } from './model.ts';
import { parseConfig } from './parseConfig.ts';

export type ConfigPlace =
  | {
      readonly kind: 'key';
      /** The text that the key replaces. */
      readonly range: TextRange;
      /** Including parent tables; empty for the root. */
      readonly table: string;
      readonly taken: readonly string[];
    }
  | {
      readonly kind: 'pool';
      /** Null: any program. */
      readonly program: string | null;
      readonly mint: string | null;
    }
  | { readonly kind: 'mint' | 'lookup-table' | 'address' };

export interface FoundPlace {
  readonly form: BotConfig['form'];
  readonly place: ConfigPlace;
}

/**
 * Null if nothing can be completed or the text is not a config. The current line may be incomplete.
 */
export function findPlace(text: string, offset: number): FoundPlace | null {
  const { config } = parseConfig(text, { isTolerant: true });
  if (config === null) return null;
  const place =
    findAddressPlace(config, offset) ??
    findKeyPlace(text, config, offset) ??
    findValue(config, offset);
  return place === null ? null : { form: config.form, place };
}

/** The ends count as inside. */
const isWithin = (range: TextRange | null, offset: number): boolean =>
  range !== null && range.start < offset && offset < range.end;

const isTouching = (range: TextRange | null, offset: number): boolean =>
  range !== null && range.start <= offset && offset <= range.end;

function findAddressPlace({ form, entries }: BotConfig, offset: number): ConfigPlace | null {
  if (form === 'lookup-tables') return { kind: 'lookup-table' };
  if (form === 'addresses') return { kind: 'address' };
  for (const { mint, lists, lookupTablesRange } of entries) {
    if (isTouching(mint?.range ?? null, offset)) return { kind: 'mint' };
    if (isWithin(lookupTablesRange, offset)) return { kind: 'lookup-table' };
    const list = lists.find(({ range }) => isWithin(range, offset));
    if (list !== undefined) {
      return { kind: 'pool', program: list.program, mint: mint?.address ?? null };
    }
  }
  return null;
}

const header = /^[ \t]*\[{1,2}([^\]\n]*)\]/;
const name = '[\\w-]';

function findKeyPlace(text: string, { form, keys }: BotConfig, offset: number): ConfigPlace | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const isJson = form === 'notarb-json';
  const before = text.slice(lineStart, offset);
  const typed = (isJson ? /^\s*[{,]?\s*"([\w-]*)$/ : /^[ \t]*([\w-]*)$/).exec(before)?.[1];
  if (typed === undefined) return null;
  // Inside a multi-line list or string.
  if (keys.some(({ valueRange }) => isWithin(valueRange, offset))) return null;
  const start = offset - typed.length;
  const [rest = ''] = new RegExp(`^${name}*`).exec(text.slice(offset, offset + 100)) ?? [];
  const range = { start, end: offset + rest.length };
  if (isJson) return { kind: 'key', range, table: '', taken: namesOf(keys, '', range) };
  const above = text.slice(0, lineStart).split('\n');
  const table = above.findLast((line) => header.test(line));
  const path = (header.exec(table ?? '')?.[1] ?? '').replace(/[\s"']/g, '');
  return { kind: 'key', range, table: path, taken: takenNames(text, above, range.end) };
}

const namesOf = (keys: BotConfig['keys'], table: string, except: TextRange): string[] =>
  keys
    .filter(({ range }) => !isTouching(range, except.start))
    .map(({ path }) => path.slice(table.length));

/** Read from the text: repeated tables share one path. */
function takenNames(text: string, above: readonly string[], end: number): string[] {
  const lineEnd = text.indexOf('\n', end);
  const below = lineEnd < 0 ? [] : text.slice(lineEnd + 1).split('\n');
  const next = below.findIndex((line) => header.test(line));
  const lines = [
    ...above.slice(above.findLastIndex((line) => header.test(line)) + 1),
    ...below.slice(0, next < 0 ? below.length : next),
  ];
  return lines.flatMap((line) => /^[ \t]*["']?([\w-]+)["']?[ \t]*=/.exec(line)?.[1] ?? []);
}

function findValue({ form, keys }: BotConfig, offset: number): ConfigPlace | null {
  const key = keys.find(({ valueRange }) => isWithin(valueRange, offset));
  if (key === undefined) return null;
  const facts = findConfigKey(form, key.path);
  if (facts?.type !== 'address' && facts?.type !== 'addresses') return null;
  return { kind: isOfMints[facts.describe] === true ? 'mint' : 'address' };
}

const isOfMints: Readonly<Partial<Record<ConfigKeyMeaning, true>>> = {
  ...{ 'entry-mint': true, 'finder-excluded-tokens': true },
};
