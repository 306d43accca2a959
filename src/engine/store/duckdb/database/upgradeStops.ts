import type { DuckDBConnection } from '@duckdb/node-api';
import { unpackRoute } from '../../recordDetail.ts';
import { RouteStopTable } from '../../routeStopTable.ts';
import { queryNumber, runQuery } from './query.ts';
import { StoreWriters } from './storeWriters.ts';

const transactionsPerRead = 50_000;

/** Fills `stops` when upgrading a store without it. Runs in the caller's transaction. */
export async function fillStops(connection: DuckDBConnection): Promise<void> {
  const places = new RouteStopTable();
  const known = await runQuery(connection, 'SELECT id, token, amm, pool FROM places');
  places.restore(
    (known[0] ?? []).map((_, row) => {
      const [id = 0, token = 0, amm = 0, pool = 0] = known.map((column) => Number(column[row]));
      return { id, token, amm, pool };
    }),
  );
  const writers = await StoreWriters.create(connection);
  const newest = await queryNumber(connection, 'SELECT max(number) FROM transactions');
  for (let from = 0; from <= newest; from += transactionsPerRead) {
    const [numbers = [], slots = [], times = [], bases = [], details = []] = await runQuery(
      connection,
      `SELECT number, slot, time, base, detail FROM transactions
       WHERE number >= $from AND number < $to AND base <> 0`,
      { from: BigInt(from), to: BigInt(from + transactionsPerRead) },
    );
    for (let row = 0; row < numbers.length; row++) {
      const base = Number(bases[row]);
      const passed = new Set<number>();
      for (const { program, pool, mints } of unpackRoute(String(details[row])).legs) {
        for (const mint of mints) {
          if (mint !== base) passed.add(places.idOf(mint, program, pool));
        }
      }
      const own = { slot: Number(slots[row]), time: Number(times[row]) };
      for (const place of passed) {
        writers.tables.stops.add({ number: BigInt(Number(numbers[row])), ...own, place });
      }
    }
    writers.tables.stops.flush();
  }
  for (const place of places.drainUnsaved()) writers.tables.places.add({ ...place });
  writers.tables.places.flush();
  writers.close();
}
