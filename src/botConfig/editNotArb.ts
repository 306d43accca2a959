import { notArbPrograms } from './botPrograms.ts';
import { baseMints } from './combinePools.ts';
import type { EditableConfig } from './editableConfig.ts';
import { formatList, type ListItem } from './listLayout.ts';
import type { ConfigEntry, TextChange, TextRange } from './model.ts';
import type { PoolAddition } from './poolAddition.ts';
import { insertion, lineEndOf, lineStartOf } from './textChanges.ts';

/** Pools without a group form new ones. */
export function addToNotArb(
  file: EditableConfig,
  additions: readonly PoolAddition[],
): TextChange[] {
  const { entries, groups } = file.config;
  const supported = additions.filter(({ program }) => notArbPrograms.has(program));
  const present = new Set(entries.flatMap(poolsIn));
  const toEntries = new Map<ConfigEntry, ListItem[]>();
  const ungrouped: PoolAddition[] = [];
  const added = new Map<ConfigEntry, Set<string>>();
  for (const addition of supported) {
    const { pool, comment, group } = addition;
    const [index = -1] = (group === null ? undefined : groups[group])?.entries ?? [];
    const entry = entries[index];
    if (entry === undefined) {
      if (!present.has(pool)) ungrouped.push(addition);
      present.add(pool);
      continue;
    }
    const own = added.get(entry) ?? new Set(poolsIn(entry));
    added.set(entry, own);
    if (own.has(pool)) continue;
    own.add(pool);
    toEntries.set(entry, [...(toEntries.get(entry) ?? []), file.item(pool, comment)]);
  }
  const clusters = newGroupsOf(ungrouped).map((cluster) =>
    cluster.map(({ pool, comment }) => file.item(pool, comment)),
  );
  // A no-trade file has an empty group, which the first new group can use.
  const empty = entries.find((entry) => entry.lists.length > 0 && poolsIn(entry).length === 0);
  const [first] = clusters;
  if (empty !== undefined && first !== undefined && !toEntries.has(empty)) {
    toEntries.set(empty, first);
    clusters.shift();
  }
  const changes = [...toEntries].flatMap(([entry, items]) => {
    const [list] = entry.lists;
    return list === undefined ? [] : file.append(list.range, entry, items);
  });
  return [...changes, ...addGroups(file, clusters)];
}

const poolsIn = ({ lists }: ConfigEntry): string[] =>
  lists.flatMap(({ pools }) => pools.map(({ address }) => address));

/** Pools of each new group: those with the same number, otherwise those that share a token. */
export function newGroupsOf(additions: readonly PoolAddition[]): PoolAddition[][] {
  const byNumber = Map.groupBy(additions, ({ newGroup }) => newGroup);
  return [...byNumber].flatMap(([number, pools]) =>
    number === null ? clusterByToken(pools) : [pools],
  );
}

/** Base tokens do not count; pools without another shared token join the first cluster. */
export function clusterByToken(additions: readonly PoolAddition[]): PoolAddition[][] {
  let clusters: { mints: Set<string>; pools: PoolAddition[] }[] = [];
  const shared: PoolAddition[] = [];
  for (const addition of additions) {
    const tokens = addition.mints.filter((mint) => !baseMints.has(mint));
    if (tokens.length === 0) {
      shared.push(addition);
      continue;
    }
    const touched = clusters.filter(({ mints }) => tokens.some((mint) => mints.has(mint)));
    const joined = {
      mints: new Set([...touched.flatMap(({ mints }) => [...mints]), ...tokens]),
      pools: [...touched.flatMap(({ pools }) => pools), addition],
    };
    const [first] = touched;
    clusters =
      first === undefined
        ? [...clusters, joined]
        : clusters
            .map((each) => (each === first ? joined : each))
            .filter((each) => !touched.includes(each));
  }
  const pools = clusters.map((each) => each.pools);
  if (shared.length === 0) return pools;
  const [first, ...others] = pools;
  return [[...(first ?? []), ...shared], ...others];
}

function addGroups(file: EditableConfig, groups: readonly (readonly ListItem[])[]): TextChange[] {
  if (groups.length === 0) return [];
  return file.isJson ? addJsonGroups(file, groups) : addTomlGroups(file, groups);
}

export function outerListOf({ text, config }: EditableConfig): TextRange {
  const member = config.keys.find(({ path }) => path === 'groups')?.valueRange;
  return member ?? { start: text.indexOf('['), end: text.lastIndexOf(']') + 1 };
}

function addJsonGroups(
  file: EditableConfig,
  groups: readonly (readonly ListItem[])[],
): TextChange[] {
  const { text, config } = file;
  const outer = outerListOf(file);
  const last = config.entries.at(-1);
  const model = config.entries.findLast((entry) => poolsIn(entry).length > 0) ?? null;
  const style = file.styleFor(model);
  const written = groups.map((items) => formatList(items, style));
  if (last === undefined) {
    return [{ range: { start: outer.start + 1, end: outer.end - 1 }, text: written.join(', ') }];
  }
  const before = config.entries.at(-2);
  const separator =
    before === undefined
      ? `,${text.slice(outer.start + 1, last.range.start) || ' '}`
      : text.slice(before.range.end, last.range.start);
  return [insertion(last.range.end, written.map((each) => separator + each).join(''))];
}

function addTomlGroups(
  file: EditableConfig,
  groups: readonly (readonly ListItem[])[],
): TextChange[] {
  const { text, lineBreak, config } = file;
  const last = config.entries.at(-1);
  const model = config.entries.findLast((entry) => poolsIn(entry).length > 0) ?? last ?? null;
  const style = file.styleFor(model);
  const [list] = model?.lists ?? [];
  const equals = list?.keyRange ? text.slice(list.keyRange.end, list.range.start) : ' = ';
  if (last !== undefined && text[last.range.start] === '{') {
    const tables = groups.map(
      (items) => `, { markets${equals}${formatList(items, { ...style, isPerLine: false })} }`,
    );
    return [insertion(last.range.end, tables.join(''))];
  }
  const indentOf = (offset: number): string =>
    /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? '';
  const header = model === null ? '' : indentOf(model.range.start);
  const indent = list?.keyRange ? indentOf(list.keyRange.start) : header;
  const tables = groups.map((items) => {
    const table = `${header}[[group]]${lineBreak}${indent}markets${equals}`;
    return lineBreak + lineBreak + table + formatList(items, style);
  });
  const at = last === undefined ? text.length : lineEndOf(text, last.range.end);
  return [insertion(at, tables.join(''))];
}
