import type { ReadQuery } from '../../store/duckdb/query.ts';
import type { SampleQuery } from '../../store/duckdb/reads/duckdbSamples.ts';
import type { Store } from '../../store/duckdb/store.ts';
import { typeNumber } from '../../store/rows.ts';
import type { TimeWindow } from '../operationContext.ts';
import type { Figures } from './historyCache.ts';
import { noSample, readSamplesByInterval, readWholeSample } from './historySamples.ts';
import {
  failureConditions,
  type TransactionFilter,
  transactionConditions,
} from './transactionFilter.ts';

type Sums = Omit<Figures, 'tips' | 'fees'>;

export const noFigures: Figures = {
  transactions: 0,
  failures: 0,
  revenues_usd: 0,
  net_gains_usd: 0,
  volume_usd: 0,
  tips: noSample,
  fees: noSample,
};

/**
 * What passes a filter. Tips are sampled from the transactions that tipped SOL, fees from every
 * attempt that paid one, as the percentile operations do. A rolled-up failure counts at its minute.
 */
export class HistoryFigures {
  readonly #store: Store;
  readonly #read: ReadQuery;
  readonly #filter: TransactionFilter;

  constructor(store: Store, read: ReadQuery, filter: TransactionFilter) {
    this.#store = store;
    this.#read = read;
    this.#filter = filter;
  }

  /** By the start of the intervals, of which the window begins with one. */
  async byInterval(window: TimeWindow, interval: number): Promise<Map<number, Figures>> {
    const own = { fromSeconds: window.fromSeconds, interval };
    const sums = await this.#sums(window, interval);
    const tips = await readSamplesByInterval(this.#read, this.#tips(window), own);
    const fees = await readSamplesByInterval(this.#read, this.#fees(window), own);
    return new Map(
      [...sums].map(([start, each]) => [
        start,
        { ...each, tips: tips.get(start) ?? noSample, fees: fees.get(start) ?? noSample },
      ]),
    );
  }

  /** The samples of a whole window. */
  async samples(window: TimeWindow): Promise<Pick<Figures, 'tips' | 'fees'>> {
    return {
      tips: await readWholeSample(this.#read, this.#store.names, this.#tips(window)),
      fees: await readWholeSample(this.#read, this.#store.names, this.#fees(window)),
    };
  }

  async #sums(window: TimeWindow, interval: number): Promise<Map<number, Sums>> {
    const attempts = transactionConditions(this.#store, this.#filter, window);
    const failures = failureConditions(this.#store, this.#filter, window);
    const rolledUp =
      failures === null
        ? ''
        : `UNION ALL SELECT minute - minute % ${interval}, 0, sum(attempts), 0, sum(profits_usd), 0
           FROM failures WHERE ${failures.sql} GROUP BY 1`;
    const columns = await this.#read(
      `SELECT start, sum(successes)::DOUBLE, sum(failures)::DOUBLE, sum(revenues)::DOUBLE,
              sum(gains)::DOUBLE, sum(volume)::DOUBLE
       FROM (
         SELECT time - time % ${interval} AS start, sum(is_success) AS successes,
                count(*) - successes AS failures,
                sum(CASE WHEN type = ${typeNumber('arbitrage')} THEN revenues_usd ELSE 0 END)
                  AS revenues,
                sum(profits_usd) AS gains, sum(volume_usd) AS volume
         FROM transactions WHERE ${attempts.sql} GROUP BY start ${rolledUp}
       ) GROUP BY start`,
      { ...attempts.values, ...failures?.values },
    );
    return new Map(
      (columns[0] ?? []).map((_, row) => {
        const [start = 0, ...sums] = columns.map((column) => Number(column[row]));
        const [transactions = 0, failed = 0, revenues = 0, gains = 0, volume = 0] = sums;
        return [
          start,
          {
            transactions,
            failures: failed,
            revenues_usd: revenues,
            net_gains_usd: gains,
            volume_usd: volume,
          },
        ];
      }),
    );
  }

  #tips(window: TimeWindow): SampleQuery {
    // The bucket of every amount but 0.
    const tipped = transactionConditions(this.#store, this.#filter, window).atLeast(
      'tip_bucket',
      1,
    );
    return {
      rows: `SELECT time, tip_lamports AS amount, tip_bucket AS bucket
             FROM transactions WHERE ${tipped.sql}`,
      values: tipped.values,
      groups: [],
    };
  }

  #fees(window: TimeWindow): SampleQuery {
    const paid = transactionConditions(this.#store, this.#filter, window).atLeast('fee_bucket', 1);
    const failures = failureConditions(this.#store, this.#filter, window)?.atLeast('fee_bucket', 1);
    const columns = 'fee_lamports AS amount, fee_bucket AS bucket';
    const rows = `SELECT time, ${columns}, 1::UINTEGER AS weight
                  FROM transactions WHERE ${paid.sql}`;
    if (failures === undefined) return { rows, values: paid.values, groups: [] };
    return {
      rows: `${rows} UNION ALL SELECT minute, ${columns}, attempts AS weight
             FROM failures WHERE ${failures.sql}`,
      values: { ...paid.values, ...failures.values },
      groups: [],
      isWeighted: true,
    };
  }
}
