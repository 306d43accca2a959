import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatTransactionCount,
  formatUsdShort,
} from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { walletOverviewWindowSeconds } from '../../api/limits.ts';
import type { WalletPlace } from './walletRankings.ts';

export const walletWindowLabel = formatDuration(walletOverviewWindowSeconds);

export const rankSign = ({ rank }: Pick<WalletPlace, 'rank'>): string => `#${formatCount(rank)}`;

/** `4.2% of net gains`; empty if the wallets have no net gains in total. */
export const shareLabel = ({ share }: Pick<WalletPlace, 'share'>): string =>
  share === null ? '' : t('{0} of net gains', formatPercent(share));

/** `#3 of 412 wallets, 4.2% of net gains`. */
export const rankFact = (place: Pick<WalletPlace, 'rank' | 'share' | 'walletsTotal'>): string =>
  joinList([
    t('#{0} of {1} wallets', formatCount(place.rank), formatCount(place.walletsTotal)),
    shareLabel(place),
  ]);

export const notOfferedMessage = t(
  'This service offers no leaders and ranks. A node or an Arbscope server does.',
);

/** `#1 · $391 · 10.7%`, for a side bar; the number of transactions if the share is unknown. */
export const placeSummary = (place: WalletPlace, gainsUsd: number, transactions: number): string =>
  [
    rankSign(place),
    formatUsdShort(gainsUsd),
    place.share === null ? formatTransactionCount(transactions) : formatPercent(place.share),
  ].join(' · ');

/** `#1 · $391 · 10.7% · 1,846 tx`, for a wider list. */
export const leaderSummary = (place: WalletPlace): string =>
  [
    rankSign(place),
    formatUsdShort(place.net_gains_usd),
    ...(place.share === null ? [] : [formatPercent(place.share)]),
    formatTransactionCount(place.transactions.total),
  ].join(' · ');
