import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatExactAmount } from '../../api/tokenAmounts.ts';
import type { LandingOption, LandingState } from '../../backend/protocol/landingProtocol.ts';
import type { Finding, TransactionReport } from '../../solana/landing/transactionReport.ts';

/** Shows every digit. */
export function formatTokenAmount(amount: bigint, decimals: number | null, symbol: string): string {
  if (decimals === null) return t('{0} units of {1}', formatCount(amount), symbol);
  return `${formatExactAmount(amount, decimals)} ${symbol}`;
}

export const optionLabel = ({ name }: LandingOption): string => {
  if (name === 'cashbackAddress') return t('Cashback goes to');
  if (name === 'skipPreflight') return t('Skip the simulation before sending');
  return t('Option {0}', name);
};

export const findWarnings = (reports: readonly TransactionReport[]): Finding[] =>
  reports.flatMap(({ findings }) => findings.filter(({ rank }) => rank === 'warn'));

export const statePresentations: Readonly<
  Record<LandingState, { readonly label: string; readonly icon: string; readonly color?: string }>
> = {
  sending: { label: t('sending'), icon: 'sync' },
  accepted: { label: t('accepted'), icon: 'mail' },
  seen: { label: t('seen'), icon: 'eye' },
  landed: { label: t('landed'), icon: 'pass-filled', color: 'testing.iconPassed' },
  failed: { label: t('failed'), icon: 'error', color: 'testing.iconFailed' },
  refused: { label: t('refused'), icon: 'circle-slash', color: 'list.warningForeground' },
  expired: { label: t('expired'), icon: 'history', color: 'list.warningForeground' },
  unknown: { label: t('unknown'), icon: 'question', color: 'list.warningForeground' },
};
