import type { DuckDBConnection } from '@duckdb/node-api';
import { hourSeconds } from '../../base/hour.ts';
import { typeNumber } from '../rows.ts';
import type { TableName } from '../tables.ts';
import { limitMemory } from './database/limitMemory.ts';
import { inTransaction, queryNumber, runQuery } from './database/query.ts';
import { summedMembers } from './reads/totalsOf.ts';

type MoneyColumn = `${string}_${'nanocents' | 'lamports'}`;

const creditMoney: readonly MoneyColumn[] = [
  'revenues_nanocents',
  'profits_nanocents',
  'volume_nanocents',
];
const attemptMoney: readonly MoneyColumn[] = [
  'fee_lamports',
  'tip_lamports',
  'revenues_nanocents',
  'profits_nanocents',
  'net_gains_lamports',
  'volume_nanocents',
  'volume_lamports',
];

const sumOf = (column: string): string => `sum(${column})`;
const within = (column: string, hour: number): string =>
  `WHERE ${column} >= ${hour} AND ${column} < ${hour + hourSeconds}`;

/** Of the sum of a column; most have one part. */
const partOf = (column: string): string =>
  `if(parts = 1, ${column}, ${column} // parts + if(part = 0, ${column} % parts, 0))`;

/** `from` has the keys, `transactions` and the money. A sum is split into parts of 64 bits. */
const insertSums = (
  table: TableName,
  hour: number,
  keys: readonly string[],
  money: readonly MoneyColumn[],
  from: string,
): string => `INSERT INTO ${table}
  SELECT ${hour}, ${keys.join(', ')}, if(part = 0, transactions, 0),
         ${money.map(partOf).join(', ')}
  FROM (
    SELECT *, unnest(range(parts)) AS part FROM (
      SELECT *, ((greatest(${money.map((each) => `abs(${each})`).join(', ')}) >> 62) + 1)::BIGINT AS parts
      FROM (
        SELECT ${keys.join(', ')}, sum(transactions) AS transactions,
               ${money.map((each) => [sumOf(each), each].join(' AS ')).join(', ')}
        FROM (${from}) GROUP BY ALL)))`;

/** Rows and rolled-up failures of an hour; rolling up changes nothing. */
const attempts = (
  hour: number,
  keys: readonly string[],
  keysOfGroup: readonly string[],
  joins = { single: '', group: '' },
): string => `
  SELECT type, is_success, if(type = ${typeNumber('arbitrage')} AND revenues_nanocents = 0,
           2::UTINYINT, (profits_nanocents > 0)::UTINYINT) AS is_gain,
         ${keys.join(', ')}, 1::UINTEGER AS transactions, fee_lamports::HUGEINT AS fee_lamports,
         tip_lamports, revenues_nanocents, profits_nanocents, net_gains_lamports, volume_nanocents,
         volume_lamports
  FROM transactions ${joins.single} ${within('time', hour)}
  UNION ALL
  SELECT ${typeNumber('failed')}::UTINYINT, 0::UTINYINT, 0::UTINYINT, ${keysOfGroup.join(', ')}, attempts,
         fee_lamports::HUGEINT * attempts, 0, 0, profits_nanocents, net_gains_lamports, 0, 0
  FROM failures ${joins.group} ${within('minute', hour)}`;

const outcome = ['type', 'is_success', 'is_gain'] as const;

const sumAttempts = (table: TableName, hour: number, keys: readonly string[], from: string) =>
  insertSums(table, hour, [...outcome, ...keys], attemptMoney, from);

