import type {
  ClickHouseClient,
  ClickHouseClientConfigOptions,
  ClickHouseSettings,
} from '@clickhouse/client';
import { isShortOfReplicas, toClickHouseError } from './clickHouseErrors.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';

/** A value as JSON gives it; 64-bit integers are texts. */
export type Cell = string | number | boolean | null;

/** Stands in for the network; of tests, which run the engine in process. */
export type ClickHouseConnection = NonNullable<ClickHouseClientConfigOptions['connection']>;

export interface StatementOptions {
  /** Values of `{name:Type}` in the statement. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

/** A statement may run this long; reads of months take seconds. */
const requestMilliseconds = 60_000;
/** More rows go in several inserts; none counts before the commit, so that these need not be one. */
const rowsPerInsert = 50_000;
/** How long inserts do without the word of the replicas after these were found too few. */
const quorumPauseMilliseconds = 60_000;

/** One database of a ClickHouse server or cluster. All methods throw a MarketError. */
export class ClickHouseDatabase {
  readonly target: ClickHouseTarget;
  readonly #client: ClickHouseClient;
  #noQuorumUntil = 0;

  private constructor(target: ClickHouseTarget, client: ClickHouseClient) {
    this.target = target;
    this.#client = client;
  }

  /** Loads the client; nothing is sent yet. */
  static async open(
    target: ClickHouseTarget,
    connection?: ClickHouseConnection,
  ): Promise<ClickHouseDatabase> {
    // Nobody without such a store loads it.
    const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
    const client = createClient({
      url: target.url,
      username: target.user,
      password: target.password,
      application: 'arbscope',
      request_timeout: requestMilliseconds,
      // Its own log repeats statements and addresses.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        // Lists of ids are written into statements.
        max_query_size: '33554432',
        // A block's rows are on one shard, with its row of `blocks`.
        ...(target.cluster === null ? {} : { distributed_product_mode: 'local' as const }),
      },
      ...(connection === undefined ? {} : { connection }),
    });
    return new ClickHouseDatabase(target, client);
  }

  /** For statements that define something. */
  get onCluster(): string {
    const { cluster } = this.target;
    return cluster === null ? '' : ` ON CLUSTER ${quoted(cluster)}`;
  }

  /** Makes the database where it is missing. */
  async createDatabase(): Promise<void> {
    const { database } = this.target;
    await this.command(`CREATE DATABASE IF NOT EXISTS ${quoted(database)}${this.onCluster}`);
  }

  /** A table's name as statements write it; that of rows on this server with `isLocal`. */
  table(name: string, { isLocal = false } = {}): string {
    const own = isLocal && this.target.cluster !== null ? localName(name) : name;
    return `${quoted(this.target.database)}.${quoted(own)}`;
  }

  async command(sql: string, settings: ClickHouseSettings = {}): Promise<void> {
    await this.#run(undefined, () =>
      this.#client.command({ query: sql, clickhouse_settings: settings }),
    );
  }

  /** The rows of a statement, each as a list in the order of its columns. */
  query(sql: string, { values, signal }: StatementOptions = {}): Promise<Cell[][]> {
    return this.#run(signal, async () => {
      const result = await this.#client.query({
        query: sql,
        format: 'JSONCompactEachRow',
        ...(values === undefined ? {} : { query_params: { ...values } }),
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      return await result.json<Cell[]>();
    });
  }

  /** Rows as lists in the order of the columns. */
  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Cell[])[],
  ): Promise<void> {
    const [first, ...others] = columns;
    if (first === undefined) return;
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const values = rows.slice(from, from + rowsPerInsert);
      await this.#withQuorum((settings) =>
        this.#client.insert({
          table: this.table(table),
          columns: [first, ...others],
          values,
          format: 'JSONCompactEachRow',
          clickhouse_settings: { ...insertSettings, ...settings },
        }),
      );
    }
  }

  /** `INSERT … SELECT` within the database. */
  async insertSelected(sql: string): Promise<void> {
    await this.#withQuorum((settings) =>
      this.#client.command({ query: sql, clickhouse_settings: { ...insertSettings, ...settings } }),
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /**
   * On a cluster most replicas have the rows before the insert ends, so that none shows a block
   * before its rows. Where too few are alive, blocks go on without: that is what replicas are for.
   */
  async #withQuorum(insert: (settings: ClickHouseSettings) => Promise<unknown>): Promise<void> {
    await this.#run(undefined, async () => {
      if (this.target.cluster === null) return await insert({});
      if (Date.now() >= this.#noQuorumUntil) {
        try {
          return await insert({ ...clusterSettings, insert_quorum: 'auto' });
        } catch (error) {
          if (!isShortOfReplicas(error)) throw error;
          this.#noQuorumUntil = Date.now() + quorumPauseMilliseconds;
        }
      }
      return await insert(clusterSettings);
    });
  }

  async #run<Result>(
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw toClickHouseError(error, this.target, signal);
    }
  }
}

/** Identifiers are checked when the address is read, or this folder's own. */
const quoted = (identifier: string): string => `\`${identifier}\``;

/** The part of a distributed table on one server. */
export const localName = (table: string): string => `${table}_local`;

const insertSettings: ClickHouseSettings = {
  // A batch of history has many days.
  max_partitions_per_insert_block: '0',
  // The commit follows; what it commits must be there.
  async_insert: 0,
};

const clusterSettings: ClickHouseSettings = {
  insert_distributed_sync: 1,
};
