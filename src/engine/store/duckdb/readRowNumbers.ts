import type { DuckDBConnection } from '@duckdb/node-api';
import { runQuery } from './database/query.ts';

/** Signature -> row number of a slot's transactions. */
export async function readRowNumbers(
  connection: DuckDBConnection,
  slot: number,
): Promise<Map<string, number>> {
  const [signatures = [], numbers = []] = await runQuery(
    connection,
    'SELECT signature, number FROM transactions WHERE slot = $slot',
    { slot },
  );
  return new Map(signatures.map((signature, row) => [String(signature), Number(numbers[row])]));
}
