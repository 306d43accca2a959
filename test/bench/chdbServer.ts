import { findChdb } from '../../scripts/test/installChdb.ts';
import type { ClickHouseConnection } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import {
  type ClickHouseTarget,
  parseClickHouseUrl,
} from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';

interface ChdbModule {
  createChdbConnection(options: { readonly path: string }): ClickHouseConnection;
}

/** ClickHouse's engine in this process, on the files of a folder. Only one folder per process. */
export class ChdbServer {
  /** Rows do not expire: benchmarks may use old ones. */
  readonly target: ClickHouseTarget = parseClickHouseUrl(
    'clickhouse://localhost/bench?days=forever&rollup_days=forever',
  );
  readonly #chdb: ChdbModule;
  readonly #path: string;
  /** Keeps the engine alive, which ends with its last connection. */
  readonly #held: ClickHouseConnection;

  constructor(path: string) {
    const chdb = findChdb()?.('chdb/connection') as ChdbModule | undefined;
    if (chdb === undefined) throw new Error('chDB is not installed here');
    this.#chdb = chdb;
    this.#path = path;
    this.#held = this.connect();
  }

  connect(): ClickHouseConnection {
    return this.#chdb.createChdbConnection({ path: this.#path });
  }

  async close(): Promise<void> {
    await this.#held.close();
  }
}
