import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { TableName } from './tables.ts';
import { TableWriter } from './tableWriter.ts';

type WrittenTable = Exclude<TableName, 'failures' | 'imported_pools'>;
type Writers = { readonly [Table in WrittenTable]: TableWriter<Table> };

/** Others get their turn while more than this is written. */
const largeRows = 5_000;

/** The writers of all tables, flushed together. */
export class StoreWriters {
  readonly names: Writers['names'];
  readonly blocks: Writers['blocks'];
  readonly left_out: Writers['left_out'];
  readonly transactions: Writers['transactions'];
  readonly tips: Writers['tips'];
  readonly places: Writers['places'];
  readonly credits: Writers['credits'];
  readonly trades: Writers['trades'];
  readonly prices: Writers['prices'];
  readonly pools: Writers['pools'];
  readonly vaults: Writers['vaults'];
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection, writers: Writers) {
    this.#connection = connection;
    this.names = writers.names;
    this.blocks = writers.blocks;
    this.left_out = writers.left_out;
    this.transactions = writers.transactions;
    this.tips = writers.tips;
    this.places = writers.places;
    this.credits = writers.credits;
    this.trades = writers.trades;
    this.prices = writers.prices;
    this.pools = writers.pools;
    this.vaults = writers.vaults;
  }

  static async create(connection: DuckDBConnection): Promise<StoreWriters> {
    return new StoreWriters(connection, {
      names: await TableWriter.create(connection, 'names'),
      blocks: await TableWriter.create(connection, 'blocks'),
      left_out: await TableWriter.create(connection, 'left_out'),
      transactions: await TableWriter.create(connection, 'transactions'),
      tips: await TableWriter.create(connection, 'tips'),
      places: await TableWriter.create(connection, 'places'),
      credits: await TableWriter.create(connection, 'credits'),
      trades: await TableWriter.create(connection, 'trades'),
      prices: await TableWriter.create(connection, 'prices'),
      pools: await TableWriter.create(connection, 'pools'),
      vaults: await TableWriter.create(connection, 'vaults'),
    });
  }

  get pendingRows(): number {
    return this.#all().reduce((sum, writer) => sum + writer.pendingRows, 0);
  }

  /**
   * Runs `prepare`, which may add rows and run statements, then writes all rows, as one
   * transaction. What was gathered is given up when it fails.
   */
  async inTransaction(prepare: () => Promise<void>): Promise<void> {
    await this.#connection.run('BEGIN');
    try {
      await prepare();
      const isLarge = this.pendingRows > largeRows;
      for (const writer of this.#all()) {
        writer.flush();
        // A day's rows of one table take some 30 ms.
        if (isLarge) await setImmediate();
      }
      await this.#connection.run('COMMIT');
    } catch (error) {
      for (const writer of this.#all()) writer.discard();
      await this.#connection.run('ROLLBACK').catch(() => undefined);
      throw new MarketError(
        'service-failing',
        t(
          'The store cannot be written: {0}',
          error instanceof Error ? error.message : String(error),
        ),
        { cause: error },
      );
    }
  }

  close(): void {
    for (const writer of this.#all()) writer.close();
  }

  #all() {
    return [
      this.names,
      this.blocks,
      this.left_out,
      this.transactions,
      this.tips,
      this.places,
      this.credits,
      this.trades,
      this.prices,
      this.pools,
      this.vaults,
    ];
  }
}
