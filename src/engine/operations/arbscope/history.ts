import { t } from '@vscode/l10n';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { HistoryPoint, HistorySeries } from '../../../api/arbscope/history.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { checkBegin, checkRange } from '../percentileTable.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { HistoryCache, HistoryPeriod } from './historyCache.ts';
import { knownShare, readCoverage, readStart } from './historyCoverage.ts';
import { noFigures, readFigures, readPartFigures, readWholeSamples } from './historyFigures.ts';
import { noSample } from './historySamples.ts';
import { rowsFrom } from './rowsFrom.ts';

type HistoryParameters = ParametersOf<ArbscopeOperations['history']>;

const defaultIntervalSeconds = 300;
const defaultPeriodSeconds = 86_400;
const maxPoints = 2_000;

export async function handleHistory(
  context: ArbscopeContext,
  cache: HistoryCache,
  parameters: HistoryParameters,
  options: MarketCallOptions = {},
): Promise<HistorySeries> {
  const { from: _from, to, interval = defaultIntervalSeconds, ...filter } = parameters;
  const { store } = context;
  if (to === undefined && store.newestTimeSeconds === null) {
    // A recording without a block has no time to end the period at.
    return { interval, points: [], total: noFigures };
  }
  const period = periodOf(context, parameters);
  return await context.store.inSnapshot(async (snapshot) => {
    // Sums and samples of whole intervals are cached; the first may be part of one.
    const whole = { ...period, fromSeconds: Math.ceil(period.fromSeconds / interval) * interval };
    const byStart = new Map(
      await cache.figuresOf(JSON.stringify(filter), whole, snapshot, (window) =>
        readFigures(snapshot, { filter, window, intervalSeconds: interval }),
      ),
    );
    const first = period.fromSeconds - (period.fromSeconds % interval);
    const coverage = await readCoverage(context, snapshot, { ...period, fromSeconds: first });
    const storeStart = await readStart(context, snapshot);
    if (first < period.fromSeconds) {
      const toSeconds = Math.min(first + interval - 1, period.toSeconds);
      const part = { filter, window: { ...period, toSeconds }, intervalSeconds: interval };
      byStart.set(first, await readPartFigures(snapshot, part));
    }
    const rowsFromSeconds = snapshot.rowsFromSeconds ?? 0;
    const sumsFromSeconds = snapshot.sumsFromSeconds(filter, interval) ?? 0;
    const sampled = { ...period, fromSeconds: Math.max(period.fromSeconds, rowsFromSeconds) };
    const points: HistoryPoint[] = [];
    const total = { ...noFigures, ...(await readWholeSamples(snapshot, filter, sampled)) };
    for (let start = first; start <= period.toSeconds; start += interval) {
      const from = Math.max(start, period.fromSeconds);
      const toSeconds = Math.min(start + interval - 1, period.toSeconds);
      const share = knownShare(snapshot, storeStart, { fromSeconds: from, toSeconds });
      const isKnown = from >= sumsFromSeconds && share > 0;
      const known = (isKnown ? byStart.get(start) : undefined) ?? noFigures;
      const own = from >= rowsFromSeconds ? known : { ...known, tips: noSample, fees: noSample };
      const indexed = isKnown ? coverage(start) : null;
      points.push({
        time: new Date(start * 1_000).toISOString(),
        coverage: indexed === null ? null : indexed * share,
        ...own,
      });
      total.transactions += own.transactions;
      total.failures += own.failures;
      total.revenues_usd += own.revenues_usd;
      total.net_gains_usd += own.net_gains_usd;
      total.volume_usd += own.volume_usd;
    }
    return { interval, points, ...rowsFrom(snapshot, period.fromSeconds), total };
  }, options);
}

/** Throws a MarketError of kind `bad-parameter` if the period is reversed, too long or in the future. */
function periodOf(
  { source }: ArbscopeContext,
  { from, to, interval = defaultIntervalSeconds }: HistoryParameters,
): HistoryPeriod {
  checkRange(['from', 'to'], from, to);
  const toSeconds = to ?? Math.floor(source.now() / 1_000);
  const start = checkBegin(from ?? Math.max(0, toSeconds - defaultPeriodSeconds), toSeconds);
  if ((toSeconds - (start - (start % interval))) / interval >= maxPoints) {
    throw new MarketError(
      'bad-parameter',
      t('interval is too short for this period: at most {0} points are returned.', maxPoints),
      { parameter: 'interval' },
    );
  }
  return { fromSeconds: start, toSeconds, interval };
}
