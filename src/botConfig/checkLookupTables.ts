import { problem } from './configProblems.ts';
import type { EditableConfig } from './editableConfig.ts';
import { addTables, removeAddress } from './editConfig.ts';
import type { ConfigEntry, ConfigFix, ConfigProblem, KnownPool } from './model.ts';

type Pools = ReadonlyMap<string, KnownPool>;

/** NotArb's default, per route. */
export const maxNotArbTables = 10;

export function checkLookupTables(file: EditableConfig, known: Pools): ConfigProblem[] {
  const { form, entries } = file.config;
  return entries.flatMap((entry) => [
    ...duplicates(file, entry),
    ...(form === 'smb-mints' || form === 'smb-markets' ? missing(file, entry, known) : []),
    ...(form === 'lookup-tables' ? tooMany(entry) : []),
  ]);
}

function duplicates(file: EditableConfig, entry: ConfigEntry): ConfigProblem[] {
  const { lookupTables, lookupTablesRange } = entry;
  const firsts = new Map<string, ConfigProblem['range']>();
  return lookupTables.flatMap((table) => {
    const first = firsts.get(table.address);
    if (first === undefined) {
      firsts.set(table.address, table.range);
      return [];
    }
    const changes = removeAddress(file, { range: lookupTablesRange ?? table.range }, table);
    const fix = changes.length === 0 ? null : ({ kind: 'remove', argument: '', changes } as const);
    const found = problem('duplicate-table', table.range, [], { severity: 'warning', fix });
    return [{ ...found, related: first }];
  });
}

/** One problem per entry; its fix adds all missing tables, most needed first. */
function missing(file: EditableConfig, entry: ConfigEntry, known: Pools): ConfigProblem[] {
  const present = new Set(entry.lookupTables.map(({ address }) => address));
  const uses = new Map<string, Set<string>>();
  for (const { pools } of entry.lists) {
    for (const { address } of pools) {
      const { lookupTable = '' } = known.get(address) ?? {};
      if (lookupTable === '' || present.has(lookupTable)) continue;
      const users = uses.get(lookupTable);
      if (users === undefined) uses.set(lookupTable, new Set([address]));
      else users.add(address);
    }
  }
  if (uses.size === 0) return [];
  const ranked = [...uses].sort(([, one], [, other]) => other.size - one.size);
  const changes = addTables(
    file,
    entry,
    ranked.map(([table]) => table),
  );
  const fix: ConfigFix | null =
    changes.length === 0 ? null : { kind: 'add-table', argument: 'lookup_table_accounts', changes };
  const pools = new Set([...uses.values()].flatMap((users) => [...users])).size;
  return [
    problem('missing-table', entry.headRange, [String(uses.size), String(pools)], {
      ...{ severity: 'information', fix },
    }),
  ];
}

/** Information only: a file for all routes may list more, and a route uses those it needs. */
function tooMany({ lookupTables }: ConfigEntry): ConfigProblem[] {
  const beyond = lookupTables[maxNotArbTables];
  return beyond === undefined
    ? []
    : [
        problem(
          'too-many',
          beyond.range,
          ['tables', String(lookupTables.length), String(maxNotArbTables)],
          { severity: 'information' },
        ),
      ];
}
