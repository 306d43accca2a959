import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { inTransaction } from './query.ts';
import { type TableName, tableNames } from './tables.ts';
import { TableWriter } from './tableWriter.ts';

/** Tables that statements write have none. */
type WrittenTable = Exclude<TableName, 'failures' | 'imported_pools'>;
const isWritten = (table: TableName): table is WrittenTable =>
  table !== 'failures' && table !== 'imported_pools';
type Writers = { readonly [Table in WrittenTable]: TableWriter<Table> };

/** Others get their turn while more than this is written. */
const largeRows = 5_000;

/** The writers of all tables, flushed together. */
export class StoreWriters {
  readonly tables: Writers;
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection, writers: Writers) {
    this.#connection = connection;
    this.tables = writers;
  }

  static async create(connection: DuckDBConnection): Promise<StoreWriters> {
    const writers: Partial<Record<TableName, unknown>> = {};
    for (const table of tableNames) {
      if (isWritten(table)) writers[table] = await TableWriter.create(connection, table);
    }
    return new StoreWriters(connection, writers as Writers);
  }

  get pendingRows(): number {
    return this.#all().reduce((sum, writer) => sum + writer.pendingRows, 0);
  }

  /**
   * Runs `prepare`, which may add rows and run statements, then writes all rows, as one
   * transaction. What was gathered is given up when it fails.
   */
  async inTransaction(prepare: () => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#connection, async () => {
        await prepare();
        const isLarge = this.pendingRows > largeRows;
        for (const writer of this.#all()) {
          writer.flush();
          // A day's rows of one table take some 30 ms.
          if (isLarge) await setImmediate();
        }
      });
    } catch (error) {
      for (const writer of this.#all()) writer.discard();
      throw new MarketError(
        'service-failing',
        t('The store cannot be written: {0}', errorMessage(error)),
        { cause: error },
      );
    }
  }

  close(): void {
    for (const writer of this.#all()) writer.close();
  }

  #all() {
    return Object.values(this.tables);
  }
}
