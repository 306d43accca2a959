import { smallSampleSize } from '../charts/smallSample.ts';
import { percentOf, type TipBox, tipBoxOf } from '../charts/tipBox.ts';
import type { ProviderTips, WalletContent } from '../messages/wallet.ts';

export interface WalletTips {
  readonly sample: number;
  /** Null: too few for percentiles. */
  readonly box: TipBox | null;
  /** Percentile of the wallet's median among the market's tips; null: not known. */
  readonly inMarket: number | null;
}

export interface TipsRow {
  readonly provider: string;
  readonly marketSample: number;
  /** Null: too few for percentiles. */
  readonly market: TipBox | null;
  /** In wallet order; null: never tipped this provider. */
  readonly wallets: readonly (WalletTips | null)[];
}

const maxRows = 8;
const noProvider = 'NO_PROVIDER';

/** By descending number of tips. */
export function tipsRows({ wallets, marketTips }: WalletContent): TipsRow[] {
  const tipsOf = (tips: readonly ProviderTips[], provider: string) =>
    tips.find((each) => each.provider === provider);
  const providers = new Set(wallets.flatMap(({ tips }) => tips.map(({ provider }) => provider)));
  providers.delete(noProvider);
  const sampleOf = ({ wallets: own }: TipsRow) =>
    own.reduce((sum, each) => sum + (each?.sample ?? 0), 0);
  return [...providers]
    .map((provider) => {
      const market = tipsOf(marketTips, provider);
      const isEnough = market !== undefined && market.sample >= smallSampleSize;
      return {
        provider,
        marketSample: market?.sample ?? 0,
        market: market === undefined ? null : tipBoxOf(market),
        wallets: wallets.map(({ tips }) => {
          const own = tipsOf(tips, provider);
          if (own === undefined || own.sample === 0) return null;
          const box = tipBoxOf(own);
          const inMarket = box !== null && isEnough ? percentOf(market.values, box.p50) : null;
          return { sample: own.sample, box, inMarket };
        }),
      };
    })
    .filter((row) => sampleOf(row) > 0)
    .sort((a, b) => sampleOf(b) - sampleOf(a))
    .slice(0, maxRows);
}

/** Transactions without a tip to a known provider. */
export const untippedCounts = ({ wallets }: WalletContent): number[] =>
  wallets.map(({ tips }) => tips.find(({ provider }) => provider === noProvider)?.sample ?? 0);
