import { t } from '@vscode/l10n';
import Type from 'typebox';
import { statisticsProviders } from './enumerations.ts';
import { walletsPerRequest } from './limits.ts';
import { defineOperation } from './operation.ts';
import { Addresses, Count, KeyedBy, OneOf, Parameters, Response } from './schema.ts';

const split = (unit: string) =>
  Response({
    success: Type.Number({ description: `Of successes, ${unit}` }),
    fail: Type.Number({ description: `Of failures, ${unit}` }),
    total: Type.Number({ description: `Of both, ${unit}` }),
  });

/** A wallet's last 24 hours. */
export const WalletOverviewEntry = Response({
  gains: Response({ SOL: split('SOL'), USD: split('USD') }),
  volume: Response({ SOL: split('SOL'), USD: split('USD') }),
  transactions: Response({
    success: Count('Successes'),
    fail: Count('Failures'),
    total: Count('Both'),
  }),
});
export type WalletOverviewEntry = Type.Static<typeof WalletOverviewEntry>;

export const walletOverview = defineOperation({
  method: 'GET',
  path: '/wallets/overview',
  summary: t('Wallet overview'),
  parameters: Parameters({
    wallets: Addresses('Wallets', walletsPerRequest),
    provider: Type.Optional(OneOf(statisticsProviders, 'Provider')),
  }),
  response: KeyedBy(WalletOverviewEntry, 'Keyed by wallet'),
});
