import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsText } from './healthRoutes.ts';
import type { OpenRequests } from './openRequests.ts';
import type { RequestRecord } from './requestRecord.ts';

/** Figures of the index at the time of the scrape; unknown ones are `null`. */
export interface IndexFigures {
  readonly lagSlots: number | null;
  readonly lagMilliseconds: number | null;
  readonly secondsSinceBlock: number | null;
  readonly newestSlot: number | null;
  readonly newestBlockTimeSeconds: number | null;
  readonly unreadableTransactions: number;
  readonly blocks: number;
  readonly arbitrages: number;
  readonly rows: number | null;
  readonly storeBytes: number | null;
}

export interface ServeMetricsOptions {
  readonly version: string;
  readonly openRequests: OpenRequests;
  readonly isReady: () => boolean;
  /** `null` while the engine starts. */
  readonly index: () => IndexFigures | null;
  /** Indexed share of the last day's blocks; `null` if unknown. */
  readonly coverage: () => Promise<number | null>;
  readonly keys: () => number;
}

const durationBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
];
const rateLimitedStatus = 429;

/** All Prometheus metrics of a server. Keys appear by their names. */
export class ServeMetrics {
  readonly #registry = new Registry();
  readonly #requests: Counter;
  readonly #rateLimited: Counter;
  readonly #shared: Counter;
  readonly #durations: Histogram;

  constructor(options: ServeMetricsOptions) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'arbscope_requests_total',
      help: 'Requests whose response is over, by operation, HTTP status and name of the key',
      labelNames: ['operation', 'status', 'key'],
      registers,
    });
    this.#rateLimited = new Counter({
      name: 'arbscope_rate_limited_requests_total',
      help: 'Requests refused with 429, by operation and name of the key',
      labelNames: ['operation', 'key'],
      registers,
    });
    this.#shared = new Counter({
      name: 'arbscope_shared_responses_total',
      help: 'Responses that an identical request had computed, by operation',
      labelNames: ['operation'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'arbscope_request_duration_seconds',
      help: 'Time from a request to the end of its response, by operation, without streams',
      labelNames: ['operation'],
      buckets: durationBuckets,
      registers,
    });
    this.#gauge('arbscope_requests_in_flight', 'Requests under way, without streams', () => {
      return options.openRequests.requests;
    });
    this.#gauge('arbscope_stream_subscribers', 'Streams of arbitrages that are open', () => {
      return options.openRequests.streams;
    });
    this.#gauge('arbscope_api_keys', 'API keys that are valid', options.keys);
    this.#gauge('arbscope_ready', '1 when the index is ready, otherwise 0', () =>
      Number(options.isReady()),
    );
    new Gauge({
      name: 'arbscope_build_info',
      help: 'The version, as a label',
      labelNames: ['version'],
      registers,
    }).set({ version: options.version }, 1);
    this.#addIndexGauges(options.index);
    this.#gauge(
      'arbscope_coverage_ratio',
      "Part of the last 24 hours' blocks that is indexed",
      // A failing store must not fail the scrape.
      () => options.coverage().catch(() => null),
    );
  }

  record({ operation, statusCode, milliseconds, keyName, isStream }: RequestRecord): void {
    const key = keyName ?? '';
    this.#requests.inc({ operation, status: String(statusCode), key });
    if (statusCode === rateLimitedStatus) this.#rateLimited.inc({ operation, key });
    if (!isStream) this.#durations.observe({ operation }, milliseconds / 1_000);
  }

  recordShared(operation: string): void {
    this.#shared.inc({ operation });
  }

  /** All metrics in Prometheus's text format, version 0.0.4. */
  async read(): Promise<MetricsText> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #addIndexGauges(index: () => IndexFigures | null): void {
    const add = (name: string, help: string, figure: (of: IndexFigures) => number | null): void =>
      this.#gauge(name, help, () => {
        const figures = index();
        return figures === null ? null : figure(figures);
      });
    add('arbscope_lag_slots', 'Slots behind the source', (of) => of.lagSlots);
    add('arbscope_lag_seconds', 'Seconds behind the source', ({ lagMilliseconds }) =>
      lagMilliseconds === null ? null : lagMilliseconds / 1_000,
    );
    add(
      'arbscope_seconds_since_block',
      "Seconds since the last new block, by this machine's clock",
      (of) => of.secondsSinceBlock,
    );
    add('arbscope_newest_slot', 'Slot of the newest block', (of) => of.newestSlot);
    add(
      'arbscope_newest_block_timestamp_seconds',
      'Time of the newest block',
      (of) => of.newestBlockTimeSeconds,
    );
    add(
      'arbscope_unreadable_transactions',
      'Transactions since the start that could not be read and are not indexed',
      (of) => of.unreadableTransactions,
    );
    add('arbscope_blocks', 'Blocks stored', (of) => of.blocks);
    add('arbscope_arbitrages', 'Arbitrages stored', (of) => of.arbitrages);
    add('arbscope_rows', 'Rows stored, nearly', (of) => of.rows);
    add('arbscope_store_bytes', 'Size of the store', (of) => of.storeBytes);
  }

  /** A gauge that is read on each scrape; missing while it is unknown. */
  #gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}
