import type { DuckDBConnection } from '@duckdb/node-api';
import { minuteSeconds } from '../minute.ts';
import type { PricedSwap } from '../priceTracker.ts';
import type { HistorySnapshot } from '../sources/blockSource.ts';
import { runQuery } from '../store/query.ts';
import { signatureKeySql } from '../store/rows.ts';
import { TableWriter } from '../store/tableWriter.ts';
import {
  blockTables,
  columnNames,
  readSnapshotManifest,
  type SnapshotTable,
  snapshotTableFile,
  sqlString,
  staticTables,
} from './snapshotFiles.ts';

/** The part of one day of the market that a history takes. */
interface DayRange {
  /** First second of that day. */
  readonly start: number;
  /** Minutes of the day: from one to, not including, the other. */
  readonly from: number;
  readonly to: number;
}

/** A swap that a price at the history's end comes from; the mint by its number. */
export interface RestoredSwap extends PricedSwap {
  readonly mint: number;
}

/**
 * Fills the tables of a new store with the prepared rows of a history, and hands over what a store
 * keeps in memory alone. Throws what is wrong with them, and leaves the tables empty then.
 */
export async function loadSnapshot(
  connection: DuckDBConnection,
  history: HistorySnapshot,
): Promise<RestoredSwap[]> {
  const { stateSeconds } = await checkManifest(history);
  await connection.run('BEGIN');
  try {
    const loader = new SnapshotLoader(connection, history);
    const state = (history.untilSeconds % history.daySeconds) / stateSeconds;
    await loader.loadRows();
    await loader.loadState(state);
    const swaps = await loader.readSwaps(state);
    await connection.run('COMMIT');
    return swaps;
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Facts of the folder, which must be of this very market and hold the state at the end. */
async function checkManifest(history: HistorySnapshot) {
  const facts = await readSnapshotManifest(history.folder);
  const isOfMarket = facts.seed === history.seed && facts.daySeconds === history.daySeconds;
  if (!isOfMarket) throw new Error('it is of another market');
  if (history.untilSeconds % facts.stateSeconds !== 0) throw new Error('it lacks the state needed');
  return facts;
}

class SnapshotLoader {
  readonly #connection: DuckDBConnection;
  readonly #history: HistorySnapshot;

  constructor(connection: DuckDBConnection, history: HistorySnapshot) {
    this.#connection = connection;
    this.#history = history;
  }

  async loadRows(): Promise<void> {
    for (const table of staticTables) await this.#insert(table, columnNames(table).join(', '));
    for (const part of splitByDay(this.#history)) {
      await this.#blocks(part);
      for (const table of blockTables) await this.#blockRows(table, part);
      const { start, from, to } = part;
      await this.#insert(
        'trades',
        `minute::BIGINT * ${minuteSeconds} + ${start}, mint, volume_usd`,
        `minute >= ${from} AND minute < ${to}`,
      );
    }
  }

  async loadState(state: number): Promise<void> {
    // The swaps come beside (`readSwaps`), and are written with the first state that is saved.
    const price = `mint, price, coalesce(${this.#history.untilSeconds} - age, 0), digits, '[]'`;
    await this.#insert('prices', price, `state = ${state}`);
    await this.#insert('vaults', columnNames('vaults').join(', '), `state = ${state}`);
  }

  async readSwaps(state: number): Promise<RestoredSwap[]> {
    const [mints = [], prices = [], values = [], ages = []] = await runQuery(
      this.#connection,
      `SELECT mint, price, value, age FROM ${this.#file('swaps')} WHERE state = ${state}`,
    );
    return mints.map((mint, row) => ({
      mint: Number(mint),
      priceUsd: Number(prices[row]),
      valueUsd: Number(values[row]),
      timeSeconds: this.#history.untilSeconds - Number(ages[row]),
    }));
  }

  /** Blockhashes are no part of what repeats. */
  async #blocks({ start, from, to }: DayRange): Promise<void> {
    const { blockhashOf, firstSlot } = this.#history;
    const [minutes = [], transactions = []] = await runQuery(
      this.#connection,
      `SELECT minute, transactions FROM ${this.#file('blocks')}
       WHERE minute >= ${from} AND minute < ${to}`,
    );
    if (minutes.length !== to - from) throw new Error('it lacks minutes');
    const writer = await TableWriter.create(this.#connection, 'blocks');
    for (const [row, minute] of minutes.entries()) {
      const time = start + (Number(minute) + 1) * minuteSeconds - 1;
      writer.add({
        slot: firstSlot + time,
        time,
        blockhash: blockhashOf(time),
        transactions: Number(transactions[row]),
        votes: 0,
        unreadable: 0,
      });
    }
    writer.flush();
    writer.close();
  }

  async #blockRows(
    table: (typeof blockTables)[number],
    { start, from, to }: DayRange,
  ): Promise<void> {
    const { daySeconds, firstSlot, signatureSuffix } = this.#history;
    const time = `minute::BIGINT * ${minuteSeconds} + ${start + minuteSeconds - 1}`;
    const values: Readonly<Record<string, string>> = {
      time,
      slot: `${time} + ${firstSlot}`,
      signature_key: signatureKeySql('signature'),
      signature: `signature || ${sqlString(signatureSuffix(Math.floor(start / daySeconds)))}`,
    };
    await this.#insert(
      table,
      columnNames(table)
        .map((column) => values[column] ?? column)
        .join(', '),
      `minute >= ${from} AND minute < ${to}`,
    );
  }

  async #insert(table: SnapshotTable, select: string, where = 'true'): Promise<void> {
    await runQuery(
      this.#connection,
      `INSERT INTO ${table} SELECT ${select} FROM ${this.#file(table)} WHERE ${where}`,
    );
  }

  #file(table: SnapshotTable): string {
    return `read_parquet(${sqlString(snapshotTableFile(this.#history.folder, table))})`;
  }
}

/** The days that a history touches, oldest first. */
function splitByDay({ fromSeconds, untilSeconds, daySeconds }: HistorySnapshot): DayRange[] {
  const parts: DayRange[] = [];
  for (let at = fromSeconds; at < untilSeconds; ) {
    const start = at - (at % daySeconds);
    const end = Math.min(start + daySeconds, untilSeconds);
    parts.push({ start, from: (at - start) / minuteSeconds, to: (end - start) / minuteSeconds });
    at = end;
  }
  return parts;
}
