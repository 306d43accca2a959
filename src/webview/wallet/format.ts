import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatSolColumn,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinClauses } from '../../api/join.ts';
import { lamportsToSol } from '../../api/tokenAmounts.ts';
import type { WalletContent, WalletFigures } from '../messages/wallet.ts';
import { longestWalletDetailSeconds } from '../messages/walletChoices.ts';

/** Unknown is not 0. */
export const formatLamportsFigure = (lamports: string | null): string =>
  lamports === null ? t('unknown') : formatSolColumn(lamportsToSol(BigInt(lamports)));

export const totalOf = ({ success, failed }: Pick<WalletFigures, 'success' | 'failed'>): number =>
  success + failed;

export const windowText = ({ windowSeconds }: Pick<WalletContent, 'windowSeconds'>): string =>
  t('last {0}', formatDuration(windowSeconds));

/** Of the parts that need single transactions. */
export const detailWindowText = ({ windowSeconds }: WalletContent): string =>
  windowText({ windowSeconds: Math.min(windowSeconds, longestWalletDetailSeconds) });

/** `n = 1,846 / 2,310 transactions`, in wallet order. */
export const sampleText = (counts: readonly number[]): string =>
  t('n = {0} transactions', countsText(counts));

export const countsText = (counts: readonly number[]): string =>
  counts.map(formatCount).join(' / ');

/** `until 2026-11-22 14:00:00 UTC; 98.7% of the last 24 h indexed`. */
export const periodText = ({ nowMilliseconds, coverage, windowSeconds }: WalletContent): string =>
  joinClauses([
    t('{0} until {1}', formatDuration(windowSeconds), formatUtcDateTime(nowMilliseconds)),
    coverage === null
      ? t('coverage unknown')
      : t('{0} of the last 24 h indexed', formatPercent(coverage)),
  ]);
