import { t } from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { marketChartData, toSelection, toTimeRange } from '../charts/marketChartData.ts';
import { minChartWidth, TimeChart } from '../charts/timeChart.tsx';
import { TimeTable } from '../charts/timeTable.tsx';
import { withExportTitle } from '../charts/withExportTitle.tsx';
import { NotOffered } from '../components/notOffered.tsx';
import { type ChartFormat, chartFormats, PageTools } from '../components/pageTools.tsx';
import { SourceBadge, sourceText } from '../components/sourceBadge.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import { useStateOf } from '../components/useStateOf.ts';
import { useWidth } from '../components/useWidth.ts';
import {
  chooseInterval,
  type MarketContent,
  type MarketHistoryContent,
  type MarketQuery,
  type MarketRequest,
} from '../messages/market.ts';
import { inEnglish } from '../pageLanguage.ts';
import type { PageHost, PageProps } from '../renderPage.tsx';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { MarketControls, type MarketView } from './marketControls.tsx';
import { marketCsv } from './marketCsv.ts';
import { aboutHistory, chartLabel, chartTitle, notesOf } from './marketTexts.ts';
import { ScopeSelect } from './scopeSelect.tsx';
import { SelectionPanel } from './selectionPanel.tsx';

type MarketPageHost = PageHost<MarketRequest>;

export function MarketPage({ content, host }: PageProps<MarketContent, MarketRequest>) {
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useSavedState<MarketView>(host, 'view', (saved) =>
    saved === 'table' ? 'table' : 'charts',
  );
  // The next request builds on this query, even before the response arrives.
  const [query, setQuery] = useStateOf(content, content.query);
  const ask = (change: Partial<MarketQuery>) => {
    const asked = { ...query, ...change };
    setQuery(asked);
    host.send({ type: 'ask', query: asked });
  };
  const { history, list, choices, scopeLabel } = content;
  return (
    <div class="market" ref={page}>
      <header class="head">
        <h1>{t('Market')}</h1>
        <ScopeSelect
          {...{ choices, scopeLabel }}
          scope={query.scope}
          onChoose={(scope) => ask({ scope })}
          onEnterOther={() => host.send({ type: 'enter-scope' })}
        />
        <span class="badges">
          <SourceBadge content={content} />
        </span>
        <PageTools
          save={{
            formats: chartFormats,
            hasDrawing: view === 'charts',
            onSave: (format) => void save(format, content, page.current, host),
          }}
        />
      </header>
      {history === null ? (
        <div class="not-offered">
          <section>
            <h2>{t('No market history')}</h2>
            <NotOffered
              paragraphs={[
                t('{0} does not offer market history.', content.source),
                t(
                  'The Sandbox, your own node, or a service that runs Arbscope (arbscope serve) does.',
                ),
              ]}
              host={host}
            />
          </section>
        </div>
      ) : (
        <div class="body">
          <MarketControls {...{ query, history, view, ask }} onView={setView} />
          <div class="beside">
            <MarketViews {...{ content, history, query, view, ask }} />
            <SelectionPanel {...{ query, history, list, host, ask }} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Pixels: narrowest distinguishable interval, and the chart's margins. */
const minIntervalWidth = 2;
const chartMargins = 108;

interface MarketViewsProps {
  readonly content: MarketContent;
  readonly history: MarketHistoryContent;
  readonly query: MarketQuery;
  readonly view: MarketView;
  readonly ask: (change: Partial<MarketQuery>) => void;
}

function MarketViews({ content, history, query, view, ask }: MarketViewsProps) {
  const [place, width] = useWidth<HTMLDivElement>();
  const data = useMemo(() => marketChartData(history, chartLabel(content, history)), [content]);
  // Requests another interval if none is chosen and the page's width fits another one.
  useEffect(() => {
    if (width === null || width === 0 || view !== 'charts') return;
    const maxPoints = Math.floor(
      (Math.max(minChartWidth, width) - chartMargins) / minIntervalWidth,
    );
    const span = history.period.to - history.period.from;
    const fitting = chooseInterval(span, { ...query, maxPoints });
    if (fitting !== chooseInterval(span, query)) ask({ maxPoints });
  }, [width, view, history, query]);
  return (
    <div class="views" ref={place}>
      {view === 'charts' ? (
        <TimeChart
          data={data}
          label={t('Selected range. Arrows move it, Shift and arrows resize it, Escape clears it.')}
          selection={toSelection(history, query.selection)}
          onSelect={(selection) =>
            ask({ selection: selection === null ? null : toTimeRange(history, selection) })
          }
        />
      ) : (
        <div class="tables">
          <TimeTable caption={chartTitle(content)} data={data} />
        </div>
      )}
      <p class="dim small">{notesOf(query, history)}</p>
    </div>
  );
}

async function save(
  format: ChartFormat,
  content: MarketContent,
  page: HTMLElement | null,
  host: MarketPageHost,
): Promise<void> {
  const { history, scopeLabel } = content;
  if (history === null) return;
  // File names are the same in every language.
  const name = inEnglish(() => `${t('Market')} ${scopeLabel}`);
  if (format === 'csv') {
    host.send({ type: 'save', format, name, data: marketCsv(content, history) });
    return;
  }
  const drawing = page?.querySelector<SVGSVGElement>('svg.picture') ?? null;
  if (drawing === null) return;
  const lines = [`${chartTitle(content)} · ${sourceText(content)}`, aboutHistory(history)];
  const read = format === 'svg' ? serializeSvg : renderPngBase64;
  const data = await withExportTitle(drawing, lines, read);
  host.send({ type: 'save', format, name, data });
}
