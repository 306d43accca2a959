import { minuteSeconds } from '../../base/minute.ts';
import {
  type PriceLookup,
  PriceTracker,
  type SwapsToPrice,
  type TokenPrice,
} from '../../prices/priceTracker.ts';
import { usdOf } from '../money.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';

/** Maximum block time between consecutive blocks of a run; prices do not change much within it. */
const runSeconds = 10 * minuteSeconds;
/** There are several runs, because gaps are filled while delayed blocks arrive. */
const runsMaximum = 8;
/** Maximum distance of stored transactions that a run takes its first prices from. */
const seedSeconds = 30 * minuteSeconds;
/** A price further away than this does not apply to a block. */
const strangeSeconds = 86_400;

/** Consecutive blocks by block time, with their prices. */
export interface Run {
  readonly tracker: PriceTracker;
  lastSeconds: number;
}

/**
 * Prices for blocks older than the newest: from gaps, history or another fork. A block is valued at
 * the swaps of its own time: those of earlier late blocks; before them, the valuations of the
 * stored transactions nearest in time; otherwise the newest price, if less than a day away.
 */
export class LatePrices {
  readonly #database: ClickHouseDatabase;
  readonly #newest: PriceTracker;
  /** Most recently used last. */
  readonly #runs: Run[] = [];

  constructor(database: ClickHouseDatabase, newest: PriceTracker) {
    this.#database = database;
    this.#newest = newest;
  }

  /** The run that a block of this time belongs to. Throws a MarketError. */
  async findRun(timeSeconds: number): Promise<Run> {
    return this.#runAt(timeSeconds) ?? (await this.#begin(timeSeconds));
  }

  /**
   * Prices at the block, which is observed once. Blocks of a run arrive in order. A newer price
   * replaces a known one.
   */
  observe(run: Run, block: SwapsToPrice, timeSeconds: number): PriceLookup {
    run.lastSeconds = timeSeconds;
    run.tracker.observe(block, timeSeconds);
    this.#newest.adopt(run.tracker);
    return this.#withNewest(run.tracker, timeSeconds);
  }

  #runAt(timeSeconds: number): Run | undefined {
    const at = this.#runs.findLastIndex(
      ({ lastSeconds }) => lastSeconds <= timeSeconds && timeSeconds - lastSeconds <= runSeconds,
    );
    const [run] = at === -1 ? [] : this.#runs.splice(at, 1);
    if (run !== undefined) this.#runs.push(run);
    return run;
  }

  async #begin(timeSeconds: number): Promise<Run> {
    const tracker = new PriceTracker();
    for (const [mint, price, digits] of await this.#pricesNear(timeSeconds)) {
      tracker.restore(mint, price, digits);
    }
    const run = { tracker, lastSeconds: timeSeconds };
    this.#runs.push(run);
    if (this.#runs.length > runsMaximum) this.#runs.shift();
    return run;
  }

  /** Only base mints: their input amounts and values are stored. */
  async #pricesNear(timeSeconds: number): Promise<[mint: string, TokenPrice, digits: number][]> {
    const time = Math.floor(timeSeconds);
    const rows = await this.#database.query(
      `SELECT base, argMin(${usdOf('volume_nanocents')} / base_input, abs(toInt64(time) - ${time}))
       FROM ${this.#database.table('transactions')}
       WHERE time >= ${time - seedSeconds} AND time <= ${time + seedSeconds}
         AND volume_nanocents > 0 AND base_input > 0 GROUP BY base`,
    );
    if (rows.length === 0) return [];
    // A separate query: on a cluster, names and rows may be on different shards.
    const named = await this.#database.query(
      `SELECT id, name FROM ${this.#database.table('names')}
       WHERE id IN (${rows.map(([base]) => BigInt(String(base))).join(',')})`,
    );
    const names = new Map(named.map(([id, name]) => [String(id), String(name)]));
    return rows.flatMap(([base, perUnit]) => {
      const mint = names.get(String(base));
      const digits = mint === undefined ? null : this.#newest.decimalsOf(mint);
      if (mint === undefined || digits === null) return [];
      // Older than any swap of the run, so that the first swap replaces it.
      const price = { priceUsd: Number(perUnit) * 10 ** digits, timeSeconds: time - seedSeconds };
      return [[mint, price, digits] as [string, TokenPrice, number]];
    });
  }

  #withNewest(tracker: PriceTracker, timeSeconds: number): PriceLookup {
    return {
      priceOf: (mint) => {
        const own = tracker.priceOf(mint);
        if (own !== null) return own;
        const price = this.#newest.priceOf(mint);
        const isStrange =
          price === null || Math.abs(price.timeSeconds - timeSeconds) > strangeSeconds;
        return isStrange ? null : price;
      },
      decimalsOf: (mint) => tracker.decimalsOf(mint) ?? this.#newest.decimalsOf(mint),
      depthUsdOf: (mint) => tracker.depthUsdOf(mint) ?? this.#newest.depthUsdOf(mint),
    };
  }
}
