import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamports,
  formatPercent,
  formatSol,
  formatTimeAgo,
  formatTransactionCount,
  formatUsd,
  formatUsdShort,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { formatNetGains, knownNetGains } from '../../api/netGains.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import {
  placeSummary,
  rankFact,
  rankSign,
  shareLabel,
  walletWindowLabel,
} from '../shared/rankLabels.ts';
import type { TrackedWallet } from '../shared/trackedWallets.ts';
import type { LoadedOverview, LoadedTransactions } from '../shared/walletLoader.ts';
import type { WalletPlace } from '../shared/walletRankings.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';

export interface WalletRowsOptions {
  readonly overviewOf: (wallet: string) => LoadedOverview | undefined;
  /** Undefined if no ranking is offered or the wallet is not in it. */
  readonly placeOf: (wallet: string) => WalletPlace | undefined;
  readonly loadTransactions: (wallet: string, signal: AbortSignal) => Promise<LoadedTransactions>;
  readonly source: DataSource;
  readonly nowMilliseconds: () => number;
}

export const walletRows = (
  wallets: readonly TrackedWallet[],
  options: WalletRowsOptions,
): TreeRow[] => wallets.map((wallet) => walletRow(wallet, options));

function walletRow(wallet: TrackedWallet, options: WalletRowsOptions): TreeRow {
  const { address } = wallet;
  const day = options.overviewOf(address);
  const figures = day?.overview ?? null;
  const place = options.placeOf(address);
  const label = wallet.name === '' ? shortAddress(address) : sanitizeText(wallet.name, 60);
  const id = `wallet:${address}`;
  const [shown, spoken] =
    day === undefined ? ['', t('not loaded yet')] : formatSummary(figures, place);
  const heading = t('Wallet {0}', label);
  const open = t('Open Wallet');
  return {
    id,
    label,
    description: shown,
    icon: 'account',
    context: 'wallet',
    address,
    accessibilityLabel: joinLabel(heading, spoken),
    heading,
    facts: () => [
      [t('Address'), address],
      ...(place === undefined ? [] : [[t('Rank'), rankFact(place)] as const]),
      ...(figures === null ? [] : overviewFacts(figures)),
      ...sourceFacts(day, options),
    ],
    note: [t('Click: {0}.', open), figures === null ? '' : gainsNote].filter(Boolean).join(' '),
    click: { title: open, command: 'arbscope.openWallet', arguments: [address] },
    children: () => [
      ...(place === undefined ? [] : [rankRow(place, id)]),
      ...(figures === null ? [] : figureRows(figures, id)),
      transactionsRow(wallet, label, id, options),
    ],
  };
}

const gainsNote = t(
  'The embedded engine subtracts fees, also of failed transactions. Services may count differently.',
);

function formatSummary(
  figures: WalletTotals | null,
  place: WalletPlace | undefined,
): readonly [shown: string, spoken: string] {
  if (figures === null || figures.transactions.total === 0) {
    const none = t('no transactions in {0}', walletWindowLabel);
    return [none, none];
  }
  const gains = formatUsdShort(figures.gains.USD.total);
  const count = formatTransactionCount(figures.transactions.total);
  const share = formatPercent(successRate(figures));
  const spoken = [t('{0} net', gains), count, t('{0} succeeded', share), walletWindowLabel];
  if (place === undefined) return [[gains, count, share].join(' · '), joinList(spoken)];
  return [
    placeSummary(place, figures.gains.USD.total, figures.transactions.total),
    joinList([t('rank {0}', rankSign(place)), shareLabel(place), ...spoken]),
  ];
}

export const successRate = ({ transactions: { success, total } }: WalletTotals): number | null =>
  total > 0 ? success / total : null;

type Split = WalletTotals['gains']['SOL'];

function formatSplit(usd: Split, sol: Split): string {
  const format = (part: keyof Split) => joinNote(formatUsd(usd[part]), formatSol(sol[part]));
  return t('{total}; {success} from successful, {fail} from failed transactions', {
    total: format('total'),
    success: format('success'),
    fail: format('fail'),
  });
}

const overviewFacts = ({ gains, volume, transactions: counts }: WalletTotals): Fact[] => [
  [t('Window'), walletWindowLabel],
  [t('Gains'), formatSplit(gains.USD, gains.SOL)],
  [t('Volume'), formatSplit(volume.USD, volume.SOL)],
  [
    t('Transactions'),
    t(
      '{0}; {1} succeeded, {2} failed',
      formatCount(counts.total),
      formatCount(counts.success),
      formatCount(counts.fail),
    ),
  ],
];

