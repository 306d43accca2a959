import { Agent } from 'node:https';
import type {
  ClickHouseClient,
  ClickHouseClientConfigOptions,
  ClickHouseSettings,
} from '@clickhouse/client';
import { throwIfCancelled } from '../../../../api/cancellation.ts';
import { type BinaryRows, toBinaryRows } from './binaryRows.ts';
import {
  isLostHost,
  isShortOfReplicas,
  isUnreachable,
  toClickHouseError,
} from './clickHouseErrors.ts';
import { type Abort, type ClickHouseHost, ClickHouseHosts } from './clickHouseHosts.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';

/** A JSON value; 64-bit integers are texts. */
export type Cell = string | number | boolean | null;

/** Replaces the network connection in tests, which run ClickHouse in process. */
export type ClickHouseConnection = NonNullable<ClickHouseClientConfigOptions['connection']>;

export interface StatementOptions {
  /** Values of `{name:Type}` in the statement. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

interface DefineOptions {
  /** The object exists, except perhaps on a new server: does not wait for any server. */
  readonly isMade?: boolean;
}

/** Statement timeout; reads of months take seconds. */
const requestMilliseconds = 60_000;
/** Larger batches are split: nothing is visible before the commit, so they need not be atomic. */
const rowsPerInsert = 50_000;
/** The client's default, which it does not apply to our agent. */
const maxConnections = 10;
/** Timeout for all servers of a cluster to run a DDL statement. */
const defineSeconds = 30;
/** How long inserts skip the quorum after too few replicas were alive. */
const quorumPauseMilliseconds = 60_000;

/** One database of a ClickHouse server or cluster. All methods throw a MarketError. */
export class ClickHouseDatabase {
  readonly target: ClickHouseTarget;
  readonly #hosts: ClickHouseHosts;
  #noQuorumUntil = 0;

  private constructor(target: ClickHouseTarget, hosts: ClickHouseHosts) {
    this.target = target;
    this.#hosts = hosts;
  }

  /** Loads the client without sending a request. */
  static async open(
    target: ClickHouseTarget,
    connection?: ClickHouseConnection,
  ): Promise<ClickHouseDatabase> {
    // Imported lazily, as most users have no such store. The client is CommonJS: in a bundle of
    // several files, all its exports are in `default`.
    const { default: library } = await import('@clickhouse/client');
    const { createClient, ClickHouseLogLevel } = library;
    const connect = (url: string): ClickHouseClient =>
      createClient({
        url,
        username: target.user,
        password: target.password,
        application: 'arbscope',
        request_timeout: requestMilliseconds,
        // The client's log contains statements and addresses.
        log: { level: ClickHouseLogLevel.OFF },
        clickhouse_settings: {
          output_format_json_quote_64bit_integers: 1,
          // Statements contain lists of ids.
          max_query_size: '33554432',
          // Nearly all blocks are valid: sorting them to skip granules takes longer.
          use_index_for_in_with_subqueries: 0,
          ...(target.cluster === null ? {} : clusterSettings),
        },
        ...(url.startsWith('https:') ? { http_agent: strictAgent() } : {}),
        ...(connection === undefined ? {} : { connection }),
      });
    const [first, ...others] = target.urls;
    const hostAt = (url: string): ClickHouseHost => {
      const client = connect(url);
      // Pings only run if there are several hosts.
      return { client, pinger: others.length === 0 ? client : connect(url) };
    };
    return new ClickHouseDatabase(
      target,
      new ClickHouseHosts(hostAt(first), ...others.map(hostAt)),
    );
  }

  get onCluster(): string {
    const { cluster } = this.target;
    return cluster === null ? '' : ` ON CLUSTER ${quoted(cluster)}`;
  }

  async createDatabase(options?: DefineOptions): Promise<void> {
    const { database } = this.target;
    await this.define(
      `CREATE DATABASE IF NOT EXISTS ${quoted(database)}${this.onCluster}`,
      options,
    );
  }

