import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { formatCount, formatDuration, formatPercent, formatUsd } from '../../api/format.ts';
import { formatTimeRange } from '../charts/formatTimeRange.ts';
import { marketChartData } from '../charts/marketChartData.ts';
import { ReadTimeChart } from '../charts/timeChart.tsx';
import { ArbitrageList } from '../components/arbitrageList.tsx';
import { ComparisonNote } from '../components/comparisonNote.tsx';
import { FactList, TitledSection } from '../components/facts.tsx';
import { isPeriodOffered } from '../components/isPeriodOffered.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import {
  defaultPlacePeriodSeconds,
  type PeriodContent,
  type PeriodRequest,
  type PlacePeriodSeconds,
  placePeriodsSeconds,
} from '../messages/period.ts';
import type { PageHost } from '../renderPage.tsx';

interface PeriodProps {
  readonly period: PeriodContent;
  readonly host: Pick<PageHost<PeriodRequest>, 'send'>;
}

interface PeriodSectionProps {
  /** Null: the connection offers no history, or it failed. */
  readonly period: PeriodContent | null;
  readonly isOffered: boolean;
  readonly host: PeriodProps['host'];
}

/** Figures, history, wallets and arbitrages of a token or pool in a period that the user chooses. */
export function PeriodSection({ period, isOffered, host }: PeriodSectionProps) {
  if (period === null) {
    const text = t('This service offers no history. A node or an Arbscope server does.');
    return isOffered ? <LastDayButton host={host} /> : <p class="dim note">{text}</p>;
  }
  return (
    <>
      <TitledSection title={t('Last {0}', formatDuration(period.periodSeconds))}>
        <PeriodControl period={period} host={host} />
        <div class="fact-columns">
          <div>
            <FactList facts={period.figures} host={host} />
            <ComparisonNote before={period.history.before} periodSeconds={period.periodSeconds} />
          </div>
          <HistoryChart period={period} />
        </div>
      </TitledSection>
      <div class="pair">
        <TitledSection title={t('Newest arbitrages')}>
          <RowsNote period={period} host={host} />
          <div class="arbitrages">
            <ArbitrageList
              rows={period.arbitrages}
              hasDates={period.periodSeconds > defaultPlacePeriodSeconds}
              onOpen={(signature) => host.send({ type: 'open-transaction', signature })}
            />
          </div>
        </TitledSection>
        <TitledSection title={t('Wallets')}>
          <WalletTable period={period} host={host} />
        </TitledSection>
      </div>
    </>
  );
}

const periodLabels = { '24 h': '24 h', '7 d': '7 d', '30 d': '30 d' } as const;
type PeriodLabel = keyof typeof periodLabels;
const secondsOf: Readonly<Record<PeriodLabel, PlacePeriodSeconds>> = {
  '24 h': 86_400,
  '7 d': 604_800,
  '30 d': 2_592_000,
};

/** Hidden if only one period is offered. */
function PeriodControl({ period: { periodSeconds, history }, host }: PeriodProps) {
  const labels = Object.keys(periodLabels) as PeriodLabel[];
  const { storedFromMilliseconds } = history;
  const stored =
    storedFromMilliseconds === null ? 0 : history.period.to - storedFromMilliseconds / 1_000;
  const offered = labels.filter(
    (label) =>
      secondsOf[label] === periodSeconds ||
      isPeriodOffered(secondsOf[label], placePeriodsSeconds, stored),
  );
  if (offered.length === 1) return null;
  return (
    <SegmentedControl
      name="period"
      legend={t('Period')}
      labels={periodLabels}
      isOffered={(label) => offered.includes(label)}
      value={labels.find((label) => secondsOf[label] === periodSeconds) ?? '24 h'}
      onChange={(label) => host.send({ type: 'period', periodSeconds: secondsOf[label] })}
    />
  );
}

/** Transactions and gains; the market panel has the other figures. */
function HistoryChart({ period: { history, periodSeconds } }: Pick<PeriodProps, 'period'>) {
  const label = t('Last {0}', formatDuration(periodSeconds));
  const data = useMemo(() => {
    const all = marketChartData(history, label);
    return { ...all, rows: all.rows.slice(0, 2) };
  }, [history, label]);
  return (
    <div>
      <ReadTimeChart data={data} label={label} />
      <p class="dim note">
        {t('A failed transaction counts if its bot’s instruction lists the pools that it tried.')}
      </p>
    </div>
  );
}

const LastDayButton = ({ host }: Pick<PeriodProps, 'host'>) => (
  <button
    type="button"
    class="link"
    onClick={() => host.send({ type: 'period', periodSeconds: defaultPlacePeriodSeconds })}
  >
    {t('Show Last 24 h')}
  </button>
);

/** Since when single transactions are stored, if that is later than the period begins. */
function RowsNote({ period: { history }, host }: PeriodProps) {
  const { rowsFromMilliseconds, period } = history;
  if (rowsFromMilliseconds === null) return null;
  const range = formatTimeRange(rowsFromMilliseconds, period.to * 1_000);
  return (
    <p class="dim note">
      {t('Single transactions are stored for {0}.', range)} <LastDayButton host={host} />
    </p>
  );
}

function WalletTable({ period, host }: PeriodProps) {
  const { wallets, walletsTotal } = period;
  if (wallets.length === 0) return <p class="dim note">{t('No transactions in this window')}</p>;
  const columns: readonly Column[] = [
    { name: t('Wallet') },
    { name: t('Net gains, USD'), isFigure: true },
    { name: t('Transactions'), isFigure: true },
    { name: t('Success rate'), isFigure: true, room: 'medium' },
  ];
  const caption = t('{0} of {1} wallets, last 24 h', wallets.length, formatCount(walletsTotal));
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {wallets.map(({ wallet, label, netGainsUsd, success, failed }) => (
          <Row key={wallet} columns={columns}>
            <button
              type="button"
              class="link"
              title={t('Open {0}', wallet)}
              onClick={() => host.send({ type: 'open-wallet', wallet })}
            >
              <bdi>{label}</bdi>
            </button>
            {formatUsd(netGainsUsd)}
            {formatCount(success + failed)}
            {formatPercent(success / Math.max(1, success + failed))}
          </Row>
        ))}
      </Table>
    </ScrollRegion>
  );
}
