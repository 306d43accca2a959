import { count, lamportsAsSol } from '../../interface/figures.ts';
import type { LandingEntry, LandingState } from '../../market/landingProtocol.ts';
import type { TransactionReport } from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Raw token amount with its decimals, every digit. */
export function tokenAmount(amount: bigint, decimals: number | null, symbol: string): string {
  if (decimals === null) return `${count(amount)} of the smallest unit of ${symbol}`;
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${count(BigInt(whole))}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}

/** What may be gone when it is sent, as far as its instructions tell. */
export function amountAtRisk(reports: readonly TransactionReport[]): string {
  const sum = (read: (report: TransactionReport) => bigint) =>
    reports.reduce((total, report) => total + read(report), 0n);
  const fee = sum((report) => report.fee?.feeLamports ?? 0n);
  const tips = sum((report) => report.outflow?.tipLamports ?? 0n);
  const transfers = sum((report) => report.outflow?.lamports ?? 0n);
  const parts = [
    `fee ${lamportsAsSol(fee)}`,
    ...(tips > 0n ? [`tips ${lamportsAsSol(tips)}`] : []),
    ...(transfers > 0n ? [`transfers ${lamportsAsSol(transfers)}`] : []),
  ];
  const tokens = reports
    .flatMap(({ outflow }) => outflow?.tokens ?? [])
    .map(({ amount, decimals, symbol, mint, source }) =>
      tokenAmount(amount, decimals, symbol ?? shortAddress(mint ?? source)),
    );
  const all = `${lamportsAsSol(fee + tips + transfers)} (${parts.join(', ')})`;
  return [all, ...tokens].join(' and ');
}

/** Programs beyond those whose calls are all read may take more than the instructions say. */
export const mayTakeMore = (reports: readonly TransactionReport[]): boolean =>
  reports.some(({ instructions }) => instructions.some(({ name }) => name === null));

/** What a state is called, and what it looks like. */
export const stateLooks: Readonly<
  Record<LandingState, { readonly words: string; readonly icon: string; readonly color?: string }>
> = {
  sending: { words: 'sending', icon: 'sync' },
  accepted: { words: 'accepted', icon: 'mail' },
  seen: { words: 'seen', icon: 'eye' },
  landed: { words: 'landed', icon: 'pass-filled', color: 'testing.iconPassed' },
  failed: { words: 'failed on chain', icon: 'error', color: 'testing.iconFailed' },
  refused: { words: 'refused', icon: 'circle-slash', color: 'list.warningForeground' },
  expired: { words: 'expired', icon: 'history', color: 'list.warningForeground' },
  unknown: { words: 'unknown', icon: 'question', color: 'list.warningForeground' },
};

export const slotsToLand = (entry: LandingEntry): number | null =>
  entry.landedSlot === null || entry.submittedSlot === null
    ? null
    : Math.max(0, entry.landedSlot - entry.submittedSlot);

export const slotsWords = (slots: number): string =>
  `${count(slots)} ${slots === 1 ? 'slot' : 'slots'}`;
