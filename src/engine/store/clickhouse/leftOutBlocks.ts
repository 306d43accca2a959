import { randomBytes } from 'node:crypto';
import { minuteSeconds } from '../../base/minute.ts';
import type { MinuteCoverage } from '../../chain/blockSource.ts';
import type { Cell, ClickHouseDatabase } from './database/clickHouseDatabase.ts';
import { columnsOf } from './database/schema.ts';

/** Counts of all ingesters by minute. Methods that reach the database throw a MarketError. */
export class LeftOutBlocks {
  readonly #database: ClickHouseDatabase;
  readonly #writerId = randomBytes(8).readBigUInt64BE();
  /** Rows not written yet. */
  #rows: Cell[][] = [];
  #parts = 0;

  constructor(database: ClickHouseDatabase) {
    this.#database = database;
  }

  add(minutes: readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[]): void {
    for (const { minute, omitted } of minutes) {
      this.#rows.push([minute, `${this.#writerId}`, this.#parts++, omitted]);
    }
  }

  async write(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    await this.#database.insert('left_out', columnsOf('left_out'), rows);
    this.#rows = this.#rows.slice(rows.length);
  }

  /** Zeroes whole minutes whose blocks have arrived. Of rows with the same key, the last wins. */
  async takeBack(
    fromSeconds: number,
    toSeconds: number,
    isStillMissing: (minute: number) => boolean,
  ): Promise<void> {
    const rows = await this.#database.query(
      `SELECT minute, writer, part FROM ${this.#database.table('left_out')} FINAL
       WHERE blocks > 0 AND minute >= ${Math.floor(fromSeconds)}
         AND minute + ${minuteSeconds} <= ${Math.floor(toSeconds)}`,
    );
    await this.#database.insert(
      'left_out',
      columnsOf('left_out'),
      rows
        .filter(([minute]) => !isStillMissing(Number(minute)))
        .map(([minute = 0, writer = 0, part = 0]) => [minute, writer, part, 0]),
    );
  }

  /** Valid and missing blocks by minute, in order; empty if no block is missing. */
  async readCoverage(): Promise<MinuteCoverage[]> {
    const rows = await this.#database.query(
      `SELECT minute, sum(taken), sum(missing) FROM (
         SELECT minute, 0 AS taken, max(blocks_of_writer) AS missing FROM
           (SELECT minute, writer, sum(blocks) AS blocks_of_writer
            FROM ${this.#database.table('left_out')} FINAL GROUP BY minute, writer)
         GROUP BY minute
         UNION ALL
         SELECT time_of_slot - time_of_slot % ${minuteSeconds} AS minute, count() AS taken, 0 AS missing
         FROM (SELECT slot, argMax(time, copy) AS time_of_slot
               FROM ${this.#database.table('blocks')} GROUP BY slot)
         GROUP BY minute
       ) GROUP BY minute ORDER BY minute`,
    );
    const minutes = rows.map(([minute, indexed, omitted]) => ({
      minute: Number(minute),
      indexed: Number(indexed),
      omitted: Number(omitted),
    }));
    return minutes.some(({ omitted }) => omitted > 0) ? minutes : [];
  }
}
