import { isAddress } from '../api/base58.ts';
import { configTables } from './configKeys.ts';
import { type ConfigNode, headOf, type Member, memberOf, type TableNode } from './configNode.ts';
import { problem } from './configProblems.ts';
import type { ConfigKeyFacts, ConfigKeyType, ConfigTableFacts } from './keyFacts.ts';
import type { ConfigForm, ConfigKey, ConfigProblem, TextRange } from './model.ts';
import { nearestName } from './nearestName.ts';

export interface CheckedKeys {
  readonly keys: readonly ConfigKey[];
  readonly problems: readonly ConfigProblem[];
}

/** All keys of the file, and the problems of those in known tables. */
export function checkKeys(root: TableNode, form: ConfigForm): CheckedKeys {
  const keys: ConfigKey[] = [];
  const problems: ConfigProblem[] = [];
  const tables = new Map(configTables[form].map((table) => [table.path, table]));
  const parents = new Set(
    [...tables.keys()].flatMap((path) => {
      const names = path.split('.');
      return names.map((_, index) => names.slice(0, index).join('.'));
    }),
  );
  const isClosed = configTables[form].some(({ otherKeys }) => otherKeys === 'refused');

  const isOfSimilar = configTables[form].some(({ otherKeys }) => otherKeys === 'similar');
  /** The keys and tables that a table may have. */
  const namesIn = (path: string): string[] => {
    const prefix = path === '' ? '' : `${path}.`;
    const inner = [...tables.keys()].filter((each) => each.startsWith(prefix));
    return [
      ...(tables.get(path)?.keys ?? []).map(({ name }) => name),
      ...inner.map((each) => each.slice(prefix.length).split('.', 1)[0] ?? ''),
    ];
  };

  const visit = (table: TableNode, path: string, above: TextRange): void => {
    const facts = tables.get(path);
    if (facts !== undefined) problems.push(...missingKeys(table, facts, above));
    for (const [name, member] of table.members) {
      const memberPath = path === '' ? name : `${path}.${name}`;
      visitMember(memberPath, member);
      const inner = tables.get(memberPath);
      if (inner !== undefined) {
        if (!hasShape(member.value, inner)) {
          const expected = inner.isRepeated ? 'tables' : 'table';
          problems.push(problem('wrong-type', member.value.range, [name, expected]));
        }
        continue;
      }
      const known = facts?.keys.find((each) => each.name === name);
      if (known !== undefined) problems.push(...checkValue(member.value, known));
      else if (parents.has(memberPath)) continue;
      else if (isOfSimilar) {
        problems.push(...similarKey(name, member, table, namesIn(path)));
      } else if (facts !== undefined && facts.otherKeys !== 'undocumented') {
        problems.push(unknownKey(name, member.keyRange, table, facts));
      } else if (facts === undefined && path === '' && isClosed) {
        problems.push(problem('unknown-key', member.keyRange, [name]));
      }
    }
  };
  const visitMember = (path: string, { keyRange, value }: Member): void => {
    const inner = value.kind === 'array' ? value.elements : [value];
    const innerTables = inner.filter((each) => each.kind === 'table');
    const headed = innerTables.filter(({ nameRange }) => nameRange !== null);
    if (headed.length === 0) {
      keys.push({ path, range: keyRange, valueRange: value.kind === 'table' ? null : value.range });
    }
    for (const table of innerTables) {
      const range = table.nameRange ?? keyRange;
      if (table.nameRange !== null) keys.push({ path, range, valueRange: null });
      visit(table, path, headOf(table));
    }
  };
  visit(root, '', { start: 0, end: 0 });
  return { keys, problems };
}

function hasShape(value: ConfigNode, { isRepeated }: ConfigTableFacts): boolean {
  if (!isRepeated) return value.kind === 'table';
  return value.kind === 'array' && value.elements.every(({ kind }) => kind === 'table');
}

const missingKeys = (
  table: TableNode,
  { keys, otherKeys }: ConfigTableFacts,
  range: TextRange,
): ConfigProblem[] =>
  keys
    .filter(({ name, isRequired }) => isRequired && !table.members.has(name))
    .map(({ name }) =>
      problem('missing-key', range, [name], {
        severity: otherKeys === 'undocumented' ? 'warning' : 'error',
      }),
    );

