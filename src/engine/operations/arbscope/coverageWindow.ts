import type { CoverageWindow } from '../../../api/arbscope/coverage.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { TimeWindow } from '../../base/timeWindow.ts';
import { isoTime } from '../../base/timeWindow.ts';
import { checkBegin, checkRange } from '../percentileTable.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { readWindowCoverage } from './historyCoverage.ts';
import { rowsFrom } from './rowsFrom.ts';

const defaultWindowSeconds = 86_400;

/**
 * The window of a request. A recording without a block has no "now" to end at, so its default
 * window is empty. Throws a MarketError of kind `bad-parameter` if `from` is after `to` or now.
 */
export function coverageWindowOf(
  { source, store }: ArbscopeContext,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
): TimeWindow {
  checkRange(['from', 'to'], from, to);
  const isEmpty = to === undefined && store.newestTimeSeconds === null;
  const toSeconds = to ?? (isEmpty ? (from ?? 0) : Math.floor(source.now() / 1_000));
  const fromSeconds = from ?? Math.max(0, toSeconds - defaultWindowSeconds);
  return { fromSeconds: checkBegin(fromSeconds, toSeconds), toSeconds };
}

export async function describeWindow(
  context: ArbscopeContext,
  window: TimeWindow,
  options: MarketCallOptions,
): Promise<CoverageWindow> {
  const coverage = await context.store.inSnapshot(
    (snapshot) => readWindowCoverage(context, snapshot, window),
    options,
  );
  return {
    from: isoTime(window.fromSeconds),
    to: isoTime(window.toSeconds),
    coverage,
    ...rowsFrom(context.store, window.fromSeconds),
  };
}
