import { t } from '@vscode/l10n';
import { isPeriodOffered } from '../components/isPeriodOffered.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { MarketHistoryContent, MarketQuery } from '../messages/market.ts';
import { aboutHistory } from './marketTexts.ts';

export type MarketView = 'charts' | 'table';

interface MarketControlsProps {
  readonly query: MarketQuery;
  readonly history: MarketHistoryContent;
  readonly view: MarketView;
  readonly ask: (change: Partial<MarketQuery>) => void;
  readonly onView: (view: MarketView) => void;
}

/** Period, interval and view. */
export const MarketControls = ({ query, history, view, ask, onView }: MarketControlsProps) => (
  <div class="controls">
    <SegmentedControl
      name="period"
      legend={t('Period')}
      labels={{
        '1 h': '1 h',
        '6 h': '6 h',
        '24 h': '24 h',
        '7 d': '7 d',
        '30 d': '30 d',
        '1 y': '1 y',
        stored: t('All stored'),
      }}
      isOffered={(period) => isOffered(period, query.periodSeconds, history)}
      value={segmentOf(periodSeconds, query.periodSeconds, 'stored')}
      onChange={(period) => ask({ periodSeconds: periodSeconds[period] })}
    />
    <SegmentedControl
      name="interval"
      legend={t('Interval')}
      labels={{ auto: t('auto'), '1 min': '1 min', '5 min': '5 min', '1 h': '1 h', '1 d': '1 d' }}
      value={segmentOf(intervalSeconds, query.intervalSeconds, 'auto')}
      onChange={(interval) => ask({ intervalSeconds: intervalSeconds[interval] })}
    />
    <SegmentedControl
      name="view"
      legend={t('View')}
      labels={{ charts: t('Charts'), table: t('Table') }}
      value={view}
      onChange={onView}
    />
    <p class="dim small about">{aboutHistory(history)}</p>
  </div>
);

function isOffered(
  period: keyof typeof periodSeconds,
  shown: number | null,
  { period: { to }, storedFromMilliseconds }: MarketHistoryContent,
): boolean {
  const seconds = periodSeconds[period];
  if (seconds === null || seconds === shown) return true;
  const periods = Object.values(periodSeconds).filter((each) => each !== null);
  const stored = storedFromMilliseconds === null ? null : to - storedFromMilliseconds / 1_000;
  return isPeriodOffered(seconds, periods, stored);
}

/** Periods and intervals by segment label; null: everything stored, or automatic. */
const periodSeconds = {
  '1 h': 3_600,
  '6 h': 21_600,
  '24 h': 86_400,
  '7 d': 604_800,
  '30 d': 2_592_000,
  '1 y': 31_536_000,
  stored: null,
} as const;
const intervalSeconds = {
  auto: null,
  '1 min': 60,
  '5 min': 300,
  '1 h': 3_600,
  '1 d': 86_400,
} as const;

/** Segment for a number of seconds; `otherwise` if no segment has the number. */
function segmentOf<Segment extends string>(
  segments: Readonly<Record<Segment, number | null>>,
  seconds: number | null,
  otherwise: NoInfer<Segment>,
): Segment {
  const entries = Object.entries(segments) as [Segment, number | null][];
  return entries.find(([, each]) => each === seconds)?.[0] ?? otherwise;
}
