import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { toSelection, toTimeRange } from '../charts/marketChartData.ts';
import { ArbitrageList } from '../components/arbitrageList.tsx';
import { ComparisonNote } from '../components/comparisonNote.tsx';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type {
  MarketHistoryContent,
  MarketListContent,
  MarketQuery,
  MarketRequest,
} from '../messages/market.ts';
import type { PageHost } from '../renderPage.tsx';
import { SelectionSummary } from './selectionSummary.tsx';

interface SelectionPanelProps {
  readonly query: MarketQuery;
  readonly history: MarketHistoryContent;
  /** Null if it failed to load. */
  readonly list: MarketListContent | null;
  readonly host: PageHost<MarketRequest>;
  readonly ask: (change: Partial<MarketQuery>) => void;
}

/** Figures and arbitrages of the selected range, or of the whole period. */
export const SelectionPanel = ({ query, history, list, host, ask }: SelectionPanelProps) => (
  <aside aria-label={t('Selection')}>
    <Heading {...{ query, history, host, ask }} />
    <div aria-live="polite">
      {list?.total == null ? (
        <PeriodSummary query={query} history={history} />
      ) : (
        <SelectionSummary figures={list.total} dayTip={history.dayTip} before={null} />
      )}
    </div>
    <section class="arbitrages" aria-label={t('Arbitrages')}>
      <SegmentedControl
        name="order"
        legend={t('Order')}
        labels={{ gain: t('Highest net gain'), time: t('Newest') }}
        value={query.order}
        onChange={(order) => ask({ order })}
      />
      <div>
        {list !== null && (
          <ArbitrageList
            rows={list.rows}
            hasDates={isLongerThanDay(history)}
            onOpen={(signature) => host.send({ type: 'open-transaction', signature })}
          />
        )}
        {list?.hasMore && (
          <button type="button" class="link more" onClick={() => host.send({ type: 'more' })}>
            {t('Show More')}
          </button>
        )}
      </div>
    </section>
  </aside>
);

/** The whole period, compared with the one before. */
function PeriodSummary({ query, history }: Pick<SelectionPanelProps, 'query' | 'history'>) {
  const { total, dayTip, before } = history;
  const { periodSeconds } = query;
  return (
    <>
      <SelectionSummary figures={total} dayTip={dayTip} before={before} />
      {periodSeconds !== null && <ComparisonNote before={before} periodSeconds={periodSeconds} />}
    </>
  );
}

function Heading({ query, history, host, ask }: Omit<SelectionPanelProps, 'list'>) {
  const selection = toSelection(history, query.selection);
  const range = selection === null ? null : toTimeRange(history, selection);
  return (
    <div class="selected">
      <h2>
        {range === null
          ? t('Whole period')
          : joinLabel(t('Selected'), formatTimeRange(range.from * 1_000, range.to * 1_000))}
      </h2>
      {range !== null && <span class="dim">{formatDuration(range.to - range.from)}</span>}
      {range !== null && (
        <button type="button" class="link" onClick={() => ask({ selection: null })}>
          {t('Clear Selection')}
        </button>
      )}
      {query.scope !== null && (
        <button type="button" class="link" onClick={() => host.send({ type: 'show-live' })}>
          {t('Show in Live')}
        </button>
      )}
    </div>
  );
}

/** A second more, because a day ends within the second of the newest block. */
const isLongerThanDay = ({ period }: MarketHistoryContent): boolean =>
  period.to - period.from > 86_401;
