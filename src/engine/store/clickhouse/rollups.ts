import { randomInt } from 'node:crypto';
import { hourSeconds, hourStart } from '../../base/hour.ts';
import { minuteSeconds } from '../../base/minute.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import { typeNumber } from '../rows.ts';
import type { ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { isSame, readHourCopies } from './database/hourCopies.ts';
import { readRollupRuns } from './database/rollupRuns.ts';
import { blockTables, columnsOf, nowMs } from './database/schema.ts';
import { pinNewest, type ReadPin, timesOfBlocks, visibleCopies } from './database/visibleCopies.ts';
import { sumOf } from './database/wideSums.ts';

const daySeconds = 86_400;
/** Wait after an hour's end, in block time: ingesters still fill gaps, and inserts settle. */
const lateSeconds = 180;
/** Limit per call, so that ingesting continues. */
const hoursPerCall = 4;
const runRandomBits = 14;

const unknownGain = `type = ${typeNumber('arbitrage')} AND revenues_nanocents = 0`;

const outcome = ['type', 'is_success', `if(${unknownGain}, 2, profits_nanocents > 0) AS is_gain`];
const attempts = {
  from: 'transactions',
  sums: [
    ...['count()', 'sum(fee_lamports)', 'sum(tip_lamports)'],
    ...['revenues_nanocents', 'profits_nanocents', 'net_gains_lamports'].map(sumOf),
    ...['volume_nanocents', 'volume_lamports'].map(sumOf),
  ],
} as const;

/** Period, source table, grouping and sums of each table; columns after `run`, in order. */
const rollups = {
  minute_totals: {
    seconds: minuteSeconds,
    by: [...outcome, 'wallet', 'bot', 'provider', 'base'],
    ...attempts,
  },
  hour_totals: { seconds: hourSeconds, by: [...outcome, 'bot', 'provider', 'base'], ...attempts },
  hour_wallets: { seconds: hourSeconds, by: [...outcome, 'wallet', 'bot'], ...attempts },
  hour_credits: {
    seconds: hourSeconds,
    from: 'credits',
    by: ['base', 'place_credit'],
    sums: [
      'count()',
      ...['revenues_nanocents', 'profits_nanocents', 'volume_nanocents'].map(sumOf),
    ],
  },
  hour_trades: {
    seconds: hourSeconds,
    from: 'trades',
    by: ['mint'],
    sums: [sumOf('volume_nanocents')],
  },
} as const;
const rollupTables = Object.keys(rollups) as (keyof typeof rollups)[];

export interface RollupOptions {
  readonly rowDays: number | null;
  readonly now: () => number;
  /**
   * Rows that the server received longer ago are all there: the upper bound of the duration of inserts
   * and of the difference between the clocks of servers.
   */
  readonly settleMilliseconds: number;
}

/**
 * Sums up completed hours by minute and by hour; the sums remain when rows are deleted. Each ingester
 * sums up the hours it wrote to. A run is valid once its row in `rollup_runs` exists; the largest of
 * several runs wins, as long as the hour has the copies that the run has seen (`hourCopies.ts`).
 */
export class Rollups {
  readonly #database: ClickHouseDatabase;
  readonly #options: RollupOptions;
  /** Hours to sum up, and when at the earliest, Unix milliseconds. */
  readonly #due = new Map<number, number>();
  #hasLooked = false;

  /** `rowDays`: retention of rows; hours whose rows are deleted keep their sums. */
  constructor(database: ClickHouseDatabase, options: RollupOptions) {
    this.#database = database;
    this.#options = options;
  }

  touch(timeSeconds: number): void {
    this.#due.set(hourStart(timeSeconds), 0);
  }

  /** Sums up some due hours, oldest first. Returns true if more are due. */
  async run(newestSeconds: number): Promise<boolean> {
    const { rowDays, now } = this.#options;
    // Rows expire by the server's clock; assume that it is at most an hour ahead of the newest block.
    const oldest =
      rowDays === null ? 0 : Math.max(0, newestSeconds - rowDays * daySeconds + hourSeconds);
    const window = { fromSeconds: oldest, toSeconds: newestSeconds };
    if (!this.#hasLooked) {
      // Hours that a killed ingester left, and those of an earlier version.
      for (const hour of await this.#unsummedHours(window)) this.#due.set(hour, 0);
      this.#hasLooked = true;
    }
    for (const hour of this.#due.keys()) if (hour < oldest) this.#due.delete(hour);
    const due = [...this.#due]
      .filter(([hour, at]) => hour + hourSeconds + lateSeconds <= newestSeconds && at <= now())
      .map(([hour]) => hour)
      .sort((first, second) => first - second);
    if (due.length === 0) return false;
    const pin = await pinNewest(this.#database);
    for (const hour of due.slice(0, hoursPerCall)) {
      const isSettled = await this.#sumUp(hour, pin);
      if (isSettled) this.#due.delete(hour);
      else this.#due.set(hour, now() + this.#options.settleMilliseconds);
    }
    return due.length > hoursPerCall;
  }

  async #unsummedHours({ fromSeconds, toSeconds }: TimeWindow): Promise<number[]> {
    const pin = await pinNewest(this.#database);
    const window = { fromSeconds: hourStart(fromSeconds), toSeconds };
    const copies = await readHourCopies(this.#database, pin, window);
    const runs = await readRollupRuns(this.#database, window);
    return [...copies].flatMap(([hour, own]) => {
      const run = runs.get(hour);
      return run !== undefined && isSame(run, own) && run.settledMs > 0 ? [] : [hour];
    });
  }

  /** False if rows may still arrive that belong to its blocks. */
  async #sumUp(hour: number, pin: ReadPin): Promise<boolean> {
    const table = (name: string): string => this.#database.table(name);
    // Rises with time and is unique among ingesters.
    const run =
      (BigInt(Math.floor(this.#options.now())) << BigInt(runRandomBits)) |
      BigInt(randomInt(1 << runRandomBits));
    const window = { fromSeconds: hour, toSeconds: hour + hourSeconds - 1 };
    const visible = visibleCopies(this.#database, pin, window);
    for (const name of rollupTables) {
      const { seconds, from, by, sums } = rollups[name];
      await this.#database.insertSelected(
        `INSERT INTO ${table(name)} (${columnsOf(name).join(', ')})
         SELECT time - time % ${seconds} AS period, toUInt64(${run}), ${by.join(', ')},
                ${sums.join(', ')}
         FROM ${table(from)}
         WHERE time >= ${window.fromSeconds} AND time <= ${window.toSeconds}
           AND (slot, copy) IN (${visible})
         GROUP BY period, ${by.map((each) => each.split(' AS ').at(-1)).join(', ')}`,
      );
    }
    const copies = await readHourCopies(this.#database, pin, window);
    const { copies: number = 0, copySum = 0n } = copies.get(hour) ?? {};
    const { settledMs, hidden } = await this.#findHidden(window, visible);
    await this.#database.insertSelected(
      `INSERT INTO ${table('rollup_runs')} (${columnsOf('rollup_runs').join(', ')})
       SELECT ${hour}, toUInt64(${run}), count(), ${number}, toUInt64(${copySum}), ${settledMs},
              ${hidden}
       FROM (${timesOfBlocks(this.#database, pin, window)})`,
    );
    return settledMs > 0;
  }

  /** Counts rows that belong to no valid copy. All others are received before `settledMs`; 0: unknown. */
  async #findHidden(
    { fromSeconds, toSeconds }: TimeWindow,
    visible: string,
  ): Promise<{ readonly settledMs: number; readonly hidden: number }> {
    const [[clock = 0] = []] = await this.#database.query(`SELECT ${nowMs}`);
    const settledMs = Number(clock) - this.#options.settleMilliseconds;
    let hidden = 0;
    for (const name of blockTables) {
      const [[recent = 0, rows = 0] = []] = await this.#database.query(
        `SELECT countIf(added_ms > ${settledMs}), count() FROM ${this.#database.table(name)}
         WHERE time >= ${fromSeconds} AND time <= ${toSeconds}
           AND (added_ms > ${settledMs} OR (slot, copy) NOT IN (${visible}))`,
      );
      if (Number(recent) > 0) return { settledMs: 0, hidden: 0 };
      hidden += Number(rows);
    }
    return { settledMs, hidden };
  }
}
