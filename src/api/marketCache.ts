import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { Addresses, KeyedBy, Parameters, Response, Text } from './schema.ts';

/** Roles with the numbers of Solana's AccountRole (inferred from a published example). */
export const accountRoles = {
  readonly: 0,
  writable: 1,
  readonlySigner: 2,
  writableSigner: 3,
} as const;

export const MarketCacheAccount = Response({
  address: Text('Account; empty where the caller must fill in its own, or where it is not known'),
  role: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: 'Account role: 0 readonly, 1 writable, 2 readonly signer, 3 writable signer',
  }),
  name: Text('Role of the account; payer and names with user are those of the caller'),
  isCaller: Type.Optional(Type.Boolean({ description: 'The caller must set its own address' })),
  isUnknown: Type.Optional(
    Type.Boolean({ description: 'The address follows from nothing imported, seen or derived' }),
  ),
});
export type MarketCacheAccount = Type.Static<typeof MarketCacheAccount>;

export const MarketCacheEntry = Response({
  pubkey: Text('Pool address'),
  owner: Text('AMM program that owns the pool'),
  params: Type.Optional(KeyedBy(Type.Unknown(), 'AMM-specific addresses and values')),
  accounts: Type.Optional(Type.Array(MarketCacheAccount)),
  accountsNote: Type.Optional(
    Text(
      'Only if the newest swap of the program has other accounts than those listed: what differs',
    ),
  ),
});
export type MarketCacheEntry = Type.Static<typeof MarketCacheEntry>;

export const marketCache = defineOperation({
  method: 'GET',
  path: '/market/cache',
  summary: t('Market cache'),
  parameters: Parameters({
    onlyjup: Type.Optional(Type.Boolean({ description: "Only the aggregator's own cache" })),
    accounts: Type.Optional(Type.Boolean({ description: 'With the account structure' })),
    tokens: Type.Optional(Addresses('Only pools whose two mints are both listed')),
  }),
  response: Type.Array(MarketCacheEntry),
  isUnshared: true,
});
