import type { TimeWindow } from '../../base/timeWindow.ts';
import type {
  HistoryQuery,
  HistorySnapshot,
  IntervalSums,
} from '../../store/reads/historyReads.ts';
import type { TransactionFilter } from '../../store/reads/transactionFilter.ts';
import type { Figures } from './historyCache.ts';
import { noSample, readSamplesByInterval, readWholeSample } from './historySamples.ts';

export const noFigures: Figures = {
  transactions: 0,
  failures: 0,
  revenues_usd: 0,
  net_gains_usd: 0,
  volume_usd: 0,
  tips: noSample,
  fees: noSample,
};

/** The window begins at the start of an interval. */
export async function readFigures(
  snapshot: HistorySnapshot,
  query: HistoryQuery,
): Promise<Map<number, Figures>> {
  const sums = await snapshot.intervalSums(query);
  const tips = await readSamplesByInterval(snapshot.tipsByInterval(query), query);
  const fees = await readSamplesByInterval(snapshot.feesByInterval(query), query);
  return new Map(
    sums.map((each) => [
      each.startSeconds,
      {
        ...toSums(each),
        tips: tips.get(each.startSeconds) ?? noSample,
        fees: fees.get(each.startSeconds) ?? noSample,
      },
    ]),
  );
}

/** The window is within one interval. */
export async function readPartFigures(
  snapshot: HistorySnapshot,
  query: HistoryQuery,
): Promise<Figures> {
  const [sums] = await snapshot.intervalSums(query);
  const samples = await readWholeSamples(snapshot, query.filter, query.window);
  return { ...noFigures, ...(sums && toSums(sums)), ...samples };
}

const toSums = ({ transactions, failures, ...usd }: IntervalSums) => ({
  transactions,
  failures,
  revenues_usd: usd.revenuesUsd,
  net_gains_usd: usd.profitsUsd,
  volume_usd: usd.volumeUsd,
});

export async function readWholeSamples(
  snapshot: HistorySnapshot,
  filter: TransactionFilter,
  window: TimeWindow,
): Promise<Pick<Figures, 'tips' | 'fees'>> {
  return {
    tips: await readWholeSample(snapshot.tips(filter, window)),
    fees: await readWholeSample(snapshot.fees(filter, window)),
  };
}
