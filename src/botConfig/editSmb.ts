import { wrappedSolMint } from '../solana/baseMints.ts';
import { smbMarketPrograms, smbPoolLists } from './botPrograms.ts';
import { baseMints } from './combinePools.ts';
import type { EditableConfig } from './editableConfig.ts';
import { formatList, type ListItem } from './listLayout.ts';
import type { ConfigEntry, ConfigKey, TextChange } from './model.ts';
import type { PoolAddition } from './poolAddition.ts';
import { insertion, lineEndOf, lineStartOf, removal, wholeLines } from './textChanges.ts';

/** Used if no entry sets the pause between two attempts at a mint. */
const defaultProcessDelayMilliseconds = 400;
const noTradeDelayMilliseconds = 1_000_000_000;
const entryPath = 'routing.mint_config_list';

export function addToMintEntries(
  file: EditableConfig,
  additions: readonly PoolAddition[],
): TextChange[] {
  const { entries, groups } = file.config;
  const byMint = new Map<string, ConfigEntry>();
  for (const entry of entries) {
    if (entry.mint !== null && !byMint.has(entry.mint.address))
      byMint.set(entry.mint.address, entry);
  }
  const sharedMints = sharedMintsOf(additions, byMint);
  const toEntries = new Map<ConfigEntry, PoolAddition[]>();
  const toMints = new Map<string, PoolAddition[]>();
  const add = <Key>(map: Map<Key, PoolAddition[]>, key: Key, addition: PoolAddition): void => {
    const present = map.get(key);
    if (present === undefined) map.set(key, [addition]);
    else present.push(addition);
  };
  for (const addition of additions) {
    if (!smbPoolLists.has(addition.program)) continue;
    const { mints, group, newGroup } = addition;
    const [index = -1] = (group === null ? undefined : groups[group])?.entries ?? [];
    const grouped = entries[index];
    const fits = mints.length === 0 || mints.includes(grouped?.mint?.address ?? '');
    const shared = group === null && newGroup !== null ? sharedMints.get(newGroup) : undefined;
    const named =
      shared !== undefined && mints.includes(shared)
        ? [shared]
        : mints.filter((mint) => !baseMints.has(mint)).concat(mints);
    const owner = named.map((mint) => byMint.get(mint)).find((entry) => entry !== undefined);
    const entry = grouped !== undefined && fits ? grouped : owner;
    const newMint = named.find((mint) => mint !== wrappedSolMint);
    if (entry !== undefined) add(toEntries, entry, addition);
    else if (newMint !== undefined) add(toMints, newMint, addition);
  }
  const changes = [...toEntries].flatMap(([entry, pools]) => addToEntry(file, entry, pools));
  return [...changes, ...addEntries(file, toMints)];
}

/**
 * Chooses for each new group the mint whose entry gets its pools: that of most pools, preferring
 * tokens other than base tokens, then mints that already have an entry.
 */
function sharedMintsOf(
  additions: readonly PoolAddition[],
  byMint: ReadonlyMap<string, ConfigEntry>,
): ReadonlyMap<number, string> {
  const shared = new Map<number, string>();
  for (const [number, pools] of Map.groupBy(additions, ({ newGroup }) => newGroup)) {
    if (number === null) continue;
    const counts = new Map<string, number>();
    const supported = pools.filter(({ program }) => smbPoolLists.has(program));
    for (const mint of supported.flatMap(({ mints }) => mints)) {
      counts.set(mint, (counts.get(mint) ?? 0) + 1);
    }
    const [best] = [...counts]
      .filter(([mint, count]) => count > 1 && mint !== wrappedSolMint)
      .sort(
        ([one, ofOne], [other, ofOther]) =>
          Number(baseMints.has(one)) - Number(baseMints.has(other)) ||
          ofOther - ofOne ||
          Number(byMint.has(other)) - Number(byMint.has(one)),
      );
    if (best !== undefined) shared.set(number, best[0]);
  }
  return shared;
}

function addToEntry(
  file: EditableConfig,
  entry: ConfigEntry,
  additions: readonly PoolAddition[],
): TextChange[] {
  const present = new Set(entry.lists.flatMap(({ pools }) => pools.map(({ address }) => address)));
  const wanted = additions.filter(({ pool }) => {
    const isNew = !present.has(pool);
    present.add(pool);
    return isNew;
  });
  return addItems(file, entry, itemsByList(file, wanted));
}

