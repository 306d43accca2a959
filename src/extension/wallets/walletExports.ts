import { t } from '@vscode/l10n';
import { csvCell, markdownText, visibleText } from '../../interface/displayText.ts';
import { count, sol, usd } from '../../interface/figures.ts';
import { walletOverviewSeconds } from '../../interface/limits.ts';
import type { WalletOverviewEntry } from '../../interface/walletOverview.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import { sourceWords } from '../views/finderAnswer.ts';
import { successRate } from '../views/walletRows.ts';
import type { TrackedWallet } from './trackedWallets.ts';
import type { WalletDay } from './walletAnswers.ts';

export interface WalletExport {
  readonly wallets: readonly TrackedWallet[];
  readonly day: (wallet: string) => WalletDay | undefined;
  /** Name of the connection. */
  readonly source: string;
  /** Filter in effect; null: none. */
  readonly provider: string | null;
}

/** One line for each wallet: its last 24 hours, unrounded. */
export function daysCsv({ wallets, day, source, provider }: WalletExport): string {
  const splits = ['gains_usd', 'gains_sol', 'volume_usd', 'volume_sol', 'transactions'];
  const header = [
    ...['wallet', 'name', 'source', 'provider', 'answered_at', 'window_seconds'],
    ...splits.flatMap((name) => ['success', 'fail', 'total'].map((part) => `${name}_${part}`)),
    'success_rate',
  ];
  const rows = wallets.map(({ address, name }) => {
    const known = day(address);
    const figures = known?.figures;
    const times = known === undefined ? '' : new Date(known.answeredAtMilliseconds).toISOString();
    return [
      ...[address, name, source, provider ?? 'all', times, walletOverviewSeconds],
      ...(figures == null
        ? splits.flatMap(() => ['', '', ''])
        : splitsOf(figures).flatMap(({ success, fail, total }) => [success, fail, total])),
      figures == null ? '' : (successRate(figures) ?? ''),
    ];
  });
  return csv([header, ...rows]);
}

const splitsOf = ({ gains, volume, transactions }: WalletOverviewEntry) => [
  gains.USD,
  gains.SOL,
  volume.USD,
  volume.SOL,
  transactions,
];

/** One line for each transaction, newest first. */
export function attemptsCsv(
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
    source,
    attempt.signature,
    String(attempt.isSuccess),
    attempt.block_number,
    attempt.timestamp,
    attempt.mint,
    String(attempt.fees),
    attempt.net_gains_sol,
    attempt.net_gains_usd,
  ]);
  return csv([header, ...rows]);
}

const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map((value) => csvCell(String(value))).join(',')}\r\n`).join('');

/** The wallets side by side as a Markdown document: a column for each. */
export function comparison({ wallets, day, source, provider }: WalletExport): string {
  const figures = wallets.map(({ address }) => day(address)?.figures ?? null);
  const line = (name: string, cell: (entry: WalletOverviewEntry) => string): string =>
    tableLine([
      name,
      ...figures.map((entry) => (entry === null ? t('nothing known') : cell(entry))),
    ]);
  const percent = (entry: WalletOverviewEntry): string => {
    const part = successRate(entry);
    return part === null ? t('no transaction') : `${(part * 100).toFixed(1)} %`;
  };
  const times = wallets.flatMap(({ address }) => day(address)?.answeredAtMilliseconds ?? []);
  const values = { source: plain(sourceWords(source)), provider: plain(provider ?? t('all')) };
  const asOf = times.length === 0 ? '' : new Date(Math.min(...times)).toISOString();
  return [
    `# ${t('Wallets Compared')}`,
    '',
    `${t('Last 24 hours. Source: {source}. Provider: {provider}.', values)}${asOf === '' ? '' : ` ${t('As of {0}.', asOf)}`}`,
    '',
    tableLine([
      t('Last 24 hours'),
      ...wallets.map(({ address, name }) => name || `${address.slice(0, 4)}…${address.slice(-4)}`),
    ]),
    `|:--|${wallets.map(() => '--:|').join('')}`,
    line(t('Gains, USD'), ({ gains }) => usd(gains.USD.total)),
    line(t('of successes'), ({ gains }) => usd(gains.USD.success)),
    line(t('of failures'), ({ gains }) => usd(gains.USD.fail)),
    line(t('Gains, SOL'), ({ gains }) => sol(gains.SOL.total)),
    line(t('Volume, USD'), ({ volume }) => usd(volume.USD.total)),
    line(t('Volume, SOL'), ({ volume }) => sol(volume.SOL.total)),
    line(t('Transactions'), ({ transactions }) => count(transactions.total)),
    line(t('succeeded'), ({ transactions }) => count(transactions.success)),
    line(t('failed'), ({ transactions }) => count(transactions.fail)),
    line(t('Success rate'), percent),
    tableLine([t('Gains for each transaction, USD'), ...figures.map(gainsEach)]),
    '',
    ...wallets.map(({ address, name }) => `- ${plain(name || t('no name'))}: \`${address}\``),
    '',
  ].join('\n');
}

const gainsEach = (entry: WalletOverviewEntry | null): string =>
  entry === null || entry.transactions.total === 0
    ? t('no transaction')
    : usd(entry.gains.USD.total / entry.transactions.total);

const plain = (text: string): string => markdownText(visibleText(text, 60));
const tableLine = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
