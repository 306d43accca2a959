import type { DuckDBConnection } from '@duckdb/node-api';
import { hourSeconds } from '../../base/hour.ts';
import { minuteSeconds } from '../../base/minute.ts';
import { typeNumber } from '../rows.ts';
import { inTransaction, type QueryValues, queryNumber, runQuery } from './database/query.ts';
import { leaveTotals } from './hourTotals.ts';

const daySeconds = 86_400;

export interface Retention {
  /** Least age of deleted rows relative to the newest block; `null` keeps everything. Whole hours go. */
  readonly keepSeconds: number | null;
  /** The same for totals; missing: 90 days. They are kept at least as long as rows. */
  readonly keepTotalsSeconds?: number;
  /** Number of failures kept as single rows; older ones are rolled up. */
  readonly rawFailures: number;
}

export const defaultTotalsDays = 90;

export const retentionFor = (hours: number, totalsDays = defaultTotalsDays): Retention => ({
  // One more hour, so that a window of `hours` is always complete.
  keepSeconds: (hours + 1) * hourSeconds,
  keepTotalsSeconds: totalsDays * daySeconds,
  rawFailures: 100_000,
});

/** For recordings: deleted blocks could not be fetched again. */
export const keepAll: Retention = { keepSeconds: null, rawFailures: Number.POSITIVE_INFINITY };

/** As long as the longest window. */
export const defaultRetention: Retention = retentionFor(24);

const computeUnitBand = 10_000;

/** A sum beyond 64 bits is unknown. */
const storableSum = (column: string): string => `coalesce(try_cast(sum(${column}) AS BIGINT), 0)`;

const runInTransaction = (
  writer: DuckDBConnection,
  statements: readonly string[],
  values: QueryValues,
): Promise<void> =>
  inTransaction(writer, async () => {
    for (const sql of statements) await runQuery(writer, sql, values);
  });

export async function countRows(writer: DuckDBConnection): Promise<{
  arbitrages: number;
  rawFailures: number;
  rolledUpRows: number;
}> {
  return {
    arbitrages: await queryNumber(
      writer,
      'SELECT count(*)::UINTEGER FROM transactions WHERE type = $type',
      { type: typeNumber('arbitrage') },
    ),
    rawFailures: await queryNumber(
      writer,
      'SELECT count(*)::UINTEGER FROM transactions WHERE is_success = 0',
    ),
    rolledUpRows: await queryNumber(writer, 'SELECT count(*)::UINTEGER FROM failures'),
  };
}

/**
 * Rolls up all failures except about the newest `keep`. The lowest band is 1: in 0 are those
 * whose compute units are unknown.
 */
export async function rollUpFailures(writer: DuckDBConnection, keep: number): Promise<void> {
  const cutoff = await queryNumber(
    writer,
    `SELECT time FROM transactions WHERE is_success = 0 ORDER BY time DESC
     LIMIT 1 OFFSET CAST($keep AS UINTEGER)`,
    { keep },
  );
  const old = 'is_success = 0 AND time <= $cutoff';
  // A set of stops has the same number each time, so that failures of one group share a row.
  const tried = `SELECT number, hash(list(place ORDER BY place)) AS tried FROM stops
                 WHERE number IN (SELECT number FROM transactions WHERE ${old}) GROUP BY number`;
  await runInTransaction(
    writer,
    [
      `INSERT INTO tried_stops
       SELECT DISTINCT tried, place FROM (${tried}) JOIN stops USING (number)
       WHERE tried NOT IN (SELECT tried FROM tried_stops)`,
      `INSERT INTO failures
       SELECT time - time % ${minuteSeconds}, wallet, bot, provider,
              greatest(compute_units - compute_units % ${computeUnitBand}, least(compute_units, 1)),
              fee_lamports, fee_bucket,
              count(*)::UINTEGER, ${storableSum('net_gains_lamports')},
              ${storableSum('profits_nanocents')},
              durable_nonce, coalesce(tried, 0)
       FROM transactions LEFT JOIN (${tried}) USING (number) WHERE ${old}
       GROUP BY ALL`,
      `DELETE FROM stops WHERE number IN (SELECT number FROM transactions WHERE ${old})`,
      `DELETE FROM transactions WHERE ${old}`,
    ],
    { cutoff },
  );
}

/** Deletes the rows of replaced blocks, in the caller's transaction. */
export async function deleteSlots(
  writer: DuckDBConnection,
  slots: readonly number[],
): Promise<void> {
  for (const table of ['transactions', 'stops', 'tips', 'credits', 'blocks']) {
    await runQuery(writer, `DELETE FROM ${table} WHERE slot IN (SELECT unnest($slots))`, { slots });
  }
}

/** Deletes rows before the cutoff, whose hours have totals, and totals before theirs. */
export async function deleteBefore(
  writer: DuckDBConnection,
  cutoff: number,
  totalsCutoff: number,
): Promise<void> {
  await runInTransaction(
    writer,
    [
      ...['transactions', 'stops', 'tips', 'credits', 'blocks'].map(
        (table) => `DELETE FROM ${table} WHERE time < ${cutoff}`,
      ),
      ...['failures', 'trades', 'left_out'].map(
        (table) => `DELETE FROM ${table} WHERE minute < ${cutoff}`,
      ),
      ...leaveTotals(cutoff, Math.min(cutoff, totalsCutoff)),
    ],
    {},
  );
  await runQuery(writer, 'DELETE FROM tried_stops WHERE tried NOT IN (SELECT tried FROM failures)');
}

/** Fails silently while reads are running; the next call retries. */
export async function reclaimSpace(writer: DuckDBConnection): Promise<void> {
  await writer.run('CHECKPOINT').catch(() => undefined);
}
