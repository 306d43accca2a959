import { t } from '@vscode/l10n';
import type { HistorySeries } from '../../api/arbscope/history.ts';
import type { RankedWallet } from '../../api/arbscope/walletRanking.ts';
import { formatChange, formatCount, formatLamports, formatUsd } from '../../api/format.ts';
import { joinNote } from '../../api/join.ts';
import type { FormerFigures } from '../../webview/messages/market.ts';
import type {
  PeriodContent,
  PeriodWallet,
  PlacePeriodSeconds,
} from '../../webview/messages/period.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { loadFullPage } from '../shared/fullPage.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import type { Fact } from '../ui/treeRow.ts';
import { isComparable, loadFormerPeriod } from './formerPeriod.ts';
import { toFigures, toListed, toPoint } from './marketContent.ts';

export interface PeriodSource {
  readonly arbscope: Pick<
    ChannelArbscopeService,
    'status' | 'history' | 'arbitrages' | 'walletRanking'
  >;
  readonly walletLabel: (wallet: string) => string;
}

/** Of a token or of a pool. */
export type PlaceFilter = { readonly tokens: string[] } | { readonly pools: string[] };

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
const listedArbitrages = 25;
const listedWallets = 10;
const longestByHour = 7 * daySeconds;

export interface PeriodPart {
  /** Null: not offered, or failed. */
  readonly period: PeriodContent | null;
  readonly isPeriodOffered: boolean;
}

/** On failure, the panel shows its other parts and the reason. Throws a MarketError on abort. */
export async function loadPeriodPart(
  source: PeriodSource,
  filter: PlaceFilter,
  periodSeconds: PlacePeriodSeconds,
  load: LoadOptions,
): Promise<PeriodPart> {
  try {
    const period = await loadPeriod(source, filter, periodSeconds, load);
    return { period, isPeriodOffered: true };
  } catch (thrown) {
    const error = asMarketError(thrown);
    if (load.signal.aborted) throw error;
    const isPeriodOffered = error.kind !== 'not-offered';
    if (isPeriodOffered) load.warn(error);
    return { period: null, isPeriodOffered };
  }
}

/** Throws a MarketError: `not-offered` for services without history. */
async function loadPeriod(
  { arbscope, walletLabel }: PeriodSource,
  filter: PlaceFilter,
  periodSeconds: PlacePeriodSeconds,
  { signal, forceRefresh = false }: LoadOptions,
): Promise<PeriodContent> {
  const options = { signal, forceRefresh };
  const { now, from: stored } = await arbscope.status({}, options);
  const to = Math.ceil((now === null ? Date.now() : Date.parse(now)) / 1_000);
  const storedFromMilliseconds = stored === null ? null : Date.parse(stored);
  const storedFrom = storedFromMilliseconds === null ? null : storedFromMilliseconds / 1_000;
  const interval = periodSeconds > longestByHour ? daySeconds : hourSeconds;
  const asked = { ...filter, from: to - periodSeconds, to, interval };
  const [series, before, page, ranking] = await Promise.all([
    arbscope.history(asked, options),
    loadFormerPeriod(arbscope.history, asked, storedFrom, options),
    loadFullPage(arbscope, { ...filter, from: asked.from, to, limit: listedArbitrages }, options),
    arbscope.walletRanking(
      { ...filter, timeRange: daySeconds, order: 'gains', limit: listedWallets },
      options,
    ),
  ]);
  const comparable = isComparable(series) ? before : null;
  return {
    periodSeconds,
    figures: figuresOf(series.total, comparable),
    history: {
      fromMilliseconds: Date.parse(series.points[0]?.time ?? '') || asked.from * 1_000,
      period: { from: asked.from, to: to + 1 },
      intervalSeconds: series.interval,
      points: series.points.map(toPoint),
      total: toFigures(series.total),
      before: comparable,
      storedFromMilliseconds,
      rowsFromMilliseconds: Date.parse(series.rows_from ?? '') || null,
      dayTip: series.total.tips.p50,
      untilMilliseconds: now === null ? null : Date.parse(now),
    },
    arbitrages: page.arbitrages.map(toListed),
    wallets: ranking.wallets.map((each) => toWallet(each, walletLabel)),
    walletsTotal: ranking.wallets_total,
  };
}

function figuresOf(
  total: HistorySeries['total'],
  before: FormerFigures | null,
): PeriodContent['figures'] {
  const withChange = (text: string, value: number, former: number | undefined): string => {
    const change = formatChange(value, former);
    return change === null ? text : joinNote(text, change);
  };
  const { transactions, failures, revenues_usd: gross, net_gains_usd: net, volume_usd } = total;
  const { p50 } = total.tips;
  const facts: readonly Fact[] = [
    [t('Arbitrages'), withChange(formatCount(transactions), transactions, before?.transactions)],
    [t('Failed'), withChange(formatCount(failures), failures, before?.failures)],
    [t('Gross gains'), withChange(formatUsd(gross), gross, before?.revenuesUsd)],
    [t('Net gains'), withChange(formatUsd(net), net, before?.netGainsUsd)],
    [t('Volume'), formatUsd(volume_usd)],
    [t('Median tip'), p50 === null ? t('none') : formatLamports(BigInt(Math.ceil(p50)))],
  ];
  return facts.map(([name, value]) => ({ name, value }));
}

const toWallet = (ranked: RankedWallet, labelOf: (wallet: string) => string): PeriodWallet => ({
  wallet: ranked.wallet,
  label: labelOf(ranked.wallet),
  netGainsUsd: ranked.net_gains_usd,
  success: ranked.transactions.success,
  failed: ranked.transactions.fail,
});
