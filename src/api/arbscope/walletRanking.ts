import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Count,
  IsoTimestamp,
  OneOf,
  Parameters,
  RawAmount,
  Response,
  Text,
  Usd,
} from '../schema.ts';
import { arbitrageFilterProperties } from './arbitrageFilter.ts';

export const walletOrders = ['gains', 'transactions', 'success', 'tips'] as const;
export const maxRankedWallets = 100;
export const defaultRankedWallets = 20;
/** An embedded store keeps sums by wallet for as long by default. */
const maxRankingSeconds = 90 * 86_400;

export const RankedWallet = Response({
  wallet: Text('Wallet'),
  rank: Count('Place in the order, from 1; equal values share the better place'),
  /** Null if the total is not above 0, or in the order by success. */
  share: Type.Union([Type.Number(), Type.Null()], {
    description: "Fraction of all wallets' sum in this order; null where it means nothing",
  }),
  net_gains_usd: Usd('Net gains'),
  net_gains_sol: Type.Number({ description: 'Net gains, SOL' }),
  revenues_usd: Usd('Gross gains'),
  volume_usd: Usd('Volume'),
  transactions: Response({
    success: Count('Successes'),
    fail: Count('Failures'),
    total: Count('Both'),
  }),
  success_rate: Type.Number({ description: 'Successes among all, 0 to 1' }),
  tips: RawAmount('Tips in SOL, lamports'),
  fees: RawAmount('Transaction fees, lamports'),
  bot: Type.Union([Type.String(), Type.Null()], {
    description: 'Bot family or program used most; null: none was recognised',
  }),
});
export type RankedWallet = Type.Static<typeof RankedWallet>;

export const WalletRanking = Response({
  time_range: Count('Window, seconds'),
  /** Missing if the whole window counts. */
  rows_from: Type.Optional(
    IsoTimestamp(
      'Transactions count from here on: earlier ones are deleted, and no sums of whole hours have them',
    ),
  ),
  /** All wallets that pass the filter, listed or not. */
  wallets_total: Count('Wallets ranked'),
  net_gains_usd: Usd('Net gains of all ranked wallets'),
  wallets: Type.Array(RankedWallet, { maxItems: maxRankedWallets }),
});
export type WalletRanking = Type.Static<typeof WalletRanking>;

const { wallets: _, ...filterWithoutWallets } = arbitrageFilterProperties;

export const walletRanking = defineOperation({
  method: 'GET',
  path: '/arbscope/wallets',
  summary: t('Wallet ranking'),
  parameters: Parameters({
    ...filterWithoutWallets,
    /** Ranks and shares still refer to all wallets. */
    wallets: Type.Optional({
      ...arbitrageFilterProperties.wallets,
      maxItems: maxRankedWallets,
      description: 'List these alone, with their places among all',
    }),
    timeRange: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: maxRankingSeconds },
        description: 'Window until now, seconds; 86,400 by default',
      }),
    ),
    order: Type.Optional(OneOf(walletOrders, 'Order; gains by default')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRankedWallets,
        description: `Wallets; ${defaultRankedWallets} by default`,
      }),
    ),
  }),
  response: WalletRanking,
  isAggregate: true,
  tool: {
    name: 'arbscope_wallet_ranking',
    title: 'Wallet ranking',
    description:
      'Wallets of Solana arbitrage bots ranked by net gains, transactions, success rate or tips in a ' +
      'time window.',
    more: 'a smaller limit, or wallets',
  },
});
