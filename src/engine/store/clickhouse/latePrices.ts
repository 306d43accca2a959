import { minuteSeconds } from '../../base/minute.ts';
import type { DecodedBlock } from '../../decode/arbitrageRecord.ts';
import { type PriceLookup, PriceTracker, type TokenPrice } from '../../prices/priceTracker.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';

/** Chain time after its last block within which a block belongs to a run: prices do not age faster. */
const runSeconds = 10 * minuteSeconds;
/** Runs that are remembered: gaps are filled while delayed blocks come. */
const runsMaximum = 8;
/** How far from a block a valued transaction tells its prices, either way. */
const seedSeconds = 30 * minuteSeconds;
/** Newer or older by more than this, a price says nothing of a block. */
const strangeSeconds = 86_400;

/** Blocks that follow each other in chain time, with the prices of that time. */
interface Run {
  readonly tracker: PriceTracker;
  lastSeconds: number;
}

/**
 * Prices of blocks that come behind newer ones: of gaps, of history, of another fork. Each is valued
 * by the swaps of its own time, not by the newest: those of the blocks before it that come late as
 * well; before them those that the store's transactions nearest in time were valued at; for a mint
 * without either the newest price, where that is less than a day away.
 */
export class LatePrices {
  readonly #database: ClickHouseDatabase;
  readonly #newest: PriceTracker;
  /** The latest used last. */
  readonly #runs: Run[] = [];

  constructor(database: ClickHouseDatabase, newest: PriceTracker) {
    this.#database = database;
    this.#newest = newest;
  }

  /**
   * Takes in the swaps of a block of that time, Unix seconds, and gives its prices; a run's blocks
   * come in their order. What nothing newer is known of is then the newest. Throws a MarketError.
   */
  async observe(
    { observations, decimals }: Pick<DecodedBlock, 'observations' | 'decimals'>,
    timeSeconds: number,
  ): Promise<PriceLookup> {
    const run = this.#runAt(timeSeconds) ?? (await this.#begin(timeSeconds));
    run.lastSeconds = timeSeconds;
    run.tracker.observe(observations, decimals, timeSeconds);
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

  /** Of base mints alone: what cycles put in, and what it was worth. */
  async #pricesNear(timeSeconds: number): Promise<[mint: string, TokenPrice, digits: number][]> {
    const time = Math.floor(timeSeconds);
    const rows = await this.#database.query(
      `SELECT base, argMin(volume_usd / base_input, abs(toInt64(time) - ${time}))
       FROM ${this.#database.table('transactions')}
       WHERE time >= ${time - seedSeconds} AND time <= ${time + seedSeconds}
         AND volume_usd > 0 AND base_input > 0 GROUP BY base`,
    );
    if (rows.length === 0) return [];
    // Two statements: on a cluster, texts are not beside the rows that hold their hashes.
    const named = await this.#database.query(
      `SELECT id, name FROM ${this.#database.table('names')}
       WHERE id IN (${rows.map(([base]) => BigInt(String(base))).join(',')})`,
    );
    const names = new Map(named.map(([id, name]) => [String(id), String(name)]));
    return rows.flatMap(([base, perUnit]) => {
      const mint = names.get(String(base));
      const digits = mint === undefined ? null : this.#newest.decimalsOf(mint);
      if (mint === undefined || digits === null) return [];
      // Older than any swap of the run: the first one gives way to nothing else.
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
    };
  }
}
