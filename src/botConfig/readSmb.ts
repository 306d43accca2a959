import { smbFinderBaseMints, smbPoolLists } from './botPrograms.ts';
import {
  addressesOf,
  addressOf,
  entryOf,
  poolListOf,
  poolsOf,
  restOfLine,
} from './configEntries.ts';
import { type ConfigNode, headOf, memberOf, type TableNode, tablesOf } from './configNode.ts';
import { problem } from './configProblems.ts';
import type { ConfigEntry, ConfigForm, ConfigProblem } from './model.ts';

export interface ReadConfig {
  readonly form: ConfigForm;
  readonly entries: readonly ConfigEntry[];
  readonly baseMints: readonly string[];
}

const noTradeMint = '11111111111111111111111111111111';

const programOf: ReadonlyMap<string, string> = new Map(
  [...smbPoolLists].map(([program, list]) => [list, program]),
);

/** Entries of mints, flat markets, or the finder section; null: none of them. */
export function readSmb(root: TableNode, text: string): ReadConfig | null {
  const list = memberOf(root, 'routing', 'mint_config_list');
  const markets = memberOf(root, 'routing', 'markets');
  const finder = memberOf(root, 'routing', 'circular_api');
  const entries = [
    ...tablesOf(list).map((table) => readMintEntry(table, text)),
    ...(markets?.kind === 'table' ? [readMarkets(markets, text)] : []),
  ];
  const form = formOf(tablesOf(list).length, markets, finder, list);
  if (form === null) return null;
  return { form, entries, baseMints: form === 'smb-finder' ? finderBaseMints(finder) : [] };
}

/** If a file has several forms, the one that lists most. */
function formOf(
  mintEntries: number,
  markets: ConfigNode | undefined,
  finder: ConfigNode | undefined,
  list: ConfigNode | undefined,
): ConfigForm | null {
  if (mintEntries > 0) return 'smb-mints';
  if (markets?.kind === 'table') return 'smb-markets';
  if (finder?.kind === 'table') return 'smb-finder';
  return list?.kind === 'array' && list.elements.length === 0 ? 'smb-mints' : null;
}

const finderBaseMints = (finder: ConfigNode | undefined): string[] =>
  [...smbFinderBaseMints].flatMap(([mint, key]) => {
    const member = memberOf(finder, key);
    return member?.kind === 'boolean' && member.value === true ? [mint] : [];
  });

function readMintEntry(table: TableNode, text: string): ConfigEntry {
  const lists = [...table.members].flatMap(([key, { keyRange, value }]) => {
    const program = programOf.get(key);
    return program === undefined || value.kind !== 'array'
      ? []
      : [poolListOf(value, key, keyRange, program)];
  });
  const mint = addressOf(memberOf(table, 'mint'));
  const entry = entryOf({ ...placeOf(table, text), mint, lists, ...lookupTablesOf(table) });
  return { ...entry, isNoTrade: mint?.address === noTradeMint && poolsOf(entry).length === 0 };
}

function readMarkets(table: TableNode, text: string): ConfigEntry {
  const markets = table.members.get('markets');
  const lists =
    markets?.value.kind === 'array' ? [poolListOf(markets.value, 'markets', markets.keyRange)] : [];
  const isEmpty = markets?.value.kind === 'array' && markets.value.elements.length === 0;
  return entryOf({
    ...{ ...placeOf(table, text), lists, isNoTrade: isEmpty },
    ...lookupTablesOf(table),
  });
}

function lookupTablesOf(table: TableNode) {
  const value = memberOf(table, 'lookup_table_accounts');
  return value?.kind === 'array'
    ? { lookupTables: addressesOf(value), lookupTablesRange: value.range }
    : {};
}

export const placeOf = ({ range }: TableNode, text: string) => ({
  headRange: restOfLine(text, range.start, range.end),
  range,
});

export function checkSmbFinder(root: TableNode): ConfigProblem[] {
  const routing = memberOf(root, 'routing');
  const enabled = memberOf(routing, 'circular_api', 'enabled');
  if (enabled?.kind !== 'boolean' || enabled.value !== true) return [];
  const [first] = tablesOf(memberOf(routing, 'mint_config_list'));
  const markets = memberOf(routing, 'markets');
  const skip = memberOf(root, 'bot', 'skip_ata_creation');
  const problems: ConfigProblem[] = [];
  if (first !== undefined) {
    problems.push(problem('finder-conflict', headOf(first), ['mint_config_list']));
  }
  if (markets?.kind === 'table') {
    problems.push(problem('finder-conflict', headOf(markets), ['markets']));
  }
  if (skip?.kind !== 'boolean' || skip.value !== true) {
    problems.push(problem('finder-conflict', (skip ?? enabled).range, ['skip_ata_creation']));
  }
  return problems;
}
