import { t } from '@vscode/l10n';
import {
  formatCount,
  formatPercent,
  formatSol,
  formatTransactionCount,
  formatUsd,
  formatUsdShort,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import {
  placeSummary,
  rankFact,
  rankSign,
  shareLabel,
  walletWindowLabel,
} from '../shared/rankLabels.ts';
import type { WalletPlace } from '../shared/walletRankings.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';

/** Of the leaders that are not tracked, below the tracked wallets. */
export const leadersRow = (
  load: (signal: AbortSignal) => Promise<readonly WalletPlace[]>,
  source: DataSource,
): TreeRow =>
  simpleRow({
    id: 'leaders',
    label: t('Leaders'),
    description: walletWindowLabel,
    icon: 'list-ordered',
    context: 'group',
    note: t('The wallets with the highest net gains of all.'),
    loadChildren: async (signal) => leaderRows(await load(signal), source),
  });

/** While the user tracks no wallet, these are all rows. */
export const leaderRows = (leaders: readonly WalletPlace[], source: DataSource): TreeRow[] =>
  leaders.map((place) => leaderRow(place, source));

function leaderRow(place: WalletPlace, source: DataSource): TreeRow {
  const { wallet } = place;
  const label = shortAddress(wallet);
  const heading = t('Wallet {0}', label);
  const open = t('Open Wallet');
  return {
    id: `leader:${wallet}`,
    label,
    description: placeSummary(place, place.net_gains_usd, place.transactions.total),
    icon: 'account',
    context: 'leader',
    address: wallet,
    accessibilityLabel: joinLabel(
      heading,
      joinList([
        t('rank {0}', rankSign(place)),
        t('{0} net', formatUsdShort(place.net_gains_usd)),
        shareLabel(place),
        formatTransactionCount(place.transactions.total),
        walletWindowLabel,
      ]),
    ),
    heading,
    facts: () => [[t('Address'), wallet], ...placeFacts(place), [t('Source'), sourceLabel(source)]],
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.openWallet', arguments: [wallet] },
  };
}

const placeFacts = (place: WalletPlace): Fact[] => {
  const { net_gains_usd: usd, net_gains_sol: sol, transactions, bot } = place;
  return [
    [t('Rank'), rankFact(place)],
    [t('Net gains'), joinNote(formatUsd(usd), formatSol(sol))],
    [
      t('Transactions'),
      joinNote(
        formatCount(transactions.total),
        t('{0} succeeded', formatPercent(place.success_rate)),
      ),
    ],
    ...(bot === null ? [] : [[t('Bot program'), sanitizeText(bot, 60)] as const]),
    [t('Window'), walletWindowLabel],
  ];
};
