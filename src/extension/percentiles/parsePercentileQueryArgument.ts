import { type PercentileQuery, statistics } from '../../webview/messages/percentiles.ts';
import { defaultQuery } from '../shared/fetchPercentiles.ts';
import { rowId } from '../ui/treeRow.ts';

/** Query for charts opened from a row: the open or default query, with the row's statistic. */
export function parsePercentileQueryArgument(
  what: unknown,
  open: PercentileQuery | undefined,
): PercentileQuery {
  const id = rowId(what);
  const named = statistics.find((each) => each === id);
  if (named !== undefined)
    return { ...(open ?? defaultQuery(named)), ...withStatistic(open, named) };
  const wanted = id === 'fees' ? 'feesByComputeUnit' : id === 'tips' ? 'tipsByComputeUnit' : null;
  if (wanted === null) return open ?? defaultQuery(statistics[0]);
  // An open chart of either kind of tips stays.
  if (open !== undefined && (open.statistic === wanted || isTipsByGains(open, wanted))) return open;
  return { ...(open ?? defaultQuery(wanted)), ...withStatistic(open, wanted) };
}

const isTipsByGains = (
  { statistic }: PercentileQuery,
  wanted: PercentileQuery['statistic'],
): boolean => statistic === 'tipsByGains' && wanted === 'tipsByComputeUnit';

/** Resets the range if its unit changes: an amount is not a number of compute units. */
const withStatistic = (
  open: PercentileQuery | undefined,
  statistic: PercentileQuery['statistic'],
): Partial<PercentileQuery> =>
  (open?.statistic === 'tipsByGains') === (statistic === 'tipsByGains')
    ? { statistic }
    : { statistic, minimum: null, maximum: null };
