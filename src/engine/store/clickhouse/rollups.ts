import { randomInt } from 'node:crypto';
import { minuteSeconds } from '../../base/minute.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { exactSum } from './database/exactSums.ts';
import { columnsOf } from './database/schema.ts';
import { pinNewest, type ReadPin, visibleCopies } from './database/visibleCopies.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;
/** Chain time after an hour's end in which blocks of it still come, as ingesters fill each other's gaps. */
const lateSeconds = 120;
/** Hours that one call sums up, so that ingesting goes on. */
const hoursPerCall = 4;
const runRandomBits = 14;

/** What each table sums, from which rows, by what: its columns behind `run`, in their order. */
const rollups = {
  minute_totals: {
    from: 'transactions',
    by: ['type', 'is_success', 'profits_usd > 0 AS is_gain', 'wallet', 'bot', 'provider', 'base'],
    sums: [
      ...['count()', 'sum(fee_lamports)', 'sum(tip_lamports)'],
      ...['revenues_usd', 'profits_usd', 'net_gains_sol', 'volume_usd', 'volume_sol'].map((each) =>
        exactSum(each),
      ),
    ],
  },
  minute_credits: {
    from: 'credits',
    by: ['base', 'place_credit'],
    sums: [
      'count()',
      ...['revenues_usd', 'profits_usd', 'volume_usd'].map((each) => exactSum(each)),
    ],
  },
  minute_trades: { from: 'trades', by: ['mint'], sums: [exactSum('volume_usd')] },
} as const;

/**
 * Sums up hours that are over, by minute, which is what is left when the rows have gone. Any ingester
 * does, each the hours that it wrote to; a run over an hour counts once its row of `rollup_runs` is
 * there, and of several runs the largest.
 */
export class Rollups {
  readonly #database: ClickHouseDatabase;
  readonly #now: () => number;
  readonly #rowDays: number | null;
  /** Hours with blocks that this ingester wrote since they were summed up. */
  readonly #touched = new Set<number>();
  #hasLooked = false;

  /** `rowDays`: how long rows stay; of an hour without its rows the sums are final. */
  constructor(database: ClickHouseDatabase, rowDays: number | null, now: () => number) {
    this.#database = database;
    this.#rowDays = rowDays;
    this.#now = now;
  }

  /** A block of this time was committed, Unix seconds. */
  touch(timeSeconds: number): void {
    this.#touched.add(timeSeconds - (timeSeconds % hourSeconds));
  }

  /** Sums up some of what is due, the oldest hours first. Says whether more is due. */
  async run(newestSeconds: number): Promise<boolean> {
    if (!this.#hasLooked) {
      // What one that was killed left behind.
      for (const hour of await this.#unsummedHours()) this.#touched.add(hour);
      this.#hasLooked = true;
    }
    // Rows leave by the server's clock, which is not behind the newest block by more than this.
    const oldest =
      this.#rowDays === null ? 0 : newestSeconds - this.#rowDays * daySeconds + hourSeconds;
    for (const hour of this.#touched) if (hour < oldest) this.#touched.delete(hour);
    const due = [...this.#touched]
      .filter((hour) => hour + hourSeconds + lateSeconds <= newestSeconds)
      .sort((first, second) => first - second);
    if (due.length === 0) return false;
    const pin = await pinNewest(this.#database);
    for (const hour of due.slice(0, hoursPerCall)) {
      await this.#sumUp(hour, pin);
      this.#touched.delete(hour);
    }
    return due.length > hoursPerCall;
  }

  async #unsummedHours(): Promise<number[]> {
    const table = (name: string): string => this.#database.table(name);
    const blocks = await this.#database.query(
      `SELECT of_slot - of_slot % ${hourSeconds} AS hour, count() FROM
         (SELECT slot, argMax(time, copy) AS of_slot FROM ${table('blocks')} GROUP BY slot)
       GROUP BY hour`,
    );
    const runs = await this.#database.query(
      `SELECT hour, argMax(blocks, run) FROM ${table('rollup_runs')} GROUP BY hour`,
    );
    const summed = new Map(runs.map(([hour, count]) => [Number(hour), Number(count)]));
    return blocks.flatMap(([hour, count]) =>
      summed.get(Number(hour)) === Number(count) ? [] : [Number(hour)],
    );
  }

  async #sumUp(hour: number, pin: ReadPin): Promise<void> {
    const table = (name: string): string => this.#database.table(name);
    // Rises with time, and no two ingesters have the same.
    const run =
      (BigInt(Math.floor(this.#now())) << BigInt(runRandomBits)) |
      BigInt(randomInt(1 << runRandomBits));
    const window = { fromSeconds: hour, toSeconds: hour + hourSeconds - 1 };
    const visible = visibleCopies(this.#database, pin, window);
    for (const name of ['minute_totals', 'minute_credits', 'minute_trades'] as const) {
      const { from, by, sums } = rollups[name];
      await this.#database.insertSelected(
        `INSERT INTO ${table(name)} (${columnsOf(name).join(', ')})
         SELECT time - time % ${minuteSeconds} AS minute, toUInt64(${run}), ${by.join(', ')},
                ${sums.join(', ')}
         FROM ${table(from)}
         WHERE time >= ${window.fromSeconds} AND time <= ${window.toSeconds}
           AND (slot, copy) IN (${visible})
         GROUP BY minute, ${by.map((each) => each.split(' AS ').at(-1)).join(', ')}`,
      );
    }
    await this.#database.insertSelected(
      `INSERT INTO ${table('rollup_runs')} (${columnsOf('rollup_runs').join(', ')})
       SELECT ${hour}, toUInt64(${run}), count() FROM
         (SELECT slot, argMax(time, copy) AS of_slot FROM ${table('blocks')}
          WHERE slot <= ${pin.newestSlot} AND added_ms <= ${pin.committedMs} GROUP BY slot)
       WHERE of_slot >= ${window.fromSeconds} AND of_slot <= ${window.toSeconds}`,
    );
  }
}
