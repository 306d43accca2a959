import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { DuckDBConnection } from '@duckdb/node-api';
import { ClickHouseReader } from '../../src/engine/store/clickhouse/clickHouseReader.ts';
import { ClickHouseWriter } from '../../src/engine/store/clickhouse/clickHouseWriter.ts';
import {
  ClickHouseDatabase,
  type StatementOptions,
} from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import type { StoreReader } from '../../src/engine/store/storeReader.ts';
import type { StoreWriter } from '../../src/engine/store/storeWriter.ts';
import { ChdbServer } from './chdbServer.ts';
import { repeatStretch, tableSizes } from './fillClickHouseDay.ts';
import {
  type DayShape,
  fillDay,
  firstStretch,
  type WrittenStretch,
  writeStretch,
} from './fillDay.ts';
import type { StatementRecorder } from './statementRecorder.ts';
import { type Baseline, scansOf } from './storeBaselines.ts';

/** The end of a UTC day, so that all rows are in one partition. */
export const end = { seconds: 1_763_942_399, slot: 400_000_000 } as const;

export interface StoreBytes {
  readonly all: number;
  /** Bytes of the totals by minute; 0 without them. `summedHours`: their hours. */
  readonly minuteTotals: number;
  readonly summedHours: number;
}

export interface MeasuredStore {
  readonly reader: StoreReader;
  /** Runs a baseline's scans; its window begins at `fromSeconds`. */
  scan(baseline: Baseline, fromSeconds: number): Promise<void>;
  openWriter(): Promise<StoreWriter>;
  bytes(): Promise<StoreBytes>;
  close(): Promise<void>;
}

export interface StoreKind {
  readonly name: 'duckdb' | 'clickhouse';
  /** Creates the day in a separate folder. Call in a separate process. */
  fill(folder: string, shape: DayShape): Promise<WrittenStretch>;
  /** Sums up due rows; returns the duration. */
  sumUp(folder: string): Promise<number>;
  /** Passes every statement of the reader through `recorder`. */
  open(folder: string, recorder: StatementRecorder): Promise<MeasuredStore>;
}

/** Rows that `Engine` collects per flush of a history. */
const flushRows = 20_000;
const source = { kind: 'rpc', chain: 'bench' } as const;

export const duckdb: StoreKind = {
  name: 'duckdb',
  fill: async (folder, shape) =>
    (await fillDay(join(folder, 'day.duckdb'), end.seconds, end.slot, shape)).written,
  sumUp: async (folder) => {
    const store = await DuckDbStore.open(join(folder, 'day.duckdb'));
    const start = performance.now();
    for (let summed = -1, before = -2; summed > before; ) {
      await store.maintain();
      before = summed;
      const [[hours = 0] = []] = await store.query('SELECT count(*) FROM summed_hours');
      summed = Number(hours);
    }
    const taken = performance.now() - start;
    await store.close();
    return taken;
  },
  open: async (folder, recorder) => {
    observeDuckDb(recorder);
    const path = join(folder, 'day.duckdb');
    const store = await DuckDbStore.open(path);
    return {
      reader: store,
      scan: async (baseline, fromSeconds) => {
        for (const sql of scansOf(baseline, fromSeconds, (table) => table)) await store.query(sql);
      },
      openWriter: () => Promise.resolve(store),
      bytes: async () => ({ all: (await stat(path)).size, minuteTotals: 0, summedHours: 0 }),
      close: () => store.close(),
    };
  },
};

