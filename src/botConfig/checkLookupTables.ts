import { problem } from './configProblems.ts';
import type { EditableConfig } from './editableConfig.ts';
import { addTables, removeAddress } from './editConfig.ts';
import type { ConfigEntry, ConfigFix, ConfigForm, ConfigProblem, KnownPool } from './model.ts';
import type { TableLimits } from './tableLimits.ts';

type Pools = ReadonlyMap<string, KnownPool>;

export function checkLookupTables(
  file: EditableConfig,
  known: Pools,
  { perToken, perFile }: TableLimits,
): ConfigProblem[] {
  const { form, entries } = file.config;
  const limits = new Map<ConfigForm, number>([
    ['smb-mints', perToken],
    ['smb-markets', perFile],
  ]);
  return entries.flatMap((entry) => {
    const room = (limits.get(form) ?? 0) - entry.lookupTables.length;
    return [...duplicates(file, entry), ...(room > 0 ? missing(file, entry, known, room) : [])];
  });
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

/** One problem per entry; its fix adds the most needed tables, as many as an export would have. */
function missing(
  file: EditableConfig,
  entry: ConfigEntry,
  known: Pools,
  room: number,
): ConfigProblem[] {
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
  const ranked = [...uses].sort(([, one], [, other]) => other.size - one.size).slice(0, room);
  const changes = addTables(
    file,
    entry,
    ranked.map(([table]) => table),
  );
  const fix: ConfigFix | null =
    changes.length === 0 ? null : { kind: 'add-table', argument: 'lookup_table_accounts', changes };
  const pools = new Set(ranked.flatMap(([, users]) => [...users])).size;
  return [
    problem('missing-table', entry.headRange, [String(ranked.length), String(pools)], {
      ...{ severity: 'information', fix },
    }),
  ];
}
