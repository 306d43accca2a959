import { addLines, removeLines } from './addressLines.ts';
import { poolsOf } from './configEntries.ts';
import { EditableConfig, newAddresses } from './editableConfig.ts';
import { addToNotArb, outerListOf } from './editNotArb.ts';
import { addItems, addLists, addToMarkets, addToMintEntries } from './editSmb.ts';
import { addToV10, regionOf } from './editSmbV10.ts';
import { readListLayout, removeElements } from './listLayout.ts';
import type {
  BotConfig,
  ConfigAddress,
  ConfigEntry,
  KnownPool,
  PoolList,
  TextChange,
} from './model.ts';
import type { PoolAddition } from './poolAddition.ts';
import { joinChanges, removal, wholeLines } from './textChanges.ts';

const nothingKnown: ReadonlyMap<string, KnownPool> = new Map();
const tablesKey = 'lookup_table_accounts';

/**
 * Adds pools in the places that the form defines: in form A to the list of their program in the
 * entry of their mint, otherwise to the flat list or a group. Missing lists, entries and groups are
 * created in the style of existing ones. Skips pools that are present, unsupported or without a
 * place; SMB's finder section and lookup tables have no pools.
 *
 * @param config Parsed from the same text.
 * @param known Pools of the file; without it, V10's groups of other tokens count as full.
 */
export function addPools(
  text: string,
  config: BotConfig,
  additions: readonly PoolAddition[],
  known: ReadonlyMap<string, KnownPool> = nothingKnown,
): TextChange[] {
  const file = new EditableConfig(text, config);
  const valid = additions.filter(({ pool }) => newAddresses([pool], []).length > 0);
  return [...joinChanges(addTo(file, valid, known))];
}

function addTo(
  file: EditableConfig,
  additions: readonly PoolAddition[],
  known: ReadonlyMap<string, KnownPool>,
): TextChange[] {
  const { form, entries } = file.config;
  switch (form) {
    case 'smb-mints':
      return addToMintEntries(file, additions);
    case 'smb-markets':
      return addToMarkets(file, additions);
    case 'smb-v10':
      return addToV10(file, additions, known);
    case 'notarb-json':
    case 'notarb-toml':
      return addToNotArb(file, additions);
    case 'addresses': {
      const present = entries.flatMap(({ lists }) => lists.flatMap(({ pools }) => pools));
      const addresses = newAddresses(
        additions.map(({ pool }) => pool),
        present.map(({ address }) => address),
      );
      const comments = new Map(additions.map(({ pool, comment }) => [pool, comment]));
      const items = addresses.map((address) => file.item(address, comments.get(address) ?? ''));
      return addLines(file, present, items);
    }
    default:
      return [];
  }
}

/**
 * Removes pools from every list, with the comments on their lines. Also removes groups that the bot
 * could not use without them: an empty NotArb group, unless it is the last, and a V10 group with
 * too few pools to start. Entries of mints remain.
 *
 * @param config Parsed from the same text.
 */
export function removePools(
  text: string,
  config: BotConfig,
  pools: readonly string[],
): TextChange[] {
  const file = new EditableConfig(text, config);
  const removed = new Set(pools);
  if (config.form === 'addresses') {
    const listed = config.entries.flatMap(({ lists }) => lists.flatMap((list) => list.pools));
    const found = listed.filter(({ address }) => removed.has(address));
    return [...joinChanges(removeLines(file, found))];
  }
  const unusable = unusableEntries(file, removed);
  const changes = config.entries.flatMap((entry) =>
    unusable.has(entry)
      ? []
      : entry.lists.flatMap((list) => {
          const found = list.pools.filter(({ address }) => removed.has(address));
          return file.remove(list.range, found);
        }),
  );
  return [...joinChanges([...changes, ...removeEntries(file, unusable)])];
}

function unusableEntries(
  { config, text }: EditableConfig,
  removed: ReadonlySet<string>,
): ReadonlySet<ConfigEntry> {
  const { form, entries } = config;
  const touched = entries.filter((entry) => poolsOf(entry).some((pool) => removed.has(pool)));
  const left = ({ pools }: PoolList): number =>
    pools.reduce((count, { address }) => count + Number(!removed.has(address)), 0);
  // Inline tables are not removed.
  const isRemovable = ({ range }: ConfigEntry): boolean => text[range.start] === '[';
  const found = touched.filter((entry) => {
    if (!isRemovable(entry)) return false;
    if (form === 'smb-v10') {
      const isDirect = entry.transaction?.kind === 'direct';
      return entry.lists.some((list) => left(list) < (isDirect ? 2 : 1));
    }
    const isNotArb = form === 'notarb-json' || form === 'notarb-toml';
    return isNotArb && entry.lists.every((list) => left(list) === 0);
  });
  const unusable = new Set(found);
  const isNotArb = form !== 'smb-v10';
  if (isNotArb && unusable.size === entries.length && found[0] !== undefined) {
    unusable.delete(found[0]);
  }
  return unusable;
}

