import { t } from '@vscode/l10n';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatLamports,
  formatLamportsAsSol,
  formatPercent,
  withPlusSign,
} from '../../api/format.ts';
import { formatPercentile } from '../charts/percentileAt.ts';
import { smallSampleSize } from '../charts/smallSample.ts';
import { percentOf, type TipBox, tipBoxOf } from '../charts/tipBox.ts';
import type { Advice } from '../messages/simulate.ts';

export interface AdviceItem {
  /** A suggested change, or only information. */
  readonly kind: 'change' | 'note';
  readonly title: string;
  readonly figure: string;
  readonly reasons: readonly string[];
  readonly action: { readonly copy: string } | 'percentiles' | null;
  readonly strip: TipStrip | null;
}

/** A tip compared with the tips to its provider, lamports. */
export interface TipStrip {
  readonly provider: string;
  readonly box: TipBox;
  readonly tip: number;
  /** Null: none. */
  readonly breakEven: number | null;
}

export const adviceItems = (advice: Advice): AdviceItem[] => {
  switch (advice.kind) {
    case 'unit-limit':
      return [unitLimitItem(advice)];
    case 'tip':
      return tipItems(advice);
    case 'loaded-data':
      return [loadedDataItem(advice)];
  }
};

type AdviceOf<Kind extends Advice['kind']> = Extract<Advice, { readonly kind: Kind }>;

const change = (from: string, to: string): string => `${from} → ${to}`;

function unitLimitItem(advice: AdviceOf<'unit-limit'>): AdviceItem {
  const { limit, isSet, used, marginPercent, suggested, feeChange } = advice;
  const margin = formatPercent(marginPercent / 100);
  const fee = feeChange === null ? 0n : BigInt(feeChange);
  return {
    kind: 'change',
    title: t('Compute unit limit'),
    figure: change(formatCount(limit), formatCount(suggested)),
    reasons: [
      suggested > limit
        ? t('Used {0}; less than your margin of {1} is left.', formatCount(used), margin)
        : t('Used {0} plus your margin of {1}.', formatCount(used), margin),
      isSet ? '' : t('Not set: the default is in effect.'),
      fee === 0n
        ? ''
        : t('Priority fee {0} at the same price per unit.', withPlusSign(formatLamportsAsSol(fee))),
    ],
    action: { copy: String(suggested) },
    strip: null,
  };
}

function tipItems(advice: AdviceOf<'tip'>): AdviceItem[] {
  const { provider, market, fault } = advice;
  const tip = BigInt(advice.tip);
  const breakEven = advice.breakEven === null ? null : BigInt(advice.breakEven);
  const isWorth = breakEven !== null && breakEven > 0n;
  const isEnough = market !== null && market.sample >= smallSampleSize;
  const box = market === null ? null : tipBoxOf(market);
  const rankOf = (amount: bigint): string | null => {
    const rank = isEnough ? percentOf(market.values, Number(amount)) : null;
    return rank === null ? null : formatPercentile(rank);
  };
  const rank = rankOf(tip);
  const tipItem: AdviceItem = {
    kind: 'note',
    title: t('Tip'),
    figure: isWorth
      ? t(
          '{0} = {1} of the gain',
          formatLamports(tip),
          formatPercent(Number(tip) / Number(breakEven)),
        )
      : formatLamports(tip),
    reasons: [
      breakEven === null ? '' : t('Gain after fees {0}.', formatCount(breakEven)),
      ...(rank !== null && box !== null && market !== null
        ? [
            t('About {0} of {1}; p50 is {2}.', rank, provider, formatCount(box.p50)),
            t(
              'n = {0} tips, last {1}.',
              formatCount(market.sample),
              formatDuration(market.windowSeconds),
            ),
          ]
        : [noMarketText(advice)]),
    ],
    action: fault === '' ? 'percentiles' : null,
    strip:
      box === null || !isEnough
        ? null
        : { provider, box, tip: Number(tip), breakEven: isWorth ? Number(breakEven) : null },
  };
  if (breakEven === null) return [tipItem];
  const near = isWorth ? rankOf(breakEven) : null;
  return [
    tipItem,
    {
      kind: 'note',
      title: t('Break-even tip'),
      figure: isWorth ? formatLamports(breakEven) : t('none'),
      reasons: [
        isWorth
          ? t('A higher tip turns the net gain negative.')
          : t('The fees exceed the gain, even without a tip.'),
        near === null ? '' : t('It is near {0} {1}.', provider, near),
      ],
      action: isWorth ? { copy: String(breakEven) } : null,
      strip: null,
    },
  ];
}

function noMarketText({ provider, market, fault }: AdviceOf<'tip'>): string {
  if (fault !== '') return t('Percentiles are not available: {0}', fault);
  if (market === null || market.sample === 0)
    return t('No tips to {0} in the last hour.', provider);
  return t(
    '{0} tips to {1} in the last {2}: too few for percentiles.',
    formatCount(market.sample),
    provider,
    formatDuration(market.windowSeconds),
  );
}

function loadedDataItem(advice: AdviceOf<'loaded-data'>): AdviceItem {
  const { limit, isSet, loaded, suggested, costNow, costSuggested } = advice;
  return {
    kind: 'change',
    title: t('Loaded accounts data limit'),
    figure: change(formatBytes(limit), formatBytes(suggested)),
    reasons: [
      t('Loads {0}.', formatBytes(loaded)),
      isSet ? '' : t('Not set: the default is in effect.'),
      t(
        'Counts {0} instead of {1} compute units toward the block.',
        formatCount(costSuggested),
        formatCount(costNow),
      ),
    ],
    action: { copy: String(suggested) },
    strip: null,
  };
}
