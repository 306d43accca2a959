import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { Address, Count, NullableText, nullable, Parameters, Response, Text } from './schema.ts';

/** Metadata members are optional: a mint without metadata has none. */
export const TokenInfo = Response({
  name: Text('Name'),
  symbol: Text('Symbol'),
  decimals: Count('Decimals'),
  program: Text('Token program kind, e.g. spl-token'),
  image_uri: Text('Image URL; empty without one'),
  authorities: Response({
    update: NullableText('May change the metadata'),
    freeze: NullableText('May freeze accounts'),
    close: NullableText('May close the mint'),
    mint: NullableText('May mint more'),
  }),
  metadata: Response({
    pointers: Response({
      onchain: Text('Metadata account'),
      online: Text('URL of the off-chain metadata'),
    }),
    data: Response({
      onchain: Type.Partial(
        Response({
          update_authority: Type.String(),
          mint: Type.String(),
          name: Type.String(),
          symbol: Type.String(),
          uri: Type.String(),
          seller_fee_basis_points: Type.Integer(),
          creators: Type.Array(Type.Unknown()),
          verified: Type.Array(Type.Unknown()),
          share: Type.Array(Type.Unknown()),
          primary_sale_happened: Type.Boolean(),
          is_mutable: Type.Boolean(),
        }),
      ),
      online: Type.Partial(
        Response({
          name: Type.String(),
          symbol: Type.String(),
          image: Type.String(),
          description: Type.String(),
          creator: Type.Partial(Response({ name: Type.String(), site: Type.String() })),
        }),
      ),
    }),
  }),
  /** Not part of the interface, and named as in transactions. */
  price: Type.Optional(nullable(Type.Number(), 'USD per whole token, now; null: not known')),
  price_timestamp: Type.Optional(
    NullableText('ISO 8601 UTC, of the newest swap behind the price; null without a price'),
  ),
  /** Not part of the interface: other clients see a null authority. */
  unknown_members: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Members that could not be read, such as authorities.mint: their value is unknown, and ' +
        'null in them does not mean revoked',
    }),
  ),
});
export type TokenInfo = Type.Static<typeof TokenInfo>;

export const tokenInfo = defineOperation({
  method: 'GET',
  path: '/tokens/infos',
  summary: t('Token info'),
  parameters: Parameters({ token: Address('Token address') }),
  response: TokenInfo,
  failures: {
    404: 'Nothing is known of the token',
    502: 'The node did not respond to an account request',
  },
  tool: {
    name: 'arbscope_token',
    title: 'Token',
    description:
      'Name, symbol, decimals, current price, authorities and metadata of a Solana token. An ' +
      'authority of null is revoked, unless unknown_members names it: then it could not be read.',
  },
});
