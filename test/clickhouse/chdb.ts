import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { findChdb } from '../../scripts/test/installChdb.ts';
import {
  ClickHouseWriter,
  type ClickHouseWriterOptions,
} from '../../src/engine/store/clickhouse/clickHouseWriter.ts';
import {
  type ClickHouseConnection,
  ClickHouseDatabase,
} from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import {
  type ClickHouseTarget,
  parseClickHouseUrl,
} from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';
import {
  pinNewest,
  visibleCopies,
} from '../../src/engine/store/clickhouse/database/visibleCopies.ts';
import type { StoreSource } from '../../src/engine/store/storeSource.ts';

interface ChdbModule {
  createChdbConnection(options: { readonly path: string }): ClickHouseConnection;
}

const chdb = (findChdb()?.('chdb/connection') as ChdbModule | undefined) ?? null;

/**
 * The `skip` option of suites that need the ClickHouse engine: a reason, or false if it is
 * available.
 */
export const skipWithoutChdb: string | false = chdb === null ? 'chDB is not installed here' : false;

/** A process has one data folder. `:memory:` would leave one behind if a test closes no connection. */
const folder = mkdtempSync(join(tmpdir(), 'chdb-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// The data ends with its last connection, so keep one open.
const held = chdb?.createChdbConnection({ path: folder });
after(() => held?.close());

export const sandboxSource: StoreSource = { kind: 'sandbox', chain: 'seed' };

let databases = 0;

/** Represents the server of a test: its own database. */
export class TestServer {
  readonly target: ClickHouseTarget;

  /** Blocks in tests are old, so nothing is deleted by default. */
  constructor(parameters = '?days=forever&rollup_days=forever') {
    databases += 1;
    this.target = parseClickHouseUrl(
      `clickhouse://localhost/test_${process.pid}_${databases}${parameters}`,
    );
  }

  /** Writes with every flush. */
  openWriter(
    options: ClickHouseWriterOptions = {},
    source: StoreSource = sandboxSource,
  ): Promise<ClickHouseWriter> {
    return ClickHouseWriter.open(this.target, source, {
      connection: openConnection(),
      writeIntervalMilliseconds: 0,
      ...options,
    });
  }

  /** The given columns of all rows visible to readers, sorted. */
  async visible(table: string, columns: string): Promise<unknown[][]> {
    return this.read(async (database) => {
      const pin = await pinNewest(database);
      return database.query(
        `SELECT ${columns} FROM ${database.table(table)}
         WHERE (slot, copy) IN (${visibleCopies(database, pin)}) ORDER BY ${columns}`,
      );
    });
  }

  async query(sql: (database: ClickHouseDatabase) => string): Promise<unknown[][]> {
    return this.read((database) => database.query(sql(database)));
  }

  async read<Result>(work: (database: ClickHouseDatabase) => Promise<Result>): Promise<Result> {
    const database = await ClickHouseDatabase.open(this.target, openConnection());
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}

export function openConnection(): ClickHouseConnection {
  if (chdb === null) throw new Error('chDB is not here');
  return chdb.createChdbConnection({ path: folder });
}

/** A connection that runs each statement with these settings, such as `max_threads = 1`. */
export function openConnectionWith(settings: string): ClickHouseConnection {
  return new Proxy(openConnection(), {
    get(connection, name) {
      const member: unknown = Reflect.get(connection, name);
      if (typeof member !== 'function') return member;
      if (name !== 'query') return member.bind(connection);
      return (parameters: { readonly query: string }, ...others: readonly unknown[]): unknown => {
        const query = parameters.query.replace(/\s+FORMAT \w+\s*$/, ` SETTINGS ${settings}$&`);
        if (query === parameters.query) throw new Error('a statement takes no settings');
        return Reflect.apply(member, connection, [{ ...parameters, query }, ...others]);
      };
    },
  });
}

/** A connection that fails before an insert into a table, like a killed ingester. */
export function connectionKilledBefore(table: string): ClickHouseConnection {
  let isDead = false;
  return new Proxy(openConnection(), {
    get(connection, name) {
      const member: unknown = Reflect.get(connection, name);
      if (typeof member !== 'function') return member;
      return (...parameters: readonly unknown[]): unknown => {
        const [{ query = '' } = {}] = parameters as [{ readonly query?: string }?];
        if (query.startsWith('INSERT') && query.includes(`\`${table}\``)) isDead = true;
        if (isDead && name !== 'close') {
          return Promise.reject(Object.assign(new Error('killed'), { code: 'ECONNRESET' }));
        }
        return Reflect.apply(member, connection, parameters);
      };
    },
  });
}
