import { t } from '@vscode/l10n';
import { formatCount, formatLamportsAsSol } from '../../api/format.ts';
import { formatExactAmount } from '../../api/tokenAmounts.ts';
import type { LandingEntry, LandingState } from '../../backend/protocol/landingProtocol.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Raw token amount with its decimals, every digit. */
export function formatTokenAmount(amount: bigint, decimals: number | null, symbol: string): string {
  if (decimals === null) return t('{0} of the smallest unit of {1}', formatCount(amount), symbol);
  return `${formatExactAmount(amount, decimals).replace('−', '-')} ${symbol}`;
}

/** What may be gone when it is sent, as far as its instructions tell. */
export function formatAmountAtRisk(reports: readonly TransactionReport[]): string {
  const sum = (read: (report: TransactionReport) => bigint) =>
    reports.reduce((total, report) => total + read(report), 0n);
  const fee = sum((report) => report.fee?.feeLamports ?? 0n);
  const tips = sum((report) => report.outflow?.tipLamports ?? 0n);
  const transfers = sum((report) => report.outflow?.lamports ?? 0n);
  const parts = [
    t('fee {0}', formatLamportsAsSol(fee)),
    ...(tips > 0n ? [t('tips {0}', formatLamportsAsSol(tips))] : []),
    ...(transfers > 0n ? [t('transfers {0}', formatLamportsAsSol(transfers))] : []),
  ];
  const tokens = reports
    .flatMap(({ outflow }) => outflow?.tokens ?? [])
    .map(({ amount, decimals, symbol, mint, source }) =>
      formatTokenAmount(amount, decimals, symbol ?? shortAddress(mint ?? source)),
    );
  const all = `${formatLamportsAsSol(fee + tips + transfers)} (${parts.join(', ')})`;
  return tokens.reduce((sum, token) => t('{0} and {1}', sum, token), all);
}

/** Programs beyond those whose calls are all read may take more than the instructions say. */
export const hasUnreadPrograms = (reports: readonly TransactionReport[]): boolean =>
  reports.some(({ instructions }) => instructions.some(({ name }) => name === null));

export const statePresentations: Readonly<
  Record<LandingState, { readonly words: string; readonly icon: string; readonly color?: string }>
> = {
  sending: { words: t('sending'), icon: 'sync' },
  accepted: { words: t('accepted'), icon: 'mail' },
  seen: { words: t('seen'), icon: 'eye' },
  landed: { words: t('landed'), icon: 'pass-filled', color: 'testing.iconPassed' },
  failed: { words: t('failed on chain'), icon: 'error', color: 'testing.iconFailed' },
  refused: { words: t('refused'), icon: 'circle-slash', color: 'list.warningForeground' },
  expired: { words: t('expired'), icon: 'history', color: 'list.warningForeground' },
  unknown: { words: t('unknown'), icon: 'question', color: 'list.warningForeground' },
};

export const confirmationLabels: Readonly<
  Record<NonNullable<LandingEntry['confirmation']>, string>
> = {
  processed: t('processed'),
  confirmed: t('confirmed'),
  finalized: t('finalized'),
};

export const slotsToLand = (entry: LandingEntry): number | null =>
  entry.landedSlot === null || entry.submittedSlot === null
    ? null
    : Math.max(0, entry.landedSlot - entry.submittedSlot);

export const formatSlots = (slots: number): string =>
  slots === 1 ? t('1 slot') : t('{0} slots', formatCount(slots));
