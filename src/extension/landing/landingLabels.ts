import { t } from '@vscode/l10n';
import { formatCount, formatExactAmount, formatSignedUsd } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import type {
  LandingEntry,
  LandingOption,
  LandingState,
} from '../../backend/protocol/landingProtocol.ts';
import type { Finding, TransactionReport } from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

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

/** `gain`: of an arbitrage, USD. */
export function landingOutcome(
  { state, signature, message, submittedSlot, landedSlot }: LandingEntry,
  gain: number | null,
): { readonly kind: 'info' | 'warning' | 'error'; readonly text: string } {
  const name = shortAddress(signature);
  switch (state) {
    case 'landed': {
      const slots =
        submittedSlot === null || landedSlot === null ? null : landedSlot - submittedSlot;
      const text = slots === null ? t('{0} landed', name) : landedAfter(name, slots);
      return { kind: 'info', text: gain === null ? text : joinList([text, formatSignedUsd(gain)]) };
    }
    case 'failed':
      return { kind: 'error', text: t('{0} failed on chain: {1}', name, message) };
    case 'expired':
      return {
        kind: 'warning',
        text: t('{0} expired: it cannot land any more. Sign it again to retry.', name),
      };
    default:
      return { kind: 'warning', text: joinLabel(name, message) };
  }
}

function landedAfter(name: string, slots: number): string {
  if (slots <= 0) return t('{0} landed in the slot in which it was sent', name);
  if (slots === 1) return t('{0} landed in 1 slot', name);
  return t('{0} landed in {1} slots', name, formatCount(slots));
}
