import { t } from '@vscode/l10n';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type ChartFormat, chartFormats, PageTools } from '../components/pageTools.tsx';
import { SourceBadge } from '../components/sourceBadge.tsx';
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
  return (
    <header class="head">
      <h1>{t('Percentiles')}</h1>
      <span class="badges">
        <SourceBadge content={content} />
        <span class="badge">{methodLabel(content.isNearestRank)}</span>
      </span>
      <PageTools
        save={{ formats: chartFormats, onSave }}
        end={
          <>
            <RateLimit />
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
          </>
        }
      />
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
