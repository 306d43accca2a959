import type {
  ClickHouseClient,
  ClickHouseClientConfigOptions,
  ClickHouseSettings,
} from '@clickhouse/client';
import { throwIfCancelled } from '../../../base/throwIfCancelled.ts';
import { type BinaryRows, toBinaryRows } from './binaryRows.ts';
import {
  isLostHost,
  isShortOfReplicas,
  isUnreachable,
  toClickHouseError,
} from './clickHouseErrors.ts';
import { type Abort, type ClickHouseHost, ClickHouseHosts } from './clickHouseHosts.ts';
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

interface DefineOptions {
  /** It is there already, but perhaps on a server that is new: none is waited for. */
  readonly isMade?: boolean;
}

/** A statement may run this long; reads of months take seconds. */
const requestMilliseconds = 60_000;
/** More rows go in several inserts; none counts before the commit, so that these need not be one. */
const rowsPerInsert = 50_000;
/** How long all servers of a cluster may take to define something. */
const defineSeconds = 30;
/** How long inserts do without the word of the replicas after these were found too few. */
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

  /** Loads the client; nothing is sent yet. */
  static async open(
    target: ClickHouseTarget,
    connection?: ClickHouseConnection,
  ): Promise<ClickHouseDatabase> {
    // Nobody without such a store loads it. It is CommonJS: in a bundle of several files, all that it
    // exports is in its default.
    const { default: library } = await import('@clickhouse/client');
    const { createClient, ClickHouseLogLevel } = library;
    const connect = (url: string): ClickHouseClient =>
      createClient({
        url,
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
          // The blocks that count are nearly all: sorting them to skip parts of a table takes longer.
          use_index_for_in_with_subqueries: 0,
          ...(target.cluster === null ? {} : clusterSettings),
        },
        ...(connection === undefined ? {} : { connection }),
      });
    const [first, ...others] = target.urls;
    const hostAt = (url: string): ClickHouseHost => {
      const client = connect(url);
      // Only several hosts are pinged.
      return { client, pinger: others.length === 0 ? client : connect(url) };
    };
    return new ClickHouseDatabase(
      target,
      new ClickHouseHosts(hostAt(first), ...others.map(hostAt)),
    );
  }

  /** For statements that define something. */
  get onCluster(): string {
    const { cluster } = this.target;
    return cluster === null ? '' : ` ON CLUSTER ${quoted(cluster)}`;
  }

  /** Makes the database where it is missing. */
  async createDatabase(options?: DefineOptions): Promise<void> {
    const { database } = this.target;
    await this.define(
      `CREATE DATABASE IF NOT EXISTS ${quoted(database)}${this.onCluster}`,
      options,
    );
  }

  /** Runs a statement that defines something and may run twice, on each server of a cluster. */
  async define(sql: string, { isMade = false }: DefineOptions = {}): Promise<void> {
    const settings: ClickHouseSettings =
      this.target.cluster === null
        ? {}
        : { distributed_ddl_task_timeout: isMade ? '0' : `${defineSeconds}` };
    await this.#runAgain(undefined, (client, abort) =>
      client.command({ query: sql, clickhouse_settings: settings, ...abort }),
    );
  }

  /** A table's name as statements write it; that of rows on this server with `isLocal`. */
  table(name: string, { isLocal = false } = {}): string {
    const own = isLocal && this.target.cluster !== null ? localName(name) : name;
    return `${quoted(this.target.database)}.${quoted(own)}`;
  }

  /** The rows of a statement, each as a list in the order of its columns. */
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

  /**
   * Takes the rows of a statement whose columns have `bytesPerRow` in all, some at a time. Fails where
   * the server is lost once some were taken.
   */
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

  /** `INSERT … SELECT` within the database. */
  async insertSelected(sql: string): Promise<void> {
    await this.#insertOnce((client, settings, abort) =>
      client.command({ query: sql, clickhouse_settings: settings, ...abort }),
    );
  }

  /**
   * Runs work that writes and may begin anew with rows of its own (`schema.ts`): again where a server
   * was lost or too few replicas were alive, which the next try does without.
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

  /** Of what the next try does otherwise. */
  get #changes(): number {
    return this.#hosts.changes + this.#noQuorumUntil;
  }

  /**
   * On a cluster most replicas have the rows before the insert ends, so that none shows a block
   * before its rows. Where too few are alive, blocks go on without: that is what replicas are for. An
   * insert that failed is not sent again: some shards may have its rows.
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

  /** For what may run twice: asks each host, and on a cluster at least twice, as its own parts may fail. */
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
        // What a server says of the cluster explains more than that others cannot be reached.
        if (failure === undefined || !isUnreachable(error)) failure = error;
        if (signal?.aborted === true || !isLostHost(error) || !mayRunAgain()) break;
      }
    }
    throw toClickHouseError(failure, this.target, signal);
  }
}

/** Identifiers are checked when the address is read, or this folder's own. */
const quoted = (identifier: string): string => `\`${identifier}\``;

/** The part of a distributed table on one server. */
export const localName = (table: string): string => `${table}_local`;

const binaryFormat = 'RowBinary';

const insertSettings: ClickHouseSettings = {
  // A batch of history has many days.
  max_partitions_per_insert_block: '0',
  // The commit follows; what it commits must be there.
  async_insert: 0,
};

/** For every statement on a cluster. */
const clusterSettings: ClickHouseSettings = {
  // A block's rows are on one shard, with its row of `blocks`.
  distributed_product_mode: 'local',
  insert_distributed_sync: 1,
  // Sums of an hour are rows of one shard; on each shard they would be parts of it.
  parallel_distributed_insert_select: '0',
  // One that comes back and lacks rows is not asked until it has them.
  max_replica_delay_for_distributed_queries: '3',
  // Between servers: one that stands still is left for its replica.
  receive_timeout: 10,
  send_timeout: 10,
};

const quorumSettings: ClickHouseSettings = { insert_quorum: 'auto', insert_quorum_timeout: 5_000 };
