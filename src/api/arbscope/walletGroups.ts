import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import { Address, Count, IsoTimestamp, nullable, Parameters, Response, Text } from '../schema.ts';

export const maxReadAttempts = 5_000;
export const defaultReadAttempts = 1_000;

export const TriedGroup = Response({
  pools: Type.Array(
    Response({
      pool: Text('Pool address'),
      amm: Text('AMM program address'),
      mints: Type.Array(Type.String(), { description: 'Its two mints; empty when not known' }),
      used: Count('Transactions that swapped on it'),
    }),
    { description: 'In the order of the instruction' },
  ),
  unknown_pools: Count('Further pools of one of its transactions that are not recognised, at most'),
  tried: Count('Transactions that tried the group'),
  won: Count('Arbitrages among them that used its pools, and no more pools of another group'),
  /** Of what it won; null if one of them is not known. */
  net_gains_usd: nullable(Type.Number(), 'Net gains of what it won, USD; null: not known'),
  net_gains_sol: nullable(Type.Number(), 'Net gains of what it won, SOL; null: not known'),
});
export type TriedGroup = Type.Static<typeof TriedGroup>;

export const WalletGroups = Response({
  wallet: Text('Wallet'),
  transactions: Count('Transactions of the wallet that were read, the newest'),
  unread: Count(
    'Of them, those without a list of pools that can be read: not known what they tried',
  ),
  from: nullable(IsoTimestamp('Oldest that was read'), 'Oldest that was read; null: none'),
  to: nullable(IsoTimestamp('Newest that was read'), 'Newest that was read; null: none'),
  groups: Type.Array(TriedGroup, { description: 'Most often tried first' }),
});
export type WalletGroups = Type.Static<typeof WalletGroups>;

export const walletGroups = defineOperation({
  method: 'GET',
  path: '/arbscope/wallets/groups',
  summary: t('Groups of pools of a wallet'),
  parameters: Parameters({
    wallet: Address('Wallet'),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxReadAttempts,
        description: `Transactions to read; ${defaultReadAttempts} by default`,
      }),
    ),
  }),
  response: WalletGroups,
  isAggregate: true,
});
