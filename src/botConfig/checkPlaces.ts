import { programsOfForms, smbPoolLists } from './botPrograms.ts';
import { poolsOf } from './configEntries.ts';
import { problem } from './configProblems.ts';
import type { EditableConfig } from './editableConfig.ts';
import { movePool, removeAddress } from './editConfig.ts';
import { foreignPools } from './groupRules.ts';
import type {
  ConfigAddress,
  ConfigEntry,
  ConfigFix,
  ConfigForm,
  ConfigProblem,
  KnownPool,
  PoolList,
} from './model.ts';

/** The bots of these forms skip pools of other programs; those of the other forms stop. */
const ignoresOtherPools: ReadonlySet<ConfigForm> = new Set([
  'smb-markets',
  'notarb-json',
  'notarb-toml',
]);

type Pools = ReadonlyMap<string, KnownPool>;

export function checkPlaces(file: EditableConfig, known: Pools): ConfigProblem[] {
  const { form, entries } = file.config;
  const programs = programsOfForms[form];
  return entries.flatMap((entry) => {
    const isForeign = foreignTo(form, entry, known);
    return entry.lists.flatMap((list) =>
      list.pools.flatMap((pool): ConfigProblem[] => {
        const facts = known.get(pool.address);
        if (facts === undefined || programs === null) return [];
        if (!programs.has(facts.program)) {
          const severity = ignoresOtherPools.has(form) ? 'warning' : 'error';
          return [problem('unsupported-program', pool.range, [facts.program], { severity })];
        }
        if (list.program !== null && list.program !== facts.program) {
          const fix = moveFix(file, entry, list, pool, facts.program);
          return [problem('wrong-program', pool.range, [facts.program, list.program], { fix })];
        }
        return isForeign(facts, pool.address)
          ? [problem('foreign-pool', pool.range, facts.mints, { severity: 'warning' })]
          : [];
      }),
    );
  });
}

/** Moves the pool to its program's list, or removes it if that has it. Null: no such list. */
function moveFix(
  file: EditableConfig,
  entry: ConfigEntry,
  list: PoolList,
  pool: ConfigAddress,
  program: string,
): ConfigFix | null {
  const key = smbPoolLists.get(program);
  if (key === undefined) return null;
  const target = entry.lists.find((each) => each.key === key);
  const isThere = target !== undefined && file.hasAddress(target, pool.address);
  const changes = isThere
    ? removeAddress(file, list, pool)
    : movePool(file, entry, list, pool, key);
  if (changes.length === 0) return null;
  return { kind: isThere ? 'remove' : 'move-pool', argument: isThere ? '' : key, changes };
}

/**
 * Returns a test for pools that trade no token of the entry: not its mint, or none of the tokens
 * that its group shares. In a group with pools of unknown mints, every pool passes.
 */
function foreignTo(
  form: ConfigForm,
  entry: ConfigEntry,
  known: Pools,
): (facts: KnownPool, address: string) => boolean {
  const { mint } = entry;
  if (mint !== null) {
    return ({ mints }) => mints.length > 0 && !mints.includes(mint.address);
  }
  if (form !== 'notarb-json' && form !== 'notarb-toml') return () => false;
  const foreign = foreignPools(poolsOf(entry), known);
  return (_, address) => foreign.has(address);
}
