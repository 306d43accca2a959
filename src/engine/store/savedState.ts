import type { DuckDBConnection } from '@duckdb/node-api';
import { PriceBook } from '../prices.ts';
import { NameTable } from './nameTable.ts';
import { PlaceTable } from './placeTable.ts';
import { type KnownPool, PoolBook } from './poolBook.ts';
import { runQuery } from './query.ts';
import { typeNumber } from './rows.ts';
import type { StoreWriters } from './storeWriters.ts';

/** What a store keeps in memory beside its tables, read back from a file. */
export async function restoreState(connection: DuckDBConnection): Promise<{
  names: NameTable;
  places: PlaceTable;
  prices: PriceBook;
  pools: PoolBook;
  blocks: Map<number, string>;
  newestTimeSeconds: number | null;
  newestSlot: number | null;
  arbitrages: number;
}> {
  const rows = async (sql: string, values = {}): Promise<(number | string | bigint)[][]> => {
    const columns = await runQuery(connection, sql, values);
    // Columns are read with the types that this store writes (`tables.ts`).
    return (columns[0] ?? []).map((_, row) =>
      columns.map((column) => column[row] as number | string | bigint),
    );
  };
  const names = new NameTable();
  names.restore(
    (await rows('SELECT id, name FROM names')).map(([id, name]) => [Number(id), String(name)]),
  );
  const places = new PlaceTable();
  places.restore(
    (await rows('SELECT id, token, amm, pool FROM places')).map(
      ([id = 0, token = 0, amm = 0, pool = 0]) => ({
        id: Number(id),
        token: Number(token),
        amm: Number(amm),
        pool: Number(pool),
      }),
    ),
  );
  const prices = new PriceBook();
  for (const [mint, price, time, digits] of await rows(
    'SELECT mint, price, time, digits FROM prices',
  )) {
    const known = { priceUsd: Number(price), timeSeconds: Number(time) };
    prices.restore(
      names.nameOf(Number(mint)),
      known.timeSeconds === 0 ? null : known,
      Number(digits),
    );
  }
  const pools = await restorePools(rows, names);
  const blocks = new Map<number, string>();
  let newestTimeSeconds: number | null = null;
  let newestSlot: number | null = null;
  for (const [slot, time, blockhash] of await rows('SELECT slot, time, blockhash FROM blocks')) {
    const known = blocks.get(Number(slot));
    if (known === undefined || known === '') blocks.set(Number(slot), String(blockhash));
    newestTimeSeconds = Math.max(newestTimeSeconds ?? 0, Number(time));
    newestSlot = Math.max(newestSlot ?? 0, Number(slot));
  }
  const [[arbitrages] = []] = await rows('SELECT count(*) FROM transactions WHERE type = $type', {
    type: typeNumber('arbitrage'),
  });
  return {
    names,
    places,
    prices,
    pools,
    blocks,
    newestTimeSeconds,
    newestSlot,
    arbitrages: Number(arbitrages ?? 0),
  };
}

async function restorePools(
  rows: (sql: string) => Promise<(number | string | bigint)[][]>,
  names: NameTable,
): Promise<PoolBook> {
  const vaults = new Map<number, Map<string, { mint: string; amount: bigint }>>();
  for (const [pool, vault, mint, amount] of await rows(
    'SELECT pool, vault, mint, amount FROM vaults',
  )) {
    const ofPool = vaults.get(Number(pool)) ?? new Map();
    ofPool.set(names.nameOf(Number(vault)), {
      mint: names.nameOf(Number(mint)),
      amount: BigInt(amount ?? 0),
    });
    vaults.set(Number(pool), ofPool);
  }
  const pools = new PoolBook();
  for (const [pool, program, table] of await rows(
    'SELECT pool, program, lookup_table FROM pools',
  )) {
    const known: KnownPool = {
      pool: names.nameOf(Number(pool)),
      program: names.nameOf(Number(program)),
      lookupTable: Number(table) === 0 ? null : names.nameOf(Number(table)),
      vaults: vaults.get(Number(pool)) ?? new Map(),
    };
    pools.restore(known);
  }
  return pools;
}

/** Replaces the rows of the prices and pools that changed; the writers are flushed by the caller. */
export async function writeState(
  connection: DuckDBConnection,
  state: { readonly names: NameTable; readonly prices: PriceBook; readonly pools: PoolBook },
  writers: Pick<StoreWriters, 'prices' | 'pools' | 'vaults'>,
): Promise<void> {
  const { names, prices, pools } = state;
  const changedMints = [...prices.takeChanged()];
  const mints = changedMints.map((mint) => names.idOf(mint));
  await runQuery(connection, 'DELETE FROM prices WHERE mint IN (SELECT unnest($mints))', { mints });
  for (const mint of changedMints) {
    const price = prices.priceOf(mint);
    writers.prices.add({
      mint: names.idOf(mint),
      price: price?.priceUsd ?? 0,
      time: price?.timeSeconds ?? 0,
      digits: prices.digitsOf(mint) ?? 0,
    });
  }
  const changedPools = pools.takeChanged();
  const poolIds = changedPools.map(({ pool }) => names.idOf(pool));
  for (const sql of [
    'DELETE FROM pools WHERE pool IN (SELECT unnest($pools))',
    'DELETE FROM vaults WHERE pool IN (SELECT unnest($pools))',
  ]) {
    await runQuery(connection, sql, { pools: poolIds });
  }
  for (const { pool, program, lookupTable, vaults } of changedPools) {
    const id = names.idOf(pool);
    writers.pools.add({
      pool: id,
      program: names.idOf(program),
      lookup_table: names.idOf(lookupTable),
    });
    for (const [vault, { mint, amount }] of vaults) {
      writers.vaults.add({ pool: id, vault: names.idOf(vault), mint: names.idOf(mint), amount });
    }
  }
}
