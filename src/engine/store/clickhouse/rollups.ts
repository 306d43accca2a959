import { randomInt } from 'node:crypto';
import { minuteSeconds } from '../../base/minute.ts';
import { typeNumber } from '../rows.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { columnsOf } from './database/schema.ts';
import { pinNewest, type ReadPin, visibleCopies } from './database/visibleCopies.ts';
import { sumOf } from './database/wideSums.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;
/** Wait after an hour's end, in block time: ingesters still fill gaps. */
const lateSeconds = 120;
/** Limit per call, so that ingesting continues. */
const hoursPerCall = 4;
const runRandomBits = 14;

const unknownGain = `type = ${typeNumber('arbitrage')} AND revenues_nanocents <= 0`;

/** Source table, grouping and sums of each rollup table; columns after `run`, in order. */
const rollups = {
  minute_totals: {
    from: 'transactions',
    by: [
      ...['type', 'is_success', `if(${unknownGain}, 2, profits_nanocents > 0) AS is_gain`],
      ...['wallet', 'bot', 'provider', 'base'],
    ],
    sums: [
      ...['count()', 'sum(fee_lamports)', 'sum(tip_lamports)'],
      ...['revenues_nanocents', 'profits_nanocents', 'net_gains_lamports'].map(sumOf),
      ...['volume_nanocents', 'volume_lamports'].map(sumOf),
    ],
  },
  minute_credits: {
    from: 'credits',
    by: ['base', 'place_credit'],
    sums: [
      'count()',
      ...['revenues_nanocents', 'profits_nanocents', 'volume_nanocents'].map(sumOf),
    ],
  },
  minute_trades: { from: 'trades', by: ['mint'], sums: [sumOf('volume_nanocents')] },
} as const;

/**
 * Sums up completed hours by minute; the sums remain when rows are deleted. Each ingester sums up
 * the hours it wrote to. A run is valid once its row in `rollup_runs` exists; the largest of
 * several runs wins.
 */
export class Rollups {
  readonly #database: ClickHouseDatabase;
  readonly #now: () => number;
  readonly #rowDays: number | null;
  /** Hours with blocks written since the last rollup. */
  readonly #touched = new Set<number>();
  #hasLooked = false;

  /** `rowDays`: retention of rows; hours whose rows are deleted keep their sums. */
  constructor(database: ClickHouseDatabase, rowDays: number | null, now: () => number) {
    this.#database = database;
    this.#rowDays = rowDays;
    this.#now = now;
  }

  touch(timeSeconds: number): void {
    this.#touched.add(timeSeconds - (timeSeconds % hourSeconds));
  }

  /** Sums up some due hours, oldest first. Returns true if more are due. */
  async run(newestSeconds: number): Promise<boolean> {
    if (!this.#hasLooked) {
      // Hours that a killed ingester left.
      for (const hour of await this.#unsummedHours()) this.#touched.add(hour);
      this.#hasLooked = true;
    }
    // Rows expire by the server's clock; assume that it is at most an hour ahead of the newest block.
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
    // Rises with time and is unique among ingesters.
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
