import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import type {
  BoundsContent,
  CoverageContent,
  CoverageState,
  ReportContent,
} from '../messages/coverage.ts';
import { formatShareOf } from './format.ts';

export type ShareKind =
  | 'covered'
  | 'missing-pool'
  | 'different-groups'
  | 'base-mint'
  | 'no-net-gain'
  | 'unknown-gain'
  | 'possible'
  | 'other';

/** All parts together are the whole. */
export interface GainShare {
  readonly kind: ShareKind;
  readonly label: string;
  readonly transactions: number;
  /** Null: the parts of arbitrages without a net gain, or without a known one. */
  readonly netGainsUsd: number | null;
}

const withoutGain: readonly string[] = ['no-net-gain', 'unknown-gain'];

/** Includes arbitrages without a net gain, or without a known one. */
export const sampleOf = ({ total, causes }: ReportContent): number =>
  causes.reduce(
    (sum, { cause, transactions }) => sum + (withoutGain.includes(cause) ? transactions : 0),
    total.transactions,
  );

/** Adds up to 100 % of net gain and arbitrages. */
export function reportShares(
  { covered, causes }: ReportContent,
  { percentile }: Pick<CoverageState, 'percentile'>,
): GainShare[] {
  const labels = {
    'missing-pool': t('Pool not in the file'),
    'different-groups': t('Pools in different groups'),
    'base-mint': t('Base token not allowed'),
    'no-net-gain': percentile === null ? t('No net gain') : t('No net gain at {0}', percentile),
    'unknown-gain': t('Price unknown'),
  } as const;
  const order = [
    'missing-pool',
    'different-groups',
    'base-mint',
    'no-net-gain',
    'unknown-gain',
  ] as const;
  return [
    {
      kind: 'covered',
      label: t('Covered'),
      transactions: covered.transactions,
      netGainsUsd: covered.net_gains_usd,
    },
    ...order.flatMap((kind): GainShare[] => {
      const figures = causes.find(({ cause }) => cause === kind);
      const transactions = figures?.transactions ?? 0;
      if (kind === 'unknown-gain' && transactions === 0) return [];
      const netGainsUsd = withoutGain.includes(kind) ? null : (figures?.net_gains_usd ?? 0);
      return [{ kind, label: labels[kind], transactions, netGainsUsd }];
    }),
  ];
}

/** Certain, possible and impossible coverage; the last only if the market's total is known. */
export function boundsShares({ total, covered: { lower, upper } }: BoundsContent): GainShare[] {
  const difference = (from: number, to: number) => Math.max(0, to - from);
  return [
    {
      kind: 'covered',
      label: t('Covered at least'),
      transactions: lower.transactions,
      netGainsUsd: lower.net_gains_usd,
    },
    {
      kind: 'possible',
      label: t('Possibly covered'),
      transactions: difference(lower.transactions, upper.transactions),
      netGainsUsd: difference(lower.net_gains_usd, upper.net_gains_usd),
    },
    ...(total === null
      ? []
      : [
          {
            kind: 'other' as const,
            label: t('Not covered'),
            transactions: difference(upper.transactions, total.transactions),
            netGainsUsd: difference(upper.net_gains_usd, total.net_gains_usd),
          },
        ]),
  ];
}

export const sharesOf = ({ coverage, state }: CoverageContent): GainShare[] => {
  if (coverage === null) return [];
  return coverage.kind === 'report' ? reportShares(coverage, state) : boundsShares(coverage);
};

export const sumOfGains = (shares: readonly GainShare[]): number =>
  shares.reduce((sum, { netGainsUsd }) => sum + (netGainsUsd ?? 0), 0);

/** Texts of the bar's parts, left to right: `Covered: 55.2%`, `Pool not in the file: 36.3%`. */
export function shareTexts(shares: readonly GainShare[]): string[] {
  const total = sumOfGains(shares);
  return shares.flatMap(({ label, netGainsUsd }) =>
    netGainsUsd === null ? [] : [joinLabel(label, formatShareOf(netGainsUsd, total))],
  );
}

/** Positions of the parts in the bar, 0 to 1; without the part that has no net gain. */
export function barSegments(
  shares: readonly GainShare[],
): { readonly share: GainShare; readonly from: number; readonly to: number }[] {
  const total = sumOfGains(shares);
  let sum = 0;
  return shares.flatMap((share) => {
    const gain = share.netGainsUsd ?? 0;
    if (gain <= 0 || total <= 0) return [];
    const from = sum / total;
    sum += gain;
    return [{ share, from, to: sum / total }];
  });
}