export const clickhouse: StoreKind = {
  name: 'clickhouse',
  fill: async (folder, shape) => {
    const server = new ChdbServer(folder);
    const writer = await openWriter(server);
    const stretch = firstStretch(shape, end.seconds, end.slot);
    const written = await writeStretch(writer, stretch, flushRows);
    await writer.close();
    const database = await ClickHouseDatabase.open(server.target, server.connect());
    await repeatStretch(database, shape, stretch);
    await database.close();
    await server.close();
    return written;
  },
  sumUp: async (folder) => {
    const server = new ChdbServer(folder);
    const writer = await openWriter(server);
    const start = performance.now();
    await writer.finish();
    const taken = performance.now() - start;
    await writer.close();
    await server.close();
    return taken;
  },
  open: async (folder, recorder) => {
    const server = new ChdbServer(folder);
    const stopObserving = observeClickHouse(recorder, server);
    const reader = await ClickHouseReader.open(server.target, server.connect());
    const database = await ClickHouseDatabase.open(server.target, server.connect());
    return {
      reader,
      scan: async (baseline, fromSeconds) => {
        const tableOf = database.table.bind(database);
        for (const sql of scansOf(baseline, fromSeconds, tableOf)) await database.query(sql);
      },
      openWriter: () => openWriter(server),
      bytes: async () => {
        const tables = await tableSizes(database);
        let [all, minuteTotals] = [0, 0];
        for (const [table, { bytes }] of tables) {
          if (/^(minute|hour)_/.test(table)) minuteTotals += bytes;
          else all += bytes;
        }
        return { all, minuteTotals, summedHours: await summedHours(database) };
      },
      close: async () => {
        await reader.close();
        await database.close();
        await stopObserving();
        await server.close();
      },
    };
  },
};

const openWriter = (server: ChdbServer): Promise<ClickHouseWriter> =>
  ClickHouseWriter.open(server.target, source, {
    connection: server.connect(),
    writeIntervalMilliseconds: 0,
    settleMilliseconds: 0,
  });

async function summedHours(database: ClickHouseDatabase): Promise<number> {
  const [[hours = 0] = []] = await database.query(
    `SELECT uniqExact(hour) FROM ${database.table('rollup_runs')}`,
  );
  return Number(hours);
}

function observeDuckDb(recorder: StatementRecorder): void {
  const { run, stream } = DuckDBConnection.prototype;
  const isRead = (sql: string): boolean => /^\s*(SELECT|WITH)/.test(sql);
  DuckDBConnection.prototype.run = function (
    this: DuckDBConnection,
    ...statement: Parameters<typeof run>
  ) {
    const again = () => run.apply(this, statement);
    return isRead(statement[0]) ? recorder.observe(again, again) : again();
  };
  DuckDBConnection.prototype.stream = function (
    this: DuckDBConnection,
    ...statement: Parameters<typeof stream>
  ) {
    const again = () => stream.apply(this, statement);
    return recorder.observe(again, async () => {
      const result = await again();
      for (;;) {
        const chunk = await result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) return;
      }
    });
  };
}

/** The bare statements use the same client, up to the bytes of their rows. */
function observeClickHouse(recorder: StatementRecorder, server: ChdbServer): () => Promise<void> {
  const client = createClient({
    connection: server.connect(),
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      max_query_size: '33554432',
      use_index_for_in_with_subqueries: 0,
    },
  });
  const alone = async (sql: string, values: StatementOptions['values'], format: string) => {
    const { stream } = await client.exec({
      query: `${sql} FORMAT ${format}`,
      ...(values === undefined ? {} : { query_params: { ...values } }),
    });
    const rows = stream instanceof Readable ? stream : Readable.from(stream);
    for await (const _ of rows);
  };
  const { query, takeRows } = ClickHouseDatabase.prototype;
  ClickHouseDatabase.prototype.query = function (
    this: ClickHouseDatabase,
    ...statement: Parameters<typeof query>
  ) {
    const [sql, { values } = {}] = statement;
    return recorder.observe(
      () => query.apply(this, statement),
      () => alone(sql, values, 'JSONCompactEachRow'),
    );
  };
  ClickHouseDatabase.prototype.takeRows = function (
    this: ClickHouseDatabase,
    ...statement: Parameters<typeof takeRows>
  ) {
    return recorder.observe(
      () => takeRows.apply(this, statement),
      () => alone(statement[0], undefined, 'RowBinary'),
    );
  };
  return () => client.close();
}
