import { t } from '@vscode/l10n';
import { formatCount, formatPercent } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import type { WalletPlace } from './walletRankings.ts';

export const rankSign = ({ rank }: Pick<WalletPlace, 'rank'>): string => `#${formatCount(rank)}`;

/** `4.2% of net gains`; empty where all wallets together gained nothing. */
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
