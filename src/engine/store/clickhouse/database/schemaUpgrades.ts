import { type ColumnType, valueTypes } from '../../../base/columnTypes.ts';
import { lamportsOfSol, nanocentsOfUsd, solPriceOfDoubles } from '../../money.ts';
import { madeMilliseconds } from '../blockCopy.ts';
import type { SchemaTarget } from './createStatements.ts';
import {
  type BlockTable,
  blockTables,
  type Table,
  type TableName,
  tables,
  typeNames,
} from './schema.ts';

/** Statements that upgrade a store from a version to the next; each is idempotent. */
export const schemaUpgrades: Readonly<Record<number, (store: SchemaTarget) => readonly string[]>> =
  {
    // 0: unknown.
    1: (store) => addColumn(store, 'transactions', 'durable_nonce', valueTypes.code),
    // The former columns of doubles stay. Rows of former versions, and those that their ingesters
    // still write, get their integers from them.
    2: (store) => [
      ...addColumn(store, 'transactions', 'sol_price', valueTypes.price, solPriceOfDoubles),
      ...addMoney(store, 'transactions', 'BIGINT'),
      ...addMoney(store, 'credits', 'BIGINT'),
      ...addMoney(store, 'trades', 'HUGEINT'),
      ...addMoney(store, 'minute_totals', 'HUGEINT'),
    ],
    // Ingesters sum up the hours again that have rows. `minute_credits` and `minute_trades` stay, as
    // ingesters of former versions write to them.
    3: (store) => [
      ...blockTables.flatMap((name) =>
        addColumn(store, name, 'added_ms', valueTypes.milliseconds, receivedOf(name)),
      ),
      ...(['copies', 'copy_sum', 'settled_ms', 'hidden'] as const).flatMap((column) =>
        addColumn(store, 'rollup_runs', column, tables.rollup_runs.columns[column]),
      ),
    ],
  };

/**
 * Rows of former versions count as received when their copy was made: the server would compute the
 * current time with each read.
 */
function receivedOf(name: BlockTable): string {
  const made = madeMilliseconds('copy');
  return `if(${made} < ${Date.now()}, ${made}, ${tables[name].defaults.added_ms})`;
}

function addMoney(
  store: SchemaTarget,
  name: TableName,
  type: keyof typeof typeNames,
): readonly string[] {
  // Gross and net gains are either both known or both unknown.
  const gains = ['revenues_usd', 'profits_usd'];
  const ofFormer: Readonly<Record<string, string>> = {
    revenues_nanocents: nanocentsOfUsd(typeNames[type], ...gains),
    profits_nanocents: nanocentsOfUsd(typeNames[type], ...gains.toReversed()),
    net_gains_lamports: lamportsOfSol(typeNames[type], 'net_gains_sol'),
    volume_nanocents: nanocentsOfUsd(typeNames[type], 'volume_usd'),
    volume_lamports: lamportsOfSol(typeNames[type], 'volume_sol'),
  };
  const { columns }: Table = tables[name];
  return Object.entries(columns).flatMap(([column, own]) => {
    const value = ofFormer[column];
    return value === undefined ? [] : addColumn(store, name, column, own, value);
  });
}

/** To the table with the rows, and on a cluster to the distributed one over it. */
function addColumn(
  store: SchemaTarget,
  name: TableName,
  column: string,
  type: ColumnType,
  value?: string,
): string[] {
  const added = `${column} ${typeNames[type]}${value === undefined ? '' : ` DEFAULT ${value}`}`;
  const names = new Set([store.table(name, { isLocal: true }), store.table(name)]);
  return [...names].map(
    (table) => `ALTER TABLE ${table}${store.onCluster} ADD COLUMN IF NOT EXISTS ${added}`,
  );
}
