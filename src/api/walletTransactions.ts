import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { maxWalletsPerRequest, maxWalletTransactions } from './limits.ts';
import { Addresses, Count, IsoTimestamp, Parameters, RawAmount, Response, Text } from './schema.ts';

export const WalletTransaction = Response({
  isSuccess: Type.Boolean(),
  wallet: Text('Signer'),
  signature: Text('Signature'),
  block_number: Count('Slot'),
  timestamp: Type.Union([IsoTimestamp('Block time'), Type.Null()], {
    description: 'Block time; null where the node did not know it',
  }),
  /** Empty if a failed transaction names no mint. */
  mint: Text('Base mint'),
  /** The unit is not published; the embedded service returns lamports. */
  fees: RawAmount('Transaction fee, lamports'),
  net_gains_usd: Type.Number(),
  net_gains_sol: Type.Number(),
});
export type WalletTransaction = Type.Static<typeof WalletTransaction>;

export const walletTransactions = defineOperation({
  method: 'GET',
  path: '/wallets/transactions',
  summary: t('Wallet transactions'),
  parameters: Parameters({
    wallets: Addresses('Wallets', maxWalletsPerRequest),
    isSuccess: Type.Optional(Type.Boolean({ description: 'Only successes, or only failures' })),
  }),
  response: Type.Array(WalletTransaction, { maxItems: maxWalletTransactions }),
  tool: {
    name: 'arbscope_wallet_transactions',
    title: 'Wallet transactions',
    description: 'Newest 50 arbitrage transactions of up to five wallets.',
    more: 'fewer wallets, or isSuccess',
  },
});
