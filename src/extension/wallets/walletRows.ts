import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatLamports,
  formatSol,
  formatTimeAgo,
  formatTransactionCount,
  formatUsd,
} from '../../api/format.ts';
import { walletOverviewWindowSeconds } from '../../api/limits.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../connections/connections.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import type { TrackedWallet } from './trackedWallets.ts';
import type { LoadedOverview, LoadedTransactions, SuccessFilter } from './walletLoader.ts';

export interface WalletRowsOptions {
  readonly overviewOf: (wallet: string) => LoadedOverview | undefined;
  readonly loadTransactions: (wallet: string, signal: AbortSignal) => Promise<LoadedTransactions>;
  readonly successFilter: SuccessFilter;
  readonly source: DataSource;
  readonly nowMilliseconds: () => number;
}

const windowLabel = formatDuration(walletOverviewWindowSeconds);

/** The tracked wallets, each with its last 24 hours and its last transactions. */
export const walletRows = (
  wallets: readonly TrackedWallet[],
  options: WalletRowsOptions,
): TreeRow[] => wallets.map((wallet) => walletRow(wallet, options));

function walletRow(wallet: TrackedWallet, options: WalletRowsOptions): TreeRow {
  const { address } = wallet;
  const day = options.overviewOf(address);
  const label = wallet.name === '' ? shortAddress(address) : sanitizeText(wallet.name, 60);
  const id = `wallet:${address}`;
  const description = day === undefined ? '' : formatSummary(day.overview);
  const heading = t('Wallet {0}', label);
  const said = description === '' ? t('not asked yet') : description.replaceAll(' · ', ', ');
  return {
    id,
    label,
    description,
    icon: 'account',
    context: 'wallet',
    address,
    accessibilityLabel: `${heading}: ${said}`,
    heading,
    facts: () => [
      [t('Address'), address],
      ...(day?.overview == null ? [] : overviewFacts(day.overview)),
      ...sourceFacts(day, options),
    ],
    ...(day?.overview == null ? {} : { note: gainsNote }),
    children: () => [
      ...(day?.overview == null ? [] : figureRows(day.overview, id)),
      transactionsRow(wallet, label, id, options),
    ],
  };
}

const gainsNote = t(
  'The embedded engine counts net gains, and the fee of a failure as its loss. A remote service may count otherwise.',
);

function formatSummary(figures: WalletTotals | null): string {
  if (figures === null) return t('nothing known');
  const { total } = figures.transactions;
  if (total === 0) return t('no transaction in {0}', windowLabel);
  const gains = t('{0} gains', formatUsd(figures.gains.USD.total));
  return `${gains} · ${windowLabel} · ${formatTransactionCount(total)} · ${formatSuccessRate(figures)}`;
}

/** Part of the transactions that succeeded; empty where there are none. */
export const successRate = ({ transactions: { success, total } }: WalletTotals): number | null =>
  total > 0 ? success / total : null;

function formatSuccessRate(figures: WalletTotals): string {
  const part = successRate(figures);
  return part === null ? t('no success rate') : t('{0} % succeeded', (part * 100).toFixed(1));
}

type Split = WalletTotals['gains']['SOL'];

const formatUsdAndSol = (usdSplit: Split, solSplit: Split, member: keyof Split): string =>
  `${formatUsd(usdSplit[member])} (${formatSol(solSplit[member])})`;

function overviewFacts({ gains, volume, transactions: counts }: WalletTotals): Fact[] {
  return [
    [t('Gains of successes'), formatUsdAndSol(gains.USD, gains.SOL, 'success')],
    [t('Gains of failures'), formatUsdAndSol(gains.USD, gains.SOL, 'fail')],
    [t('Gains'), t('{0} in {1}', formatUsdAndSol(gains.USD, gains.SOL, 'total'), windowLabel)],
    [t('Volume of successes'), formatUsdAndSol(volume.USD, volume.SOL, 'success')],
    [t('Volume of failures'), formatUsdAndSol(volume.USD, volume.SOL, 'fail')],
    [t('Volume'), t('{0} in {1}', formatUsdAndSol(volume.USD, volume.SOL, 'total'), windowLabel)],
    [
      t('Transactions'),
      t('{total} in {window}: {success} succeeded, {fail} failed', {
        total: formatCount(counts.total),
        window: windowLabel,
        success: formatCount(counts.success),
        fail: formatCount(counts.fail),
      }),
    ],
  ];
}

function figureRows(figures: WalletTotals, parentId: string): TreeRow[] {
  const { gains, volume, transactions: counts } = figures;
  const amounts = (usdSplit: Split, solSplit: Split): string[] => [
    formatUsd(usdSplit.total),
    formatSol(solSplit.total),
    t('{0} of successes', formatUsd(usdSplit.success)),
    t('{0} of failures', formatUsd(usdSplit.fail)),
  ];
  const outcomes = [
    formatCount(counts.total),
    t('{0} succeeded', formatCount(counts.success)),
    t('{0} failed', formatCount(counts.fail)),
    formatSuccessRate(figures),
  ];
  const rows = [
    ['gains', 'graph', t('Gains'), t('Gains in {0}', windowLabel), amounts(gains.USD, gains.SOL)],
    [
      'volume',
      'arrow-swap',
      t('Volume'),
      t('Volume in {0}', windowLabel),
      amounts(volume.USD, volume.SOL),
    ],
    ['transactions', 'pulse', t('Transactions'), t('Transactions in {0}', windowLabel), outcomes],
  ] as const;
  return rows.map(([id, icon, label, heading, values]) => ({
    id: `${parentId}/${id}`,
    label,
    icon,
    heading,
    description: values.join(' · '),
    context: 'figure',
    accessibilityLabel: `${heading}: ${values.join(', ')}`,
    facts: () => overviewFacts(figures),
  }));
}

