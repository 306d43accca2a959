import { walletOverviewWindowSeconds } from '../../api/limits.ts';
import { knownNetGains } from '../../api/netGains.ts';
import { formatCsv } from '../../api/sanitizeText.ts';
import type { WalletTransaction } from '../../api/walletTransactions.ts';
import type { DataSource } from '../base/connections.ts';
import type { TrackedWallet } from '../shared/trackedWallets.ts';
import type { LoadedOverview } from '../shared/walletLoader.ts';
import { successRate } from './walletRows.ts';

export interface WalletExport {
  readonly wallets: readonly TrackedWallet[];
  readonly overviewOf: (wallet: string) => LoadedOverview | undefined;
  readonly source: DataSource;
  readonly provider: string | null;
}

/** One line per wallet: its last 24 hours, unrounded. */
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

/** One line per transaction, newest first. */
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
    knownNetGains(attempt).sol,
    knownNetGains(attempt).usd,
  ]);
  return formatCsv([header, ...rows]);
}
