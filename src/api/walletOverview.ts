import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { statisticsProviders } from './enumerations.ts';
import { maxWalletsPerRequest } from './limits.ts';
import { Addresses, Count, KeyedBy, OneOf, Parameters, Response } from './schema.ts';

const outcomeTotals = (unit: string) =>
  Response({
    success: Type.Number({ description: `Of successes, ${unit}` }),
    fail: Type.Number({ description: `Of failures, ${unit}` }),
    total: Type.Number({ description: `Of both, ${unit}` }),
  });

/** A wallet's last 24 hours. */
export const WalletTotals = Response({
  gains: Response({ SOL: outcomeTotals('SOL'), USD: outcomeTotals('USD') }),
  volume: Response({ SOL: outcomeTotals('SOL'), USD: outcomeTotals('USD') }),
  transactions: Response({
    success: Count('Successes'),
    fail: Count('Failures'),
    total: Count('Both'),
  }),
});
export type WalletTotals = Type.Static<typeof WalletTotals>;

export const walletOverview = defineOperation({
  method: 'GET',
  path: '/wallets/overview',
  summary: t('Wallet overview'),
  parameters: Parameters({
    wallets: Addresses('Wallets', maxWalletsPerRequest),
    provider: Type.Optional(OneOf(statisticsProviders, 'Provider')),
  }),
  response: KeyedBy(WalletTotals, 'Keyed by wallet'),
  tool: {
    name: 'arbscope_wallet_overview',
    title: 'Wallet overview',
    description:
      'Gains, volume and transactions of up to five arbitrage wallets in the last 24 hours, ' +
      'successful and failed.',
    more: 'fewer wallets',
  },
});
