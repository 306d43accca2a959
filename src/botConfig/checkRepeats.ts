import { problem } from './configProblems.ts';
import type { EditableConfig } from './editableConfig.ts';
import { removeAddress } from './editConfig.ts';
import { belongsToOneGroup } from './groupRules.ts';
import type {
  ConfigAddress,
  ConfigEntry,
  ConfigProblem,
  KnownPool,
  PoolList,
  TextRange,
} from './model.ts';

type Pools = ReadonlyMap<string, KnownPool>;

interface Occurrence {
  readonly entry: ConfigEntry;
  readonly list: PoolList;
  readonly range: TextRange;
}

export function checkRepeats(file: EditableConfig, known: Pools): ConfigProblem[] {
  const { form, entries } = file.config;
  if (form === 'lookup-tables' || form === 'addresses') return [];
  const elsewhere = new Map<string, Occurrence[]>();
  return entries.flatMap((entry) => {
    const own = new Map<string, Occurrence>();
    const problems: ConfigProblem[] = [];
    for (const [list, pool] of inRightListsFirst(entry, known)) {
      const { address, range } = pool;
      const first = own.get(address);
      if (first !== undefined) {
        // A misplaced pool already has a problem that names its list.
        if (!isMisplaced(list, address, known)) {
          problems.push(duplicate(file, list, pool, first.range));
        }
        continue;
      }
      const occurrence = { entry, list, range };
      own.set(address, occurrence);
      const before = elsewhere.get(address) ?? [];
      const other = before.find((each) => isRepeat(each, occurrence, known.get(address)));
      if (other !== undefined) {
        const repeated = problem('pool-in-two-groups', range, [], { severity: 'warning' });
        problems.push({ ...repeated, related: other.range });
      }
      elsewhere.set(address, [...before.slice(0, maxOccurrences), occurrence]);
    }
    return problems;
  });
}

const maxOccurrences = 7;

const isMisplaced = ({ program }: PoolList, address: string, known: Pools): boolean => {
  const facts = known.get(address);
  return program !== null && facts !== undefined && facts.program !== program;
};

/** Lists correctly placed pools first, so that the misplaced duplicate is reported. */
function inRightListsFirst(
  { lists }: ConfigEntry,
  known: Pools,
): readonly (readonly [PoolList, ConfigAddress])[] {
  const all = lists.flatMap((list) => list.pools.map((pool) => [list, pool] as const));
  const [right, wrong] = [true, false].map((isRight) =>
    all.filter(([list, { address }]) => isMisplaced(list, address, known) !== isRight),
  );
  return [...(right ?? []), ...(wrong ?? [])];
}

function duplicate(
  file: EditableConfig,
  list: PoolList,
  pool: ConfigAddress,
  first: TextRange,
): ConfigProblem {
  const changes = removeAddress(file, list, pool);
  const fix = changes.length === 0 ? null : ({ kind: 'remove', argument: '', changes } as const);
  const found = problem('duplicate-pool', pool.range, [], { severity: 'warning', fix });
  return { ...found, related: first };
}

/**
 * Whether the bot would take the same routes from both entries. A pool of two tokens belongs to the
 * groups of both, and V10's triangles share bridges and direct pools with other groups.
 */
function isRepeat(one: Occurrence, other: Occurrence, facts: KnownPool | undefined): boolean {
  const [mint, otherMint] = [one.entry.mint, other.entry.mint];
  if (mint !== null || otherMint !== null) {
    return mint !== null && mint.address === otherMint?.address;
  }
  if (one.entry.transaction !== undefined) {
    return one.list.key === other.list.key && ['pools', 'intermediate'].includes(one.list.key);
  }
  return belongsToOneGroup(facts);
}