const listLabels = {
  all: {
    label: t('Last transactions'),
    headingOf: (wallet: string) => t('Last transactions of {0}', wallet),
    empty: t('No transaction'),
  },
  successes: {
    label: t('Last successes'),
    headingOf: (wallet: string) => t('Last successes of {0}', wallet),
    empty: t('No success'),
  },
  failures: {
    label: t('Last failures'),
    headingOf: (wallet: string) => t('Last failures of {0}', wallet),
    empty: t('No failure'),
  },
};

function transactionsRow(
  { address }: TrackedWallet,
  label: string,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const labels = listLabels[options.successFilter];
  const heading = labels.headingOf(label);
  const id = `${parentId}/attempts`;
  return simpleRow({
    id,
    label: labels.label,
    icon: 'history',
    context: 'group',
    accessibilityLabel: heading,
    heading,
    note: t('The newest that the service has, at most 50.'),
    loadChildren: async (signal) => {
      const { transactions: attempts, mayBeIncomplete } = await options.loadTransactions(
        address,
        signal,
      );
      const rows = attempts.map((attempt) => transactionRow(attempt, id, options));
      if (mayBeIncomplete) rows.push(loadUngroupedRow(address, rows.length, id));
      if (rows.length > 0) return rows;
      const description = t('the service has none stored');
      const { empty } = labels;
      return [
        simpleRow({ id: `${id}/none`, label: empty, description, icon: 'info', context: 'note' }),
      ];
    },
  });
}

function transactionRow(
  attempt: WalletTransaction,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const { signature, isSuccess, timestamp, mint } = attempt;
  const now = options.nowMilliseconds();
  const at = Date.parse(timestamp);
  const age = Number.isFinite(at) ? formatTimeAgo(at, now) : t('at an unknown time');
  const label = shortAddress(signature);
  const heading = isSuccess
    ? t('Success: transaction {0}', label)
    : t('Failure: transaction {0}', label);
  const gains = t('{0} net', formatUsd(attempt.net_gains_usd));
  const fee = t('fee {0}', formatLamports(attempt.fees));
  const open = t('Open Transaction');
  const values = { label, gains, fee, age };
  const said = isSuccess
    ? t('Success, transaction {label}: {gains}, {fee}, {age}.', values)
    : t('Failure, transaction {label}: {gains}, {fee}, {age}.', values);
  return {
    id: `${parentId}/${signature}`,
    label,
    description: `${gains} · ${formatSol(attempt.net_gains_sol)} · ${fee} · ${age}`,
    icon: isSuccess ? 'pass' : 'error',
    color: isSuccess ? 'testing.iconPassed' : 'testing.iconFailed',
    context: 'attempt',
    address: signature,
    accessibilityLabel: `${said} ${t('Press Enter: {0}.', open)}`,
    heading,
    facts: () => [
      [t('Net gains'), `${formatUsd(attempt.net_gains_usd)} (${formatSol(attempt.net_gains_sol)})`],
      [t('Fee'), formatLamports(attempt.fees)],
      [t('Base token'), mint === '' ? t('none named') : (knownMints.get(mint)?.symbol ?? mint)],
      [t('Slot'), formatCount(attempt.block_number)],
      [t('Time'), sanitizeText(timestamp, 40)],
      [t('Signature'), signature],
      [t('Wallet'), attempt.wallet],
    ],
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.lookUpTransaction', arguments: [signature] },
  };
}

function loadUngroupedRow(address: string, shown: number, parentId: string): TreeRow {
  const label =
    shown === 0 ? t('None among the newest 50 of its group') : t('Older ones may be missing');
  const description = t('ask for this wallet alone');
  return simpleRow({
    id: `${parentId}/alone`,
    label,
    description,
    icon: 'ellipsis',
    context: 'note',
    accessibilityLabel: `${label}. ${t('Press Enter: {0}.', description)}`,
    note: t(
      'The service answers the newest 50 of up to five wallets together. Click: one more call, for this wallet alone.',
    ),
    click: {
      title: t('Ask for This Wallet Alone'),
      command: 'arbscope.listWallet',
      arguments: [address],
    },
  });
}

const sourceFacts = (day: LoadedOverview | undefined, { source }: WalletRowsOptions): Fact[] => [
  [t('Source'), sourceLabel(source)],
  ...(day === undefined
    ? []
    : [[t('As of'), new Date(day.answeredAtMilliseconds).toISOString()] as const]),
];