function itemsByList(
  file: EditableConfig,
  additions: readonly PoolAddition[],
): readonly (readonly [key: string, items: readonly ListItem[]])[] {
  const byProgram = Map.groupBy(additions, ({ program }) => program);
  return [...smbPoolLists].flatMap(([program, key]) => {
    const items = byProgram.get(program)?.map(({ pool, comment }) => file.item(pool, comment));
    return items === undefined ? [] : [[key, items] as const];
  });
}

export function addItems(
  file: EditableConfig,
  entry: ConfigEntry,
  byList: readonly (readonly [key: string, items: readonly ListItem[]])[],
): TextChange[] {
  const missing: (readonly [key: string, items: readonly ListItem[]])[] = [];
  const changes = byList.flatMap(([key, items]) => {
    const list = entry.lists.find((each) => each.key === key);
    if (list !== undefined) return file.append(list.range, entry, items);
    missing.push([key, items]);
    return [];
  });
  return [...changes, ...addLists(file, entry, missing)];
}

/** Formatted like the entry's keys. */
export function addLists(
  file: EditableConfig,
  entry: ConfigEntry,
  lists: readonly (readonly [key: string, items: readonly ListItem[]])[],
): TextChange[] {
  if (lists.length === 0) return [];
  const { text, lineBreak } = file;
  const neighbour = neighbourOf(file, entry);
  if (neighbour === null) return [];
  const { range, valueRange } = neighbour;
  const lineStart = lineStartOf(text, range.start);
  const equals = /^[ \t]*=[ \t]*/.exec(text.slice(range.end, valueRange.start))?.[0] ?? ' = ';
  const isInline = text[entry.range.start] === '{';
  const style = file.styleFor(entry);
  if (isInline) {
    const written = lists.map(
      ([key, items]) => `, ${key}${equals}${formatList(items, { ...style, isPerLine: false })}`,
    );
    return [insertion(valueRange.end, written.join(''))];
  }
  // For dotted keys, this includes the names before the last one.
  const indent = text.slice(lineStart, range.start);
  const written = lists.map(([key, items]) => {
    return lineBreak + indent + key + equals + formatList(items, style);
  });
  return [insertion(lineEndOf(text, valueRange.end), written.join(''))];
}

function neighbourOf(file: EditableConfig, entry: ConfigEntry) {
  const last = entry.lists.at(-1);
  if (last?.keyRange !== null && last !== undefined) {
    return { range: last.keyRange, valueRange: last.range };
  }
  const keys = file.keysIn(entry.range).filter(({ valueRange }) => valueRange !== null);
  const found = keys.find(({ path }) => path === `${entryPath}.mint`) ?? keys.at(-1);
  return found === undefined || found.valueRange === null
    ? null
    : { range: found.range, valueRange: found.valueRange };
}

function addEntries(
  file: EditableConfig,
  toMints: ReadonlyMap<string, readonly PoolAddition[]>,
): TextChange[] {
  if (toMints.size === 0) return [];
  const { text, lineBreak, config } = file;
  const own = config.entries.filter(({ range, mint }) => mint !== null && range.end > range.start);
  const last = own.at(-1);
  const model = own.findLast(({ isNoTrade }) => !isNoTrade) ?? null;
  const written = [...toMints].map(([mint, additions]) => {
    const unique = new Map(additions.map((addition) => [addition.pool, addition]));
    return { mint, lists: itemsByList(file, [...unique.values()]) };
  });
  if (last !== undefined && text[last.range.start] === '{') {
    const style = { ...file.styleFor(model), isPerLine: false };
    const tables = written.map(({ mint, lists }) => {
      const keys = linesOfEntry(file, model, mint, lists, style).map((line) => line.trim());
      return `, { ${keys.join(', ')} }`;
    });
    return [insertion(last.range.end, tables.join(''))];
  }
  const style = file.styleFor(model);
  const header = model === null ? `[[${entryPath}]]` : headerOf(text, model);
  const parts = written.map(({ mint, lists }) =>
    [header, ...linesOfEntry(file, model, mint, lists, style)].join(lineBreak),
  );
  const joined = parts.map((part) => lineBreak + lineBreak + part).join('');
  if (last !== undefined) {
    return [insertion(lineEndOf(text, last.range.end), joined)];
  }
  // An explicit empty list cannot coexist with tables.
  const empty = config.keys.find(({ path }) => path === entryPath);
  const changes: TextChange[] = [];
  if (empty?.valueRange) {
    const { start, end } = wholeLines(text, { ...empty.range, end: empty.valueRange.end });
    changes.push(removal(start, end));
  }
  const isEnded = text === '' || text.endsWith('\n');
  const body = parts.join(lineBreak + lineBreak) + lineBreak;
  return [...changes, insertion(text.length, (isEnded ? lineBreak : lineBreak + lineBreak) + body)];
}

