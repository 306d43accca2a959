import { t } from '@vscode/l10n';
import type { RefObject } from 'preact';
import { publishedPercents } from '../charts/percentileAt.ts';
import { TabPanel } from '../components/tabs.tsx';
import type { PercentileContent, ResponseHistory } from '../messages/percentiles.ts';
import { layoutChart, shareAt } from './chartLayout.ts';
import { type ChartModel, isMarket } from './chartModel.ts';
import { ChartPicture } from './chartPicture.tsx';
import type { ChartView, DisplayOptions } from './displayOptions.ts';
import { historyChart } from './historyChart.ts';
import { methodLabel, nonceNote } from './labels.ts';
import { percentileChart } from './percentileChart.ts';

const minWidth = 240;
/** A common plot is unreadable below this width of the page or with too many providers. */
const minTogetherWidth = 600;
const maxTogether = 6;

/** The chosen view, or one that is readable. */
export function chartView(
  chosen: ChartView | null,
  { legend }: ChartModel,
  pageWidth: number,
): ChartView {
  if (chosen !== null) return chosen;
  const providers = legend.filter(
    ({ isDrawn, lines }) =>
      isDrawn && lines.some((each) => each !== null && !isMarket(each.series)),
  );
  const isUnreadable = providers.length > maxTogether || pageWidth < minTogetherWidth;
  return isUnreadable && providers.length > 1 ? 'multiples' : 'together';
}

interface ChartViewsProps {
  readonly content: PercentileContent;
  readonly model: ChartModel;
  readonly history: () => ResponseHistory;
  readonly options: DisplayOptions;
  readonly view: ChartView;
  /** Measures the room for the charts. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** Null: not known yet. */
  readonly width: number | null;
  readonly onPercent: (percent: number) => void;
}

/** The selected chart; the other one is not drawn. */
export function ChartViews(props: ChartViewsProps) {
  const { options, place, width } = props;
  const chart = width !== null && <Chart {...props} width={Math.max(minWidth, width)} />;
  const isTime = options.tab === 'time';
  return (
    <div class="views" ref={place}>
      <TabPanel id="percentiles" isSelected={!isTime}>
        <div class="picture-room">{!isTime && chart}</div>
      </TabPanel>
      <TabPanel id="time" isSelected={isTime}>
        <div class="picture-room">{isTime && chart}</div>
      </TabPanel>
      <p class="dim small">{t('Hollow marker: fewer than 5 transactions lie above it.')}</p>
      <p class="dim small">{nonceNote(props.content)}</p>
    </div>
  );
}

function Chart(props: ChartViewsProps & { readonly width: number }) {
  const { content, model, history, options, view, width, onPercent } = props;
  const { legend } = model;
  if (legend.every(({ isDrawn }) => !isDrawn)) {
    return (
      <p class="empty">
        {legend.length > 0
          ? t('No line is selected.')
          : t('No transactions match. Choose a longer window, a wider range or other providers.')}
      </p>
    );
  }
  const { tab, scale, percent } = options;
  const isMultiples = view === 'multiples';
  const chartOptions = { model, query: content.query, width, scale, percent, isMultiples };
  if (tab === 'time') {
    const chart = historyChart(chartOptions, history());
    return <ChartPicture layout={layoutChart(chartOptions, chart)} />;
  }
  const chart = percentileChart(chartOptions, methodLabel(content.isNearestRank));
  const onClick = (event: MouseEvent) => {
    const nearest = percentAt(event);
    if (nearest !== null) onPercent(nearest);
  };
  return <ChartPicture layout={layoutChart(chartOptions, chart)} onClick={onClick} />;
}

/** The nearest of the twelve percentiles; null outside of the plots. */
function percentAt({ target, clientX }: MouseEvent): number | null {
  const plot = target instanceof Element ? target.closest('.plot') : null;
  const area = plot?.querySelector('.plot-area')?.getBoundingClientRect();
  if (area === undefined) return null;
  const nearest = Math.round(shareAt(area, clientX) * (publishedPercents.length - 1));
  return publishedPercents[nearest] ?? null;
}
