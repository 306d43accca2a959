import { t } from '@vscode/l10n';
import {
  formatCount,
  formatPercent,
  formatSol,
  formatUsd,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { walletOverviewWindowSeconds } from '../../api/limits.ts';
import { escapeMarkdownText, formatCsv, sanitizeText } from '../../api/sanitizeText.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../connections/connections.ts';
import type { TrackedWallet } from './trackedWallets.ts';
import type { LoadedOverview } from './walletLoader.ts';
import { successRate, walletWindowLabel } from './walletRows.ts';

export interface WalletExport {
  readonly wallets: readonly TrackedWallet[];
  readonly overviewOf: (wallet: string) => LoadedOverview | undefined;
  readonly source: DataSource;
  /** Filter in effect; null: none. */
  readonly provider: string | null;
}

/** One line for each wallet: its last 24 hours, unrounded. */
export function overviewsCsv({ wallets, overviewOf, source, provider }: WalletExport): string {
  const splits = ['gains_usd', 'gains_sol', 'volume_usd', 'volume_sol', 'transactions'];
  const header = [
    ...['wallet', 'name', 'source', 'provider', 'answered_at', 'window_seconds'],
    ...splits.flatMap((name) => ['success', 'fail', 'total'].map((part) => `${name}_${part}`)),
    'success_rate',
  ];
  const rows = wallets.map(({ address, name }) => {
    const known = overviewOf(address);
    const figures = known?.overview;
    const times = known === undefined ? '' : new Date(known.answeredAtMilliseconds).toISOString();
    return [
      ...[address, name, source.name, provider ?? 'all', times, walletOverviewWindowSeconds],
      ...(figures == null
        ? splits.flatMap(() => ['', '', ''])
        : [
            ...[figures.gains.USD, figures.gains.SOL, figures.volume.USD, figures.volume.SOL],
            figures.transactions,
          ].flatMap(({ success, fail, total }) => [success, fail, total])),
      figures == null ? '' : (successRate(figures) ?? ''),
    ];
  });
  return formatCsv([header, ...rows]);
}

/** One line for each transaction, newest first. */
export function transactionsCsv(
  attempts: readonly WalletTransaction[],
  { wallets, source }: Pick<WalletExport, 'wallets' | 'source'>,
): string {
  const names = new Map(wallets.map(({ address, name }) => [address, name]));
  const header = [
    ...['wallet', 'name', 'source', 'signature', 'is_success', 'slot', 'timestamp', 'base_mint'],
    ...['fee_lamports', 'net_gains_sol', 'net_gains_usd'],
  ];
  const rows = attempts.map((attempt) => [
    attempt.wallet,
    names.get(attempt.wallet) ?? '',
    source.name,
    attempt.signature,
    String(attempt.isSuccess),
    attempt.block_number,
    attempt.timestamp ?? '',
    attempt.mint,
    String(attempt.fees),
    attempt.net_gains_sol,
    attempt.net_gains_usd,
  ]);
  return formatCsv([header, ...rows]);
}

export function comparisonMarkdown({
  wallets,
  overviewOf,
  source,
  provider,
}: WalletExport): string {
  const figures = wallets.map(({ address }) => overviewOf(address)?.overview ?? null);
  const line = (name: string, cell: (entry: WalletTotals) => string): string =>
    tableRow([name, ...figures.map((entry) => (entry === null ? t('unknown') : cell(entry)))]);
  const times = wallets.flatMap(({ address }) => overviewOf(address)?.answeredAtMilliseconds ?? []);
  const facts = [
    joinLabel(t('Window'), walletWindowLabel),
    joinLabel(t('Source'), escapeText(sourceLabel(source))),
    joinLabel(t('Provider'), escapeText(provider ?? t('all'))),
    ...(times.length === 0 ? [] : [joinLabel(t('As of'), formatUtcDateTime(Math.min(...times)))]),
  ];
  return [
    `# ${t('Wallet Comparison')}`,
    '',
    facts.join(' · '),
    '',
    tableRow(['', ...wallets.map(({ address, name }) => name || shortAddress(address))]),
    `|:--|${wallets.map(() => '--:|').join('')}`,
    line(t('Gains, USD'), ({ gains }) => formatUsd(gains.USD.total)),
    line(t('from successful transactions'), ({ gains }) => formatUsd(gains.USD.success)),
    line(t('from failed transactions'), ({ gains }) => formatUsd(gains.USD.fail)),
    line(t('Gains, SOL'), ({ gains }) => formatSol(gains.SOL.total)),
    line(t('Volume, USD'), ({ volume }) => formatUsd(volume.USD.total)),
    line(t('Volume, SOL'), ({ volume }) => formatSol(volume.SOL.total)),
    line(t('Transactions'), ({ transactions }) => formatCount(transactions.total)),
    line(t('succeeded'), ({ transactions }) => formatCount(transactions.success)),
    line(t('failed'), ({ transactions }) => formatCount(transactions.fail)),
    line(t('Success rate'), (entry) => formatPercent(successRate(entry))),
    line(t('Gains per transaction, USD'), ({ gains, transactions: { total } }) =>
      formatUsd(total === 0 ? null : gains.USD.total / total),
    ),
    '',
    ...wallets.map(({ address, name }) => `- ${escapeText(name || t('no name'))}: \`${address}\``),
    '',
  ].join('\n');
}

const escapeText = (text: string): string => escapeMarkdownText(sanitizeText(text, 60));
const tableRow = (cells: readonly string[]): string => `| ${cells.map(escapeText).join(' | ')} |`;