function unknownKey(
  name: string,
  range: TextRange,
  table: TableNode,
  { keys, otherKeys }: ConfigTableFacts,
): ConfigProblem {
  const free = keys.map((each) => each.name).filter((each) => !table.members.has(each));
  const nearest = nearestName(name, free);
  return problem('unknown-key', range, [name], {
    severity: otherKeys === 'refused' ? 'error' : 'warning',
    fix: nearest === null ? null : renameKey(range, nearest),
  });
}

/** Reports only misspelled keys: the bot may know keys that its documentation lacks. */
function similarKey(
  name: string,
  { keyRange }: Member,
  table: TableNode,
  names: readonly string[],
): ConfigProblem[] {
  const nearest = nearestName(name, [...new Set(names)]);
  if (nearest === null) return [];
  const fix = table.members.has(nearest) ? null : renameKey(keyRange, nearest);
  return [problem('unknown-key', keyRange, [name, nearest], { severity: 'warning', fix })];
}

const renameKey = (range: TextRange, name: string) =>
  ({ kind: 'rename-key', argument: name, changes: [{ range, text: name }] }) as const;

const isType: Readonly<Record<Exclude<ConfigKeyType, 'groups'>, (node: ConfigNode) => boolean>> = {
  text: ({ kind }) => kind === 'text',
  boolean: ({ kind }) => kind === 'boolean',
  unsigned: (node) => node.kind === 'integer' && Number(node.value) >= 0,
  integer: ({ kind }) => kind === 'integer',
  number: ({ kind }) => kind === 'integer' || kind === 'float',
  address: ({ kind }) => kind === 'text',
  texts: ({ kind }) => kind === 'array',
  addresses: ({ kind }) => kind === 'array',
};

function checkValue(value: ConfigNode, facts: ConfigKeyFacts): ConfigProblem[] {
  const { name, type, allowed, minimum, maximum } = facts;
  if (facts.isDynamic && value.kind === 'table') return checkDynamic(value, facts);
  if (type === 'groups') return checkGroups(value, name);
  if (!isType[type](value)) return [problem('wrong-type', value.range, [name, type])];
  if (minimum !== null && value.kind === 'integer' && Number(value.value) < minimum) {
    return [problem('wrong-type', value.range, [name, 'at-least', String(minimum)])];
  }
  if (maximum !== null && value.kind === 'integer' && Number(value.value) > maximum) {
    return [problem('wrong-type', value.range, [name, 'at-most', String(maximum)])];
  }
  if (type === 'addresses') return checkAddresses(value, name);
  if (type === 'address') return checkAddress(value, name);
  if (value.kind === 'array') {
    return value.elements
      .filter(({ kind }) => kind !== 'text')
      .map(({ range }) => problem('wrong-type', range, [name, type]));
  }
  return allowed === null || (value.kind === 'text' && allowed.includes(value.text))
    ? []
    : [problem('wrong-type', value.range, [name, 'one-of', ...allowed])];
}

/** Checks a dynamic value: an inline table `{ key, default_value }`, or a `[table]` with both. */
function checkDynamic(table: TableNode, facts: ConfigKeyFacts): ConfigProblem[] {
  const key = memberOf(table, 'key');
  const defaultValue = memberOf(table, 'default_value');
  return [
    ...(key === undefined ? [problem('missing-key', headOf(table), ['key'])] : []),
    ...(key === undefined || key.kind === 'text'
      ? []
      : [problem('wrong-type', key.range, ['key', 'text'])]),
    ...(defaultValue === undefined
      ? []
      : checkValue(defaultValue, { ...facts, name: 'default_value', isDynamic: false })),
  ];
}

export const checkAddresses = (value: ConfigNode, name: string): ConfigProblem[] =>
  value.kind === 'array'
    ? value.elements.flatMap((each) => checkAddress(each, name))
    : [problem('wrong-type', value.range, [name, 'addresses'])];

function checkAddress(node: ConfigNode, name: string): ConfigProblem[] {
  if (node.kind !== 'text') return [problem('wrong-type', node.range, [name, 'address'])];
  return isAddress(node.text) ? [] : [problem('invalid-address', node.innerRange, [name])];
}

const checkGroups = (value: ConfigNode, name: string): ConfigProblem[] =>
  value.kind === 'array'
    ? value.elements.flatMap((each) => checkAddresses(each, name))
    : [problem('wrong-type', value.range, [name, 'groups'])];
