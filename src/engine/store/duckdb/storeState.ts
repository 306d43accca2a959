import type { DuckDBConnection } from '@duckdb/node-api';
import { minuteStart } from '../../base/minute.ts';
import type { MinuteCoverage } from '../../chain/blockSource.ts';
import type { ObservedSwap } from '../../pools/swapAccounts.ts';
import { PriceTracker } from '../../prices/priceTracker.ts';
import { NameTable } from '../nameTable.ts';
import { type ObservedPool, PoolRegistry } from '../poolRegistry.ts';
import { parseSwaps, serializeSwaps } from '../pricedSwaps.ts';
import { RouteStopTable } from '../routeStopTable.ts';
import { runQuery } from './database/query.ts';
import type { StoreWriters } from './database/storeWriters.ts';
import { rowHoursSql, rowsFromSql } from './hourTotals.ts';
import { countRows } from './retention.ts';
import { SummedHours } from './summedHours.ts';

export interface StoreState {
  readonly names: NameTable;
  readonly routeStops: RouteStopTable;
  readonly prices: PriceTracker;
  readonly pools: PoolRegistry;
  /** All indexed blocks by slot; an empty blockhash means single transactions of a slot. */
  readonly blocks: Map<number, { readonly blockhash: string; readonly timeSeconds: number }>;
  /** Minute -> number of blocks missing from the source. */
  readonly omittedBlocks: ReadonlyMap<number, number>;
  readonly hours: SummedHours;
  newestTimeSeconds: number | null;
  newestSlot: number | null;
  arbitrages: number;
  rawFailures: number;
  rolledUpRows: number;
  /** See `StoreReader`; starts at 0 when the store is opened. */
  revision: number;
  /** Number of the newest row of `transactions`; 0 without rows. */
  readonly newestNumber: number;
  readonly identity: string;
}

export async function restoreState(connection: DuckDBConnection): Promise<StoreState> {
  const rows = async (sql: string, values = {}): Promise<(number | string | bigint)[][]> => {
    const columns = await runQuery(connection, sql, values);
    // Column types are those that this store writes (`tables.ts`).
    return (columns[0] ?? []).map((_, row) =>
      columns.map((column) => column[row] as number | string | bigint),
    );
  };
  const names = new NameTable();
  names.restore(
    (await rows('SELECT id, name FROM names')).map(([id, name]) => [Number(id), String(name)]),
  );
  const routeStops = new RouteStopTable();
  routeStops.restore(
    (await rows('SELECT id, token, amm, pool FROM places')).map(
      ([id = 0, token = 0, amm = 0, pool = 0]) => ({
        id: Number(id),
        token: Number(token),
        amm: Number(amm),
        pool: Number(pool),
      }),
    ),
  );
  const prices = new PriceTracker();
  for (const [mint, priceUsd, time, digits, swaps] of await rows(
    'SELECT mint, price, time, digits, swaps FROM prices',
  )) {
    const known = { priceUsd: Number(priceUsd), timeSeconds: Number(time) };
    const price = known.timeSeconds === 0 ? null : known;
    const name = names.nameOf(Number(mint));
    prices.restore(name, price, Number(digits), parseSwaps(String(swaps)));
  }
  // Everything loaded is already written.
  prices.drainChanged();
  const pools = await restorePools(rows, names);
  const blocks: StoreState['blocks'] = new Map();
  let newestTimeSeconds: number | null = null;
  let newestSlot: number | null = null;
  for (const [slot, time, hash] of await rows('SELECT slot, time, blockhash FROM blocks')) {
    const blockhash = String(hash);
    const timeSeconds = Number(time);
    // A slot has two rows if single transactions arrived before the whole block.
    if (blockhash !== '' || !blocks.has(Number(slot))) {
      blocks.set(Number(slot), { blockhash, timeSeconds });
    }
    newestTimeSeconds = Math.max(newestTimeSeconds ?? 0, timeSeconds);
    newestSlot = Math.max(newestSlot ?? 0, Number(slot));
  }
  const omittedBlocks = new Map(
    (await rows('SELECT minute, sum(blocks)::UINTEGER FROM left_out GROUP BY minute')).map(
      ([minute, count]) => [Number(minute), Number(count)],
    ),
  );
  const [[rowsFrom = 0] = []] = await rows(rowsFromSql);
  const hours = new SummedHours(
    Number(rowsFrom) || null,
    (await rows(rowHoursSql)).map(([hour, isSummed]) => ({
      hour: Number(hour),
      isSummed: Boolean(isSummed),
    })),
  );
  const counts = await countRows(connection);
  const [[newestNumber = 0, identity = ''] = []] = await rows(
    'SELECT (SELECT coalesce(max(number), 0) FROM transactions), identity FROM store_version',
  );
  const newest = { newestTimeSeconds, newestSlot, newestNumber: Number(newestNumber) };
  const own = { names, routeStops, prices, pools, blocks, omittedBlocks, hours };
  return { ...own, ...newest, ...counts, revision: 0, identity: String(identity) };
}

