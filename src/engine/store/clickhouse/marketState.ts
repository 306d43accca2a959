import { clockDifferenceSeconds } from '../../base/timeWindow.ts';
import type { ObservedSwap } from '../../pools/swapAccounts.ts';
import type { PriceTracker } from '../../prices/priceTracker.ts';
import type { ObservedPool, PoolRegistry } from '../poolRegistry.ts';
import { parseSwaps, serializeSwaps } from '../pricedSwaps.ts';
import type { Cell, ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { columnsOf, tables } from './database/schema.ts';

/** Newest known prices and pools of all ingesters; not tied to blocks. */
interface MarketKnowledge {
  readonly prices: PriceTracker;
  readonly pools: PoolRegistry;
}

export class StateChanges {
  #mints = new Set<string>();
  readonly #pools = new Map<string, ObservedPool>();

  get isEmpty(): boolean {
    return this.#mints.size === 0 && this.#pools.size === 0;
  }

  collect({ prices, pools }: MarketKnowledge): void {
    for (const mint of prices.drainChanged()) this.#mints.add(mint);
    for (const pool of pools.drainChanged()) this.#pools.set(pool.pool, pool);
  }

  /** Writes the collected changes; on failure they are kept for the next write. */
  async write(database: ClickHouseDatabase, { prices }: MarketKnowledge): Promise<void> {
    const mints = [...this.#mints];
    const pools = [...this.#pools.values()];
    await Promise.all([
      database.insert(
        'prices',
        columnsOf('prices'),
        mints.map((mint) => priceCells(mint, prices)),
      ),
      database.insert('pool_parts', columnsOf('pool_parts'), pools.flatMap(partCells)),
      database.insert('vaults', columnsOf('vaults'), pools.flatMap(vaultCells)),
    ]);
    for (const mint of mints) this.#mints.delete(mint);
    for (const pool of pools) this.#pools.delete(pool.pool);
  }
}

function priceCells(mint: string, prices: PriceTracker): Cell[] {
  const price = prices.priceOf(mint);
  return [
    mint,
    price?.priceUsd ?? 0,
    price?.timeSeconds ?? 0,
    prices.decimalsOf(mint) ?? 0,
    serializeSwaps(prices.swaps().get(mint) ?? []),
  ];
}

function partCells({ pool, program, mints, ...known }: ObservedPool): Cell[][] {
  const part = (name: string, value: string, version: number): Cell[] => [
    ...[pool, name, program],
    ...[value, version],
  ];
  return [
    part('mints', JSON.stringify([...mints]), mints.size),
    ...(known.lookupTable === null
      ? []
      : [part('lookup_table', known.lookupTable, known.lookupTableSlot)]),
    ...(known.swap === null ? [] : [part('swap', JSON.stringify(known.swap), known.swapSlot)]),
  ];
}

const vaultCells = ({ pool, vaults }: ObservedPool): Cell[][] =>
  [...vaults].map(([vault, { mint, amount, slot }]) => [pool, vault, mint, `${amount}`, slot]);

/**
 * Earlier versions accepted blocks of the future, whose prices would replace all later ones. Readers
 * get the next price of these mints.
 */
export async function removeFuturePrices(
  database: ClickHouseDatabase,
  nowSeconds: number,
): Promise<void> {
  const isFuture = `time > ${nowSeconds + clockDifferenceSeconds}`;
  const [found] = await database.query(
    `SELECT 1 FROM ${database.table('prices')} WHERE ${isFuture} LIMIT 1`,
  );
  if (found === undefined) return;
  await database.define(
    `ALTER TABLE ${database.table('prices', { isLocal: true })}${database.onCluster}
     DELETE WHERE ${isFuture} SETTINGS mutations_sync = 2`,
  );
}

/**
 * `MarketKnowledge` must not have newer data. `sinceMs` limits it to rows written since then, Unix
 * milliseconds of the server. Returns the newest write time.
 */
export async function restoreMarketState(
  database: ClickHouseDatabase,
  { prices, pools }: MarketKnowledge,
  sinceMs = 0,
): Promise<number> {
  let newestMs = sinceMs;
  const read = async (
    table: 'prices' | 'pool_parts' | 'vaults',
    ...columns: readonly string[]
  ): Promise<Cell[][]> => {
    // The same order for all readers.
    const key = tables[table].key.join(', ');
    const rows = await database.query(
      `SELECT ${columns.join(', ')}, added_ms FROM ${database.table(table)} FINAL WHERE added_ms >= ${sinceMs}
       ORDER BY ${key}`,
    );
    for (const row of rows) newestMs = Math.max(newestMs, Number(row.at(-1)));
    return rows;
  };
  for (const [mint, priceUsd, time, digits, swaps] of await read(
    'prices',
    ...['mint', 'price', 'time', 'digits', 'swaps'],
  )) {
    const known = { priceUsd: Number(priceUsd), timeSeconds: Number(time) };
    const price = known.timeSeconds === 0 ? null : known;
    prices.restore(String(mint), price, Number(digits), parseSwaps(String(swaps)));
  }
  const found = new Map<string, { -readonly [Key in keyof ObservedPool]: ObservedPool[Key] }>();
  const poolOf = (pool: string, program: string) => {
    let state = found.get(pool);
    if (state === undefined) {
      const known = pools.find(pool);
      state = {
        pool,
        program: known?.program ?? program,
        lookupTable: known?.lookupTable ?? null,
        lookupTableSlot: known?.lookupTableSlot ?? 0,
        swap: known?.swap ?? null,
        swapSlot: known?.swapSlot ?? 0,
        mints: new Set(),
        vaults: new Map(),
      };
      found.set(pool, state);
    }
    return state;
  };
  for (const [pool, part, program, value, version] of await read(
    'pool_parts',
    ...['pool', 'part', 'program', 'value', 'version'],
  )) {
    const state = poolOf(String(pool), String(program));
    // This store wrote the texts.
    if (part === 'mints') state.mints = new Set(JSON.parse(String(value)) as string[]);
    else if (part === 'lookup_table') {
      state.lookupTable = String(value);
      state.lookupTableSlot = Number(version);
    } else {
      state.swap = JSON.parse(String(value)) as ObservedSwap;
      state.swapSlot = Number(version);
    }
  }
  const vaults = new Map<string, Map<string, { mint: string; amount: bigint; slot: number }>>();
  for (const [pool, vault, mint, amount, slot] of await read(
    'vaults',
    ...['pool', 'vault', 'mint', 'amount', 'slot'],
  )) {
    const ofPool = vaults.get(String(pool)) ?? new Map();
    ofPool.set(String(vault), {
      mint: String(mint),
      amount: BigInt(String(amount)),
      slot: Number(slot),
    });
    vaults.set(String(pool), ofPool);
  }
  // Parts of a pool are written before its vaults: vaults without parts follow with the next
  // refresh.
  for (const state of found.values()) {
    state.vaults = vaults.get(state.pool) ?? new Map();
    pools.restore(state);
  }
  for (const [pool, ofPool] of vaults) {
    const known = pools.find(pool);
    if (found.has(pool) || known === undefined) continue;
    pools.restore({ ...known, vaults: ofPool });
  }
  // Everything loaded is already written.
  prices.drainChanged();
  pools.drainChanged();
  return newestMs;
}
