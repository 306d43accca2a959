import { t } from '@vscode/l10n';
import { useEffect, useMemo } from 'preact/hooks';
import type { ChartFormat } from '../components/pageTools.tsx';
import { TabList } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import { useWidth } from '../components/useWidth.ts';
import {
  type PercentileContent,
  type PercentileRequest,
  type ResponseHistory,
  readHistory,
} from '../messages/percentiles.ts';
import type { PageProps } from '../renderPage.tsx';
import { type ChartModel, chartModel, type LegendEntry } from './chartModel.ts';
import { HistoryTables, PercentileTables } from './chartTables.tsx';
import { ChartViews, chartView } from './chartViews.tsx';
import { DisplayBar } from './displayBar.tsx';
import {
  type ChartTab,
  type DisplayOptions,
  parseDisplayOptions,
  withDrawn,
} from './displayOptions.ts';
import { Highlight } from './highlight.tsx';
import { withMarket } from './marketSeries.ts';
import { PageHead, RateLimits } from './pageHead.tsx';
import { QueryForm } from './queryForm.tsx';
import { savePercentiles } from './savePercentiles.ts';
import { SeriesLegend } from './seriesLegend.tsx';

type Props = PageProps<PercentileContent, PercentileRequest>;

/** The shown figures stay until the next ones arrive. */
export function PercentilesPage({ content, host }: Props) {
  const { requestsPerMinute, nextRequestAtMilliseconds, requestsLeft, history, ...rest } = content;
  const text = JSON.stringify(rest);
  // During requests, limits arrive every second; they do not draw the figures again.
  const figures = useMemo(() => <Figures content={content} host={host} />, [text, history]);
  const limits = { requestsPerMinute, nextRequestAtMilliseconds, requestsLeft };
  return <RateLimits.Provider value={limits}>{figures}</RateLimits.Provider>;
}

function Figures({ content, host }: Props) {
  const [options, setOptions] = useSavedState(host, 'choices', parseDisplayOptions);
  const choose = (change: Partial<DisplayOptions>) => setOptions({ ...options, ...change });
  const { tab, percent, isUnfolded, refreshSeconds } = options;
  const model = useMemo(() => modelOf(content, options), [content, options]);
  const history = useMemo(() => lazyHistory(content), [content]);
  const [place, width] = useWidth<HTMLDivElement>();
  useEffect(() => {
    if (refreshSeconds === 0) return undefined;
    // A hidden page is destroyed together with this timer.
    const timer = setTimeout(() => host.send({ type: 'refresh' }), refreshSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [content, refreshSeconds]);
  const isPastMissing = tab === 'time' && content.isPastUnread;
  useEffect(() => {
    if (isPastMissing) host.send({ type: 'read-past' });
  }, [isPastMissing, content]);
  // The rest is drawn together with the charts, so that measuring their room is fast.
  const isMeasured = width !== null;
  const isTime = tab === 'time';
  const view = chartView(options.view, model, window.innerWidth);
  const save = async (format: ChartFormat) => {
    const picture = place.current?.querySelector<SVGSVGElement>('svg.picture') ?? null;
    const shown = { content, model, history: isTime ? history() : null, picture };
    const file = await savePercentiles(format, shown);
    if (file !== null) host.send(file);
  };
  const onDraw = (entries: readonly LegendEntry[], isDrawn: boolean) =>
    choose(withDrawn(options, entries, isDrawn));
  const onPercent = (chosen: number) => choose({ percent: chosen });
  return (
    <Highlight class="percentiles" keys={new Set(model.legend.map(({ key }) => key))}>
      <PageHead
        {...{ content, refreshSeconds }}
        onRefreshSeconds={(seconds) => choose({ refreshSeconds: seconds })}
        onRefresh={() => host.send({ type: 'refresh' })}
        onSave={(format) => void save(format)}
      />
      <div class="body">
        <QueryForm query={content.query} onQuery={(query) => host.send({ type: 'ask', query })} />
        <div class="bar">
          <TabList
            label={t('Charts')}
            tabs={[
              { id: 'percentiles', label: t('By percentile') },
              { id: 'time', label: t('Over time') },
            ]}
            selected={tab}
            onSelect={(chosen: ChartTab) => choose({ tab: chosen })}
          />
          <DisplayBar {...{ options, view }} solPrice={content.solPrice} onChoose={choose} />
        </div>
        <Faults content={content} />
        <div class="beside">
          <ChartViews {...{ content, model, history, options, view, place, width, onPercent }} />
          {isMeasured && (
            <SeriesLegend
              {...{ model, percent, isUnfolded, onPercent, onDraw }}
              onUnfold={(unfolded) => choose({ isUnfolded: unfolded })}
              onCopy={(text, what) => host.send({ type: 'copy', text, what })}
            />
          )}
        </div>
        <div class="tables">
          {isMeasured && isTime && <HistoryTables {...{ model, percent }} history={history()} />}
          {isMeasured && !isTime && <PercentileTables model={model} />}
        </div>
      </div>
    </Highlight>
  );
}

function modelOf(
  { query, responses, solPrice }: PercentileContent,
  { unit, solPriceUsd, percent, hidden, drawn }: DisplayOptions,
): ChartModel {
  return chartModel(withMarket(query, responses), {
    solUnit: unit,
    solPriceUsd: solPriceUsd ?? solPrice?.usd ?? null,
    percent,
    hidden: new Set(hidden),
    drawn: new Set(drawn),
  });
}

/** Read when it is first shown: it may be large. */
function lazyHistory({ query, history }: PercentileContent): () => ResponseHistory {
  let read: ResponseHistory | null = null;
  return () => {
    read ??= readHistory(history).map((responses) => withMarket(query, responses));
    return read;
  };
}

const Faults = ({ content }: Pick<Props, 'content'>) => (
  <ul class="faults">
    {content.responses.flatMap(({ faults }, column) =>
      faults.map((fault, at) => <li key={`${column} ${at}`}>{fault}</li>),
    )}
  </ul>
);
