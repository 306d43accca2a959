import type {
  BotConfig,
  CombinedPools,
  ConfigAddress,
  ConfigEntry,
  ConfigKey,
  ConfigProblem,
  PoolList,
} from '../model.ts';
import type { ParsedConfig } from '../parseConfig.ts';

type PackedList = Omit<PoolList, 'pools'> & { readonly pools: number };
type PackedEntry = Omit<ConfigEntry, 'mint' | 'lists' | 'lookupTables'> & {
  readonly mint: number;
  readonly lists: readonly PackedList[];
  readonly lookupTables: number;
};

interface PackedLists {
  /** Without duplicates. */
  readonly addresses: readonly string[];
  /** Three numbers per address, in the order of the entries: index in `addresses`, start, end. */
  readonly places: readonly number[];
  readonly entries: readonly PackedEntry[];
  /** Per group: number of entries, their indexes, number of pools, their indexes in `addresses`. */
  readonly groups: readonly number[];
  readonly keys: readonly ConfigKey[];
  readonly problems: readonly ConfigProblem[];
}

/** Values of each list per piece: about a millisecond of JSON parsing. */
const valuesPerPart: Readonly<Record<keyof PackedLists, number>> = {
  addresses: 1_500,
  places: 4_500,
  entries: 100,
  groups: 4_500,
  keys: 300,
  problems: 150,
};

/**
 * Packs a parsed config as short pieces of JSON, which the extension host parses one at a time: a
 * config of 5,000 pools in one piece would block it for longer than a frame.
 */
export function packConfig({ config, problems }: ParsedConfig): readonly string[] {
  const known = new Map<string, number>();
  const indexOf = (address: string): number => {
    const index = known.get(address) ?? known.size;
    known.set(address, index);
    return index;
  };
  const places: number[] = [];
  const addPlaces = (all: readonly ConfigAddress[]): number => {
    for (const { address, range } of all) places.push(indexOf(address), range.start, range.end);
    return all.length;
  };
  const entries = (config?.entries ?? []).map(
    (entry): PackedEntry => ({
      ...entry,
      mint: addPlaces(entry.mint === null ? [] : [entry.mint]),
      lists: entry.lists.map((list) => ({ ...list, pools: addPlaces(list.pools) })),
      lookupTables: addPlaces(entry.lookupTables),
    }),
  );
  const groups = (config?.groups ?? []).flatMap((group) => [
    ...[group.entries.length, ...group.entries],
    ...[group.pools.length, ...group.pools.map(indexOf)],
  ]);
  const lists: PackedLists = {
    addresses: [...known.keys()],
    ...{ places, entries, groups, keys: config?.keys ?? [], problems },
  };
  const head = config === null ? null : { ...config, entries: [], groups: [], keys: [] };
  return [
    JSON.stringify(head),
    ...(Object.keys(valuesPerPart) as (keyof PackedLists)[]).flatMap((name) =>
      partsOf(name, lists[name]),
    ),
  ];
}

function partsOf(name: keyof PackedLists, values: readonly unknown[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += valuesPerPart[name]) {
    parts.push(JSON.stringify([name, values.slice(at, at + valuesPerPart[name])]));
  }
  return parts;
}

/**
 * Unpacks the pieces of `packConfig`.
 *
 * @param yieldWhenLong Awaited after each piece, to let other work run.
 */
export async function unpackConfig(
  [head = 'null', ...parts]: readonly string[],
  yieldWhenLong: () => Promise<unknown>,
): Promise<ParsedConfig> {
  const lists = { addresses: [], places: [], entries: [], groups: [], keys: [], problems: [] };
  const packed = lists as { -readonly [Name in keyof PackedLists]: unknown[] };
  for (const part of parts) {
    const [name, values] = JSON.parse(part) as [keyof PackedLists, unknown[]];
    // Spreading into `push` could overflow the stack.
    for (const value of values) packed[name].push(value);
    await yieldWhenLong();
  }
  const { addresses, places, groups, keys, problems } = packed as unknown as PackedLists;
  const empty = JSON.parse(head) as BotConfig | null;
  if (empty === null) return { config: null, problems };
  let at = 0;
  const takePlaces = async (count: number): Promise<ConfigAddress[]> => {
    const taken: ConfigAddress[] = [];
    for (let left = count; left > 0; left--) {
      const [index = 0, start = 0, end = 0] = [places[at], places[at + 1], places[at + 2]];
      taken.push({ address: addresses[index] ?? '', range: { start, end } });
      at += 3;
      if (left % 500 === 0) await yieldWhenLong();
    }
    return taken;
  };
  const entries: ConfigEntry[] = [];
  for (const entry of packed.entries as PackedEntry[]) {
    const [mint = null] = await takePlaces(entry.mint);
    const pools: PoolList[] = [];
    for (const list of entry.lists) pools.push({ ...list, pools: await takePlaces(list.pools) });
    const lookupTables = await takePlaces(entry.lookupTables);
    entries.push({ ...entry, mint, lists: pools, lookupTables });
    await yieldWhenLong();
  }
  const combined: CombinedPools[] = [];
  for (let index = 0; index < groups.length; ) {
    const entryCount = groups[index] ?? 0;
    const poolsAt = index + 1 + entryCount;
    const next = poolsAt + 1 + (groups[poolsAt] ?? 0);
    const pools = groups.slice(poolsAt + 1, next).map((each) => addresses[each] ?? '');
    combined.push({ entries: groups.slice(index + 1, poolsAt), pools });
    index = next;
    await yieldWhenLong();
  }
  return { config: { ...empty, entries, groups: combined, keys }, problems };
}