function headerOf(text: string, { range, headRange }: ConfigEntry): string {
  const line = text.slice(lineStartOf(text, range.start), headRange.end);
  return /^[^\]]*\]\]?/.exec(line)?.[0] ?? `[[${entryPath}]]`;
}

/** In the order and with the delay of the model entry. */
function linesOfEntry(
  file: EditableConfig,
  model: ConfigEntry | null,
  mint: string,
  lists: readonly (readonly [key: string, items: readonly ListItem[]])[],
  style: ReturnType<EditableConfig['styleFor']>,
): string[] {
  const { text } = file;
  const keys =
    model === null ? [] : file.keysIn(model.range).filter(({ valueRange }) => valueRange !== null);
  const poolKeys = new Set(smbPoolLists.values());
  const written = new Set<string>();
  const lines: string[] = [];
  const [first] = keys;
  const indent =
    first === undefined || model === null || !file.hasHeader(model)
      ? ''
      : text.slice(lineStartOf(text, first.range.start), first.range.start);
  const line = (key: string, value: string, like: ConfigKey | undefined): void => {
    const between =
      like?.valueRange === undefined || like.valueRange === null
        ? ' = '
        : text.slice(like.range.end, like.valueRange.start);
    lines.push(`${indent}${key}${between}${value}`);
    written.add(key);
  };
  const addAllLists = (like: ConfigKey | undefined): void => {
    if (written.has('lists')) return;
    for (const [key, items] of lists) line(key, formatList(items, style), like);
    written.add('lists');
  };
  for (const key of keys) {
    const name = key.path.slice(entryPath.length + 1);
    if (name === 'mint') line('mint', style.quote + mint + style.quote, key);
    else if (poolKeys.has(name)) addAllLists(key);
    else if (name === 'lookup_table_accounts') line(name, '[]', key);
    else if (name === 'process_delay' && key.valueRange !== null) {
      line(name, text.slice(key.valueRange.start, key.valueRange.end), key);
    }
  }
  if (!written.has('mint')) line('mint', style.quote + mint + style.quote, first);
  addAllLists(first);
  if (!written.has('process_delay')) {
    line('process_delay', String(defaultProcessDelayMilliseconds), first);
  }
  return lines;
}

/** If the file is in no-trade form, also sets a trading delay. */
export function addToMarkets(
  file: EditableConfig,
  additions: readonly PoolAddition[],
): TextChange[] {
  const entry = file.config.entries.find(({ lists }) => lists.some(({ key }) => key === 'markets'));
  const list = entry?.lists.find(({ key }) => key === 'markets');
  if (entry === undefined || list === undefined) return [];
  const present = new Set(list.pools.map(({ address }) => address));
  const items = additions.flatMap(({ pool, program, comment }) => {
    if (!smbMarketPrograms.has(program) || present.has(pool)) return [];
    present.add(pool);
    return [file.item(pool, comment)];
  });
  if (items.length === 0) return [];
  const delay = file.config.keys.find(({ path }) => path === 'routing.markets.process_delay');
  const changes = file.append(list.range, entry, items);
  if (!entry.isNoTrade || !delay?.valueRange) return changes;
  const { valueRange } = delay;
  const value = Number(file.text.slice(valueRange.start, valueRange.end).replaceAll('_', ''));
  return value >= noTradeDelayMilliseconds
    ? [...changes, { range: valueRange, text: String(defaultProcessDelayMilliseconds) }]
    : changes;
}