  /** Runs an idempotent DDL statement, on every server of a cluster. */
  async define(sql: string, { isMade = false }: DefineOptions = {}): Promise<void> {
    const settings: ClickHouseSettings =
      this.target.cluster === null
        ? {}
        : { distributed_ddl_task_timeout: isMade ? '0' : `${defineSeconds}` };
    await this.#runAgain(undefined, (client, abort) =>
      client.command({ query: sql, clickhouse_settings: settings, ...abort }),
    );
  }

  /** Qualified name of a table; with `isLocal`, of the part on this server. */
  table(name: string, { isLocal = false } = {}): string {
    const own = isLocal && this.target.cluster !== null ? localName(name) : name;
    return `${quoted(this.target.database)}.${quoted(own)}`;
  }

  /** The rows of a statement, each as a list in column order. */
  query(sql: string, { values, signal }: StatementOptions = {}): Promise<Cell[][]> {
    return this.#runAgain(signal, async (client, abort) => {
      const result = await client.query({
        query: sql,
        format: 'JSONCompactEachRow',
        ...(values === undefined ? {} : { query_params: { ...values } }),
        ...abort,
      });
      return await result.json<Cell[]>();
    });
  }

  /** `bytesPerRow`: width of all columns. Fails if the server is lost after the first chunk. */
  takeRows(
    sql: string,
    bytesPerRow: number,
    take: (rows: BinaryRows) => void,
    signal?: AbortSignal | undefined,
  ): Promise<void> {
    let hasTaken = false;
    const query = [sql, 'FORMAT', binaryFormat].join(' ');
    const work = async (client: ClickHouseClient, abort: Abort): Promise<void> => {
      const { stream } = await client.exec({ query, ...abort });
      const chunks: AsyncIterable<Uint8Array> = stream;
      for await (const rows of toBinaryRows(chunks, bytesPerRow)) {
        throwIfCancelled(signal);
        hasTaken = true;
        take(rows);
      }
    };
    return this.#runAgain(signal, work, () => !hasTaken);
  }

  /** Each row is a list in the order of `columns`. */
  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly Cell[])[],
  ): Promise<void> {
    const [first, ...others] = columns;
    if (first === undefined) return;
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const values = rows.slice(from, from + rowsPerInsert);
      await this.#insertOnce((client, settings, abort) =>
        client.insert({
          table: this.table(table),
          columns: [first, ...others],
          values,
          format: 'JSONCompactEachRow',
          clickhouse_settings: settings,
          ...abort,
        }),
      );
    }
  }

  async insertSelected(sql: string): Promise<void> {
    await this.#insertOnce((client, settings, abort) =>
      client.command({ query: sql, clickhouse_settings: settings, ...abort }),
    );
  }

  /**
   * Runs write work that may start over under new copies (`schema.ts`). Retries if a server was
   * lost, or without a quorum if too few replicas were alive.
   */
  async writeAnew<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let left = this.#hosts.count; ; left -= 1) {
      const before = this.#changes;
      try {
        return await work();
      } catch (error) {
        if (left === 0 || this.#changes === before) throw error;
      }
    }
  }

  close(): Promise<void> {
    return this.#hosts.close();
  }

  /** Changes whenever a retry would use another host or another quorum setting. */
  get #changes(): number {
    return this.#hosts.changes + this.#noQuorumUntil;
  }

  /**
   * On a cluster, waits until most replicas have the rows, so that no replica shows a block before
   * its rows. If too few are alive, inserts skip the quorum for a while. A failed insert is never
   * sent again, as some shards may have its rows.
   */
  async #insertOnce(
    insert: (
      client: ClickHouseClient,
      settings: ClickHouseSettings,
      abort: Abort,
    ) => Promise<unknown>,
  ): Promise<void> {
    const hasQuorum = this.target.cluster !== null && Date.now() >= this.#noQuorumUntil;
    const settings = { ...insertSettings, ...(hasQuorum ? quorumSettings : {}) };
    try {
      await this.#hosts.run((client, abort) => insert(client, settings, abort));
    } catch (error) {
      if (hasQuorum && isShortOfReplicas(error)) {
        this.#noQuorumUntil = Date.now() + quorumPauseMilliseconds;
      }
      throw toClickHouseError(error, this.target);
    }
  }

  /**
   * For idempotent statements: tries each host, and on a cluster at least twice, as its internal
   * connections may fail.
   */
  async #runAgain<Result>(
    signal: AbortSignal | undefined,
    work: (client: ClickHouseClient, abort: Abort) => Promise<Result>,
    mayRunAgain: () => boolean = () => true,
  ): Promise<Result> {
    const tries = this.target.cluster === null ? 1 : Math.max(this.#hosts.count, 2);
    let failure: unknown;
    for (let tried = 0; tried < tries; tried += 1) {
      try {
        return await this.#hosts.run(work, signal);
      } catch (error) {
        // An error that a server reports explains more than a failed connection.
        if (failure === undefined || !isUnreachable(error)) failure = error;
        if (signal?.aborted === true || !isLostHost(error) || !mayRunAgain()) break;
      }
    }
    throw toClickHouseError(failure, this.target, signal);
  }
}

/** Explicit, because the client's own agent lets an environment variable turn the check off. */
const strictAgent = (): Agent =>
  new Agent({ keepAlive: true, maxSockets: maxConnections, rejectUnauthorized: true });

/** Safe: identifiers are validated in the store's address or constants of this folder. */
const quoted = (identifier: string): string => `\`${identifier}\``;

export const localName = (table: string): string => `${table}_local`;

const binaryFormat = 'RowBinary';

const insertSettings: ClickHouseSettings = {
  // A batch of history spans many days.
  max_partitions_per_insert_block: '0',
  // The commit follows and needs the rows.
  async_insert: 0,
};

const clusterSettings: ClickHouseSettings = {
  // The rows of a block are on the same shard as its row in `blocks`.
  distributed_product_mode: 'local',
  insert_distributed_sync: 1,
  // Sums of an hour stay on one shard; inserting on each shard would split them.
  parallel_distributed_insert_select: '0',
  // A replica that lags behind is not queried until it has caught up.
  max_replica_delay_for_distributed_queries: '3',
  // Between servers: if one hangs, its replica takes over.
  receive_timeout: 10,
  send_timeout: 10,
};

const quorumSettings: ClickHouseSettings = { insert_quorum: 'auto', insert_quorum_timeout: 5_000 };