function sumStatements(hour: number): string[] {
  const sender = ['bot', 'provider', 'base'];
  // Failures have no base mint.
  const groupOfSender = ['bot', 'provider', '0::UINTEGER'];
  const wallet = ['wallet', 'bot'];
  const routes = summedMembers.map((member, number) => {
    const names = (rows: string, id: string) =>
      `JOIN (SELECT DISTINCT ${id}, ${member} AS name FROM ${rows} JOIN places ON place = id
             WHERE ${member} <> 0) USING (${id})`;
    const routed = [`${number}::UTINYINT AS member`, 'name'];
    const joins = {
      single: names(`(SELECT number, place FROM stops ${within('time', hour)})`, 'number'),
      group: names('tried_stops', 'tried'),
    };
    const from = attempts(hour, [...routed, 'base'], [...routed, '0::UINTEGER'], joins);
    return sumAttempts('hour_routes', hour, ['member', 'name', 'base'], from);
  });
  return [
    sumAttempts('hour_totals', hour, sender, attempts(hour, sender, groupOfSender)),
    sumAttempts('hour_wallets', hour, wallet, attempts(hour, wallet, wallet)),
    ...routes,
    insertSums(
      'hour_credits',
      hour,
      ['base', 'place_credit'],
      creditMoney,
      `SELECT base, place_credit, 1::UINTEGER AS transactions, ${creditMoney.join(', ')}
       FROM credits ${within('time', hour)}`,
    ),
    `INSERT INTO hour_trades
     SELECT ${hour}, mint, sum(volume_nanocents) FROM trades ${within('minute', hour)} GROUP BY ALL`,
    `INSERT INTO summed_hours
     SELECT ${hour}, 1, count(*),
            (SELECT coalesce(sum(blocks), 0) FROM left_out ${within('minute', hour)}),
            coalesce(min(time), 0)
     FROM blocks ${within('time', hour)}`,
  ];
}

/**
 * An hour with more stops, as of two million arbitrages a day, gets more memory than the store has
 * otherwise: to count a transaction once for each name, its stops are compared. A million stops did not
 * fit into 128 MB, and did into 256 MB.
 */
const usualStops = 200_000;
const memoryFor = (stops: number): string => `${128 + Math.ceil(stops / 8_000)}MB`;

/** All rows of the hour must be written. A failure changes nothing. */
export async function sumHour(writer: DuckDBConnection, hour: number): Promise<void> {
  const stops = await queryNumber(
    writer,
    `SELECT count(*)::UINTEGER FROM stops ${within('time', hour)}`,
  );
  const restoreMemory = stops > usualStops ? await limitMemory(writer, memoryFor(stops)) : null;
  try {
    await inTransaction(writer, async () => {
      for (const sql of sumStatements(hour)) await runQuery(writer, sql);
    });
  } finally {
    await restoreMemory?.();
  }
}

const keptTotals = ['hour_totals', 'hour_wallets', 'hour_routes', 'summed_hours'] as const;
const totalsOfRows = ['hour_credits', 'hour_trades'] as const;

/** Deletes totals that are out of date, in the caller's transaction. */
export async function deleteTotals(
  writer: DuckDBConnection,
  hours: readonly number[],
): Promise<void> {
  for (const table of [...keptTotals, ...totalsOfRows]) {
    await runQuery(writer, `DELETE FROM ${table} WHERE hour IN (SELECT unnest($hours))`, { hours });
  }
}

/** When the rows before a time are deleted, and the totals before an earlier one. */
export const leaveTotals = (cutoff: number, totalsCutoff: number): string[] => [
  `UPDATE summed_hours SET has_rows = 0 WHERE hour < ${cutoff} AND has_rows = 1`,
  ...totalsOfRows.map((table) => `DELETE FROM ${table} WHERE hour < ${cutoff}`),
  ...keptTotals
    .filter((table) => table !== 'summed_hours')
    .map((table) => `DELETE FROM ${table} WHERE hour < ${totalsCutoff}`),
  // The newest hour without rows says since when there are rows.
  `DELETE FROM summed_hours WHERE hour < ${totalsCutoff}
   AND hour < (SELECT max(hour) FROM summed_hours WHERE has_rows = 0)`,
];

/** Hours with rows, and whether they have totals. */
export const rowHoursSql = `SELECT hour, hour IN (SELECT hour FROM summed_hours WHERE has_rows = 1) FROM (
    SELECT time - time % ${hourSeconds} AS hour FROM blocks
    UNION SELECT minute - minute % ${hourSeconds} FROM left_out
    UNION SELECT minute - minute % ${hourSeconds} FROM trades)`;

/** Unix seconds; 0 if no rows are deleted. Those before it are, and only totals remain. */
export const rowsFromSql = `SELECT coalesce(max(hour) + ${hourSeconds}, 0)::UINTEGER FROM summed_hours
   WHERE has_rows = 0`;