/** Removes groups or entries, and transactions without remaining groups. */
function removeEntries(file: EditableConfig, removed: ReadonlySet<ConfigEntry>): TextChange[] {
  if (removed.size === 0) return [];
  const { text, config, isJson } = file;
  const { entries } = config;
  if (isJson) {
    const indexes = entries.flatMap((entry, index) => (removed.has(entry) ? [index] : []));
    return removeElements(text, readListLayout(text, outerListOf(file)), indexes);
  }
  const kept = new Set(
    entries.filter((entry) => !removed.has(entry)).map(({ transaction }) => transaction?.index),
  );
  const emptied = new Map(
    [...removed].flatMap(({ transaction }) =>
      transaction === undefined || kept.has(transaction.index)
        ? []
        : [[transaction.index, transaction] as const],
    ),
  );
  const lines = [
    ...[...removed].map(({ range }) => file.linesOf(range)),
    ...[...emptied.values()].flatMap((transaction) =>
      file
        .keysIn(regionOf(file, transaction))
        .filter(({ path }) => path.startsWith('transactions'))
        .map(({ range, valueRange }) =>
          wholeLines(text, { start: range.start, end: valueRange?.end ?? range.end }),
        ),
    ),
  ];
  return lines.map(({ start, end }) => removal(start, end));
}

/** Moves a pool with its comment; the target list is created if necessary. */
export function movePool(
  file: EditableConfig,
  entry: ConfigEntry,
  from: PoolList,
  pool: ConfigAddress,
  key: string,
): TextChange[] {
  const item = file.item(pool.address, file.commentOf(from.range, pool));
  const removals = file.remove(from.range, [pool]);
  if (removals.length === 0) return [];
  return [...joinChanges([...removals, ...addItems(file, entry, [[key, [item]]])])];
}

export function removeAddress(
  file: EditableConfig,
  { range }: Pick<PoolList, 'range'>,
  address: ConfigAddress,
): TextChange[] {
  const { form } = file.config;
  const isPlain = form === 'lookup-tables' || form === 'addresses';
  const changes = isPlain ? removeLines(file, [address]) : file.remove(range, [address]);
  return [...joinChanges(changes)];
}

/**
 * Adds lookup tables to an entry of SMB's bot, or to a file of lookup tables; other forms have
 * none. Skips those already present.
 *
 * @param config Parsed from the same text.
 * @param entry Index in `entries`.
 */
export function addLookupTables(
  text: string,
  config: BotConfig,
  tables: readonly string[],
  entry: number,
): TextChange[] {
  const found = config.entries[entry];
  return found === undefined ? [] : addTables(new EditableConfig(text, config), found, tables);
}

/** @param entry An entry of the file's config. */
export function addTables(
  file: EditableConfig,
  entry: ConfigEntry,
  tables: readonly string[],
): TextChange[] {
  const { form } = file.config;
  const { lookupTables, lookupTablesRange } = entry;
  const present = lookupTables.map(({ address }) => address);
  const items = newAddresses(tables, present).map((address) => file.item(address, ''));
  if (items.length === 0) return [];
  if (form === 'lookup-tables') return [...joinChanges(addLines(file, lookupTables, items))];
  if (form !== 'smb-mints' && form !== 'smb-markets') return [];
  return lookupTablesRange === null
    ? addLists(file, entry, [[tablesKey, items]])
    : [...joinChanges(file.append(lookupTablesRange, entry, items))];
}

/**
 * Merges groups into the first, each pool once with its comment. Supports NotArb's groups, and
 * entries of one mint. Otherwise returns no changes: V10's groups have one token each, and SMB
 * groups flat markets itself.
 *
 * @param config Parsed from the same text.
 * @param groups Indexes in the config's `groups`.
 */
export function mergeGroups(
  text: string,
  config: BotConfig,
  groups: readonly number[],
): TextChange[] {
  const file = new EditableConfig(text, config);
  const indexes = new Set(groups.flatMap((group) => config.groups[group]?.entries ?? []));
  const merged = [...indexes].sort((one, other) => one - other).map((each) => config.entries[each]);
  const [first, ...others] = merged.filter((entry) => entry !== undefined);
  if (first === undefined || others.length === 0) return [];
  const isNotArb = config.form === 'notarb-json' || config.form === 'notarb-toml';
  const isOneMint =
    first.mint !== null && others.every(({ mint }) => mint?.address === first.mint?.address);
  const isWritten = others.every(({ range }) => text[range.start] === '[');
  if (!(isNotArb || (config.form === 'smb-mints' && isOneMint)) || !isWritten) return [];
  const present = new Set(poolsOf(first));
  const byKey = new Map<string, ReturnType<EditableConfig['item']>[]>();
  for (const { lists } of others) {
    for (const list of lists) {
      const items = list.pools.flatMap((pool) => {
        if (present.has(pool.address)) return [];
        present.add(pool.address);
        return [file.item(pool.address, file.commentOf(list.range, pool))];
      });
      if (items.length > 0) byKey.set(list.key, [...(byKey.get(list.key) ?? []), ...items]);
    }
  }
  const tables = others.flatMap(({ lookupTables }) => lookupTables.map(({ address }) => address));
  return [
    ...joinChanges([
      ...addItems(file, first, [...byKey]),
      ...addTables(file, first, tables),
      ...removeEntries(file, new Set(others)),
    ]),
  ];
}