async function restorePools(
  rows: (sql: string) => Promise<(number | string | bigint)[][]>,
  names: NameTable,
): Promise<PoolRegistry> {
  const vaults = new Map<number, Map<string, { mint: string; amount: bigint; slot: number }>>();
  for (const [pool, vault, mint, amount, slot] of await rows(
    'SELECT pool, vault, mint, amount, slot FROM vaults',
  )) {
    const ofPool = vaults.get(Number(pool)) ?? new Map();
    ofPool.set(names.nameOf(Number(vault)), {
      mint: names.nameOf(Number(mint)),
      amount: BigInt(amount ?? 0),
      slot: Number(slot),
    });
    vaults.set(Number(pool), ofPool);
  }
  const pools = new PoolRegistry();
  for (const [pool, program, table, mints, swap, lookupTableSlot, swapSlot] of await rows(
    'SELECT pool, program, lookup_table, mints, swap, lookup_table_slot, swap_slot FROM pools',
  )) {
    const known: ObservedPool = {
      pool: names.nameOf(Number(pool)),
      program: names.nameOf(Number(program)),
      lookupTable: Number(table) === 0 ? null : names.nameOf(Number(table)),
      lookupTableSlot: Number(lookupTableSlot),
      swapSlot: Number(swapSlot),
      vaults: vaults.get(Number(pool)) ?? new Map(),
      // This store wrote the texts.
      mints: new Set(JSON.parse(String(mints)) as string[]),
      swap: JSON.parse(String(swap)) as ObservedSwap | null,
    };
    pools.restore(known);
  }
  return pools;
}

/** Replaces the rows of changed prices and pools; the caller flushes the writers. */
export async function writeState(
  connection: DuckDBConnection,
  state: { readonly names: NameTable; readonly prices: PriceTracker; readonly pools: PoolRegistry },
  writers: Pick<StoreWriters['tables'], 'prices' | 'pools' | 'vaults'>,
): Promise<void> {
  const { names, prices, pools } = state;
  const changedMints = [...prices.drainChanged()];
  const mints = changedMints.map((mint) => names.idOf(mint));
  await runQuery(connection, 'DELETE FROM prices WHERE mint IN (SELECT unnest($mints))', { mints });
  for (const mint of changedMints) {
    const price = prices.priceOf(mint);
    writers.prices.add({
      mint: names.idOf(mint),
      price: price?.priceUsd ?? 0,
      time: price?.timeSeconds ?? 0,
      digits: prices.decimalsOf(mint) ?? 0,
      swaps: serializeSwaps(prices.swaps().get(mint) ?? []),
    });
  }
  const changedPools = pools.drainChanged();
  const poolIds = changedPools.map(({ pool }) => names.idOf(pool));
  for (const sql of [
    'DELETE FROM pools WHERE pool IN (SELECT unnest($pools))',
    'DELETE FROM vaults WHERE pool IN (SELECT unnest($pools))',
  ]) {
    await runQuery(connection, sql, { pools: poolIds });
  }
  for (const { pool, program, lookupTable, vaults, mints, swap, ...slots } of changedPools) {
    const id = names.idOf(pool);
    writers.pools.add({
      pool: id,
      program: names.idOf(program),
      lookup_table: names.idOf(lookupTable),
      mints: JSON.stringify([...mints]),
      swap: JSON.stringify(swap),
      lookup_table_slot: slots.lookupTableSlot,
      swap_slot: slots.swapSlot,
    });
    for (const [vault, { mint, amount, slot }] of vaults) {
      const [address, mintId] = [names.idOf(vault), names.idOf(mint)];
      writers.vaults.add({ pool: id, vault: address, mint: mintId, amount, slot });
    }
  }
}

export function forgetBlocksBefore({ blocks }: StoreState, cutoffSeconds: number): void {
  for (const [slot, { timeSeconds }] of blocks) {
    if (timeSeconds < cutoffSeconds) blocks.delete(slot);
  }
}

/** Indexed and missing blocks by minute, in order; empty if no block is missing. */
export function computeMinuteCoverage({ blocks, omittedBlocks }: StoreState): MinuteCoverage[] {
  if (omittedBlocks.size === 0) return [];
  const taken = new Map<number, number>();
  for (const { timeSeconds } of blocks.values()) {
    const minute = minuteStart(timeSeconds);
    taken.set(minute, (taken.get(minute) ?? 0) + 1);
  }
  return [...new Set([...taken.keys(), ...omittedBlocks.keys()])]
    .sort((first, second) => first - second)
    .map((minute) => ({
      minute,
      indexed: taken.get(minute) ?? 0,
      omitted: omittedBlocks.get(minute) ?? 0,
    }));
}
