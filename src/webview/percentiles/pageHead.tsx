import { t } from '@vscode/l10n';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { joinLabel } from '../../api/join.ts';
import { type ChartFormat, SaveButtons } from '../components/saveButtons.tsx';
import type { PercentileContent } from '../messages/percentiles.ts';
import { refreshIntervalsSeconds } from './displayOptions.ts';
import { methodLabel, rateLimitMessage } from './labels.ts';

interface PageHeadProps {
  readonly content: PercentileContent;
  readonly refreshSeconds: number;
  readonly onRefreshSeconds: (seconds: number) => void;
  readonly onRefresh: () => void;
  readonly onSave: (format: ChartFormat) => void;
}

export function PageHead(props: PageHeadProps) {
  const { content, refreshSeconds, onRefreshSeconds, onRefresh, onSave } = props;
  const { source, isSimulated, isNearestRank } = content;
  return (
    <header class="head">
      <h1>{t('Percentiles')}</h1>
      <span class="badges">
        <span class="badge">{isSimulated ? joinLabel(source, t('simulated data')) : source}</span>
        <span class="badge">{methodLabel(isNearestRank)}</span>
      </span>
      <span class="tools">
        <RateLimit />
        <SaveButtons onSave={onSave} />
        <select
          aria-label={t('Auto-refresh')}
          value={refreshSeconds}
          onChange={(event) => onRefreshSeconds(Number(event.currentTarget.value))}
        >
          {refreshIntervalsSeconds.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? t('Refresh manually') : t('Refresh every {0} min', seconds / 60)}
            </option>
          ))}
        </select>
        <button type="button" onClick={onRefresh}>
          {t('Refresh')}
        </button>
      </span>
    </header>
  );
}

type Limits = Parameters<typeof rateLimitMessage>[0];

/** They change more often than the other content. */
export const RateLimits = createContext<Limits | null>(null);

/** Counts down the seconds to the next request. */
function RateLimit() {
  const limits = useContext(RateLimits);
  const next = limits?.nextRequestAtMilliseconds ?? null;
  const [, setTime] = useState(0);
  useEffect(() => {
    if (next === null || next <= Date.now()) return undefined;
    const timer = setTimeout(() => setTime(Date.now()), 1_000);
    return () => clearTimeout(timer);
  });
  return <span class="dim small">{limits !== null && rateLimitMessage(limits, Date.now())}</span>;
}
