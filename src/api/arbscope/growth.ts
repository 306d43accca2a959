import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import { growthLimitsSeconds } from '../limits.ts';
import {
  Count,
  NullableText,
  nullable,
  OneOf,
  Parameters,
  Response,
  Text,
  Usd,
} from '../schema.ts';
import { arbitrageFilterProperties } from './arbitrageFilter.ts';

export const growthKinds = ['token', 'pool'] as const;
export const maxGrowthPlaces = 1_000;
export const defaultGrowthPlaces = 100;

const figures = {
  revenues_usd: Usd('Gross gains'),
  net_gains_usd: Usd('Net gains'),
  volume_usd: Usd('Volume'),
  transactions: Count('Arbitrages'),
};

export const GrowthPlace = Response({
  token: Text('Mint'),
  amm: NullableText('AMM program of the pool; null for a token'),
  pool: NullableText('Pool; null for a token'),
  ...figures,
  before: nullable(
    Response(figures),
    'The same in the window before; null: none of its blocks is indexed, the figures are unknown',
  ),
  growth: Type.Union([Type.Number(), Type.Null()], {
    description:
      'Change of the gross gains as a fraction of those before; null: none before, or less than 90 % of a window is indexed',
  }),
});
export type GrowthPlace = Type.Static<typeof GrowthPlace>;

const coverage = (which: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `Fraction of the blocks of the ${which} that is indexed; null: none, or the window begins before what is stored of it: sums of tokens, otherwise transactions`,
  });

export const Growth = Response({
  time_range: Count(
    'Seconds of each of the two windows; whole hours, up to the last full one, if they need sums by hour',
  ),
  coverage: coverage('window'),
  coverage_before: coverage('window before'),
  places_total: Count('Tokens or pools with an arbitrage in one of the windows'),
  places: Type.Array(GrowthPlace, {
    description: 'Largest change of the gross gains in USD first; without it, largest gross gains',
  }),
});
export type Growth = Type.Static<typeof Growth>;

export const growth = defineOperation({
  method: 'GET',
  path: '/arbscope/growth',
  summary: t('Growth of tokens or pools'),
  parameters: Parameters({
    by: Type.Optional(OneOf(growthKinds, 'What to compare; token by default')),
    timeRange: Type.Optional(
      Type.Integer({
        ...growthLimitsSeconds,
        description: 'Seconds of the window until now, and of the one before; 86,400 by default',
      }),
    ),
    tokens: Type.Optional({
      ...arbitrageFilterProperties.tokens,
      description: 'Only these mints; all by default',
    }),
    bases: arbitrageFilterProperties.bases,
    wallets: arbitrageFilterProperties.wallets,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxGrowthPlaces,
        description: `Tokens or pools; ${defaultGrowthPlaces} by default`,
      }),
    ),
  }),
  response: Growth,
  isAggregate: true,
  tool: {
    name: 'arbscope_growth',
    title: 'Growth',
    description:
      'Tokens or pools of Solana arbitrage by the change of their gross gains between a time window ' +
      'until now and the window of the same length before it.',
    more: 'a smaller limit, or tokens',
  },
});
