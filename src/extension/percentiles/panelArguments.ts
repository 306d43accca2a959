import { isAddress } from '../../api/base58.ts';
import { type PercentileQuery, statistics } from '../../webview/messages/percentiles.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { defaultQuery } from './fetchPercentiles.ts';

/** Other extensions, links and keybindings may give anything; a tree gives its row. */
const idOf = (what: unknown): string => {
  if (typeof what === 'string') return what;
  if (typeof what !== 'object' || what === null) return '';
  const id: unknown = Reflect.get(what, 'id');
  return typeof id === 'string' ? id : '';
};

/** The mint that a row of the Finder, or an address, stands for. */
export function parseMintArgument(what: unknown): string | undefined {
  const mint = (rowAddress(what) ?? idOf(what)).replace(/^token:/, '').replace(/\/.*$/s, '');
  return isAddress(mint) ? mint : undefined;
}

/**
 * What the charts show when they are opened from a place: that of the open charts, or the default;
 * its fees or tips where the place says which.
 */
export function parsePercentileQueryArgument(
  what: unknown,
  open: PercentileQuery | undefined,
): PercentileQuery {
  const id = idOf(what);
  const named = statistics.find((each) => each === id);
  if (named !== undefined)
    return { ...(open ?? defaultQuery(named)), ...withStatistic(open, named) };
  const wanted = id === 'fees' ? 'feesByComputeUnit' : id === 'tips' ? 'tipsByComputeUnit' : null;
  if (wanted === null) return open ?? defaultQuery(statistics[0]);
  // Either kind of tips will do.
  if (open !== undefined && (open.statistic === wanted || isTipsByGains(open, wanted))) return open;
  return { ...(open ?? defaultQuery(wanted)), ...withStatistic(open, wanted) };
}

const isTipsByGains = (
  { statistic }: PercentileQuery,
  wanted: PercentileQuery['statistic'],
): boolean => statistic === 'tipsByGains' && wanted === 'tipsByComputeUnit';

/** Amounts make no range of compute units, nor the other way round. */
const withStatistic = (
  open: PercentileQuery | undefined,
  statistic: PercentileQuery['statistic'],
): Partial<PercentileQuery> =>
  (open?.statistic === 'tipsByGains') === (statistic === 'tipsByGains')
    ? { statistic }
    : { statistic, minimum: null, maximum: null };