function rankRow(place: WalletPlace, parentId: string): TreeRow {
  const label = t('Rank');
  return simpleRow({
    id: `${parentId}/rank`,
    label,
    icon: 'list-ordered',
    context: 'figure',
    description: [rankSign(place), shareLabel(place)].filter(Boolean).join(' · '),
    accessibilityLabel: joinLabel(label, joinList([rankFact(place), walletWindowLabel])),
    facts: () => [
      [t('Window'), walletWindowLabel],
      [label, rankFact(place)],
    ],
  });
}

function figureRows(figures: WalletTotals, parentId: string): TreeRow[] {
  const { gains, volume, transactions } = figures;
  const amounts = (usd: Split, sol: Split) =>
    [[formatUsdShort(usd.total)], formatSol(sol.total)] as const;
  const count = formatCount(transactions.total);
  const failed = t('{0} failed', formatCount(transactions.fail));
  const succeeded = t('{0} succeeded', formatCount(transactions.success));
  const rows = [
    ['gains', 'graph', t('Gains'), ...amounts(gains.USD, gains.SOL)],
    ['volume', 'arrow-swap', t('Volume'), ...amounts(volume.USD, volume.SOL)],
    ['transactions', 'pulse', t('Transactions'), [count, failed], succeeded],
  ] as const;
  return rows.map(([id, icon, label, shown, spoken]) => ({
    id: `${parentId}/${id}`,
    label,
    icon,
    heading: label,
    description: shown.join(' · '),
    context: 'figure',
    accessibilityLabel: joinLabel(label, joinList([...shown, spoken, walletWindowLabel])),
    facts: () => overviewFacts(figures),
  }));
}

function transactionsRow(
  { address }: TrackedWallet,
  label: string,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const name = t('Last transactions');
  const heading = joinLabel(label, name);
  const id = `${parentId}/attempts`;
  return simpleRow({
    id,
    label: name,
    icon: 'history',
    context: 'group',
    accessibilityLabel: heading,
    heading,
    note: t('The newest from the service, at most 50.'),
    loadChildren: async (signal) => {
      const { transactions, mayBeIncomplete } = await options.loadTransactions(address, signal);
      const rows = transactions.map((each) => transactionRow(each, id, options));
      if (mayBeIncomplete) rows.push(loadUngroupedRow(address, id));
      if (rows.length > 0) return rows;
      return [
        simpleRow({ id: `${id}/none`, label: t('No transactions'), icon: 'info', context: 'note' }),
      ];
    },
  });
}

function transactionRow(
  transaction: WalletTransaction,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const { signature, isSuccess, timestamp, mint, fees } = transaction;
  const { block_number: slot, wallet } = transaction;
  const at = Date.parse(timestamp ?? '');
  const age = Number.isFinite(at) ? formatTimeAgo(at, options.nowMilliseconds()) : t('unknown');
  const label = shortAddress(signature);
  const outcome = isSuccess ? t('Succeeded') : t('Failed');
  const name = t('Transaction {0}', label);
  const gains = formatUsd(knownNetGains(transaction).usd);
  const open = t('Open Transaction');
  return {
    id: `${parentId}/${signature}`,
    label,
    description: `${gains} · ${age}`,
    icon: isSuccess ? 'pass' : 'error',
    color: isSuccess ? 'testing.iconPassed' : 'testing.iconFailed',
    context: 'attempt',
    ...(isSuccess ? {} : { state: 'lost' }),
    address: signature,
    accessibilityLabel: joinLabel(
      joinList([name, outcome]),
      joinList([t('{0} net', gains), age, t('fee {0}', formatLamports(fees))]),
    ),
    heading: joinLabel(outcome, name),
    facts: () => [
      [t('Net gains'), formatNetGains(transaction)],
      [t('Fee'), formatLamports(fees)],
      [t('Base token'), knownMints.get(mint)?.symbol ?? (mint || t('unknown'))],
      [t('Slot'), formatCount(slot)],
      [t('Time'), Number.isFinite(at) ? formatUtcDateTime(at) : t('unknown')],
      [t('Signature'), signature],
      [t('Wallet'), wallet],
    ],
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.lookUpTransaction', arguments: [signature] },
  };
}

function loadUngroupedRow(address: string, parentId: string): TreeRow {
  const title = t('Load More Transactions');
  return simpleRow({
    id: `${parentId}/alone`,
    label: title,
    icon: 'ellipsis',
    context: 'note',
    note: t(
      'The service returns the newest 50 of up to five wallets. Click to request this wallet separately.',
    ),
    click: { title, command: 'arbscope.listWallet', arguments: [address] },
  });
}

const sourceFacts = (day: LoadedOverview | undefined, { source }: WalletRowsOptions): Fact[] => [
  [t('Source'), sourceLabel(source)],
  ...(day === undefined
    ? []
    : [[t('As of'), formatUtcDateTime(day.answeredAtMilliseconds)] as const]),
];
