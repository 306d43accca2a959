import { smbV10Settlements } from './botPrograms.ts';
import { entryOf, poolListOf } from './configEntries.ts';
import { headOf, memberOf, type TableNode, tablesOf } from './configNode.ts';
import { problem } from './configProblems.ts';
import type { ConfigEntry, ConfigProblem, ConfigTransaction } from './model.ts';
import { placeOf, type ReadConfig } from './readSmb.ts';

const poolKeys = {
  direct: ['pools'],
  triangle: ['intermediate', 'bridges', 'direct'],
} as const;
const kinds = ['direct', 'triangle'] as const;

/** Null: not that form. */
export function readSmbV10(root: TableNode, text: string): ReadConfig | null {
  const transactions = tablesOf(memberOf(root, 'transactions'));
  if (!transactions.some(isTransaction)) return null;
  const settled = transactions.map(settlementOf).filter((mint) => mint !== null);
  return {
    form: 'smb-v10',
    entries: transactions.flatMap((table, index) => readTransaction(table, index, text)),
    baseMints: [...new Set(settled)],
  };
}

const isTransaction = ({ members }: TableNode): boolean =>
  members.has('settlement') || kinds.some((kind) => members.has(kind));

function settlementOf(table: TableNode): string | null {
  const name = memberOf(table, 'settlement');
  return (name?.kind === 'text' && smbV10Settlements.get(name.text)) || null;
}

function readTransaction(table: TableNode, index: number, text: string): ConfigEntry[] {
  const { headRange } = placeOf(table, text);
  const groups = kinds.flatMap((kind) => {
    const transaction: ConfigTransaction = {
      ...{ index, kind, headRange, settlement: settlementOf(table) },
    };
    return tablesOf(memberOf(table, kind)).map((group) => readGroup(group, transaction, text));
  });
  return groups.sort((one, other) => one.range.start - other.range.start);
}

function readGroup(group: TableNode, transaction: ConfigTransaction, text: string): ConfigEntry {
  const keys: readonly string[] = poolKeys[transaction.kind];
  const lists = keys.flatMap((key) => {
    const member = group.members.get(key);
    return member === undefined ? [] : [poolListOf(member.value, key, member.keyRange)];
  });
  return entryOf({ ...placeOf(group, text), lists, transaction });
}

/**
 * Missing tables that V10 requires, unless the file is only an exported part, and transactions
 * without groups.
 */
export function checkSmbV10(root: TableNode): ConfigProblem[] {
  const transactions = tablesOf(memberOf(root, 'transactions'));
  const [first] = transactions;
  const problems = transactions
    .filter(({ members }) => !kinds.some((kind) => members.has(kind)))
    .map((table) => problem('missing-key', headOf(table), ['direct']));
  const isWhole = ['rpc', 'wallet', 'bot'].some((name) => root.members.has(name));
  for (const name of isWhole && first !== undefined ? ['rpc', 'wallet'] : []) {
    if (root.members.has(name) || first === undefined) continue;
    problems.push(problem('missing-key', headOf(first), [name]));
  }
  return problems;
}
