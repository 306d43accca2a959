import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { finderBots, finderProviders } from './enumerations.ts';
import {
  finderTokensMaxRange,
  maxFinderPoolsPerAmm,
  maxListEntries,
  minFinderMarketCapUsd,
  minFinderTransactions,
} from './limits.ts';
import {
  Address,
  Addresses,
  Count,
  formatDescriptionKey,
  KeyedBy,
  OneOf,
  Parameters,
  RawAmount,
  Response,
  Text,
  TimeRange,
  Usd,
} from './schema.ts';

const usdLimit = (description: string) =>
  Type.Optional(Type.Number({ description: `${description}, USD` }));
const percentileParameter = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[pP]?(100|[0-9]{1,2})$',
      description: `${description}: p50 or 50`,
      [formatDescriptionKey]: t('a percentile from p0 to p100, such as p50 or 50'),
    }),
  );

export const FinderParameters = Parameters({
  tokensMint: Type.Array(Address('Base58'), {
    minItems: 1,
    maxItems: maxListEntries,
    description: 'Base token mints of the arbitrages',
  }),
  tokensExclude: Type.Optional(Addresses('Mints to leave out of the ranking')),
  tokensMax: Type.Optional(
    Type.Integer({
      minimum: finderTokensMaxRange.minimum,
      maximum: finderTokensMaxRange.maximum,
      description: 'Max tokens, ranked by gross revenues',
    }),
  ),
  tokensTimeRange: Type.Optional(TimeRange('Ranking window')),
  tokensMinMarketCap: Type.Optional(
    Type.Number({ minimum: minFinderMarketCapUsd, description: 'Market cap, USD' }),
  ),
  tokensMaxMarketCap: usdLimit('Market cap; a high value disables the bound'),
  tokensMinVolume: usdLimit('Volume within tokensTimeRange'),
  tokensMaxVolume: usdLimit('Volume within tokensTimeRange'),
  /** Undocumented except in the interface's `service-notes`. */
  tokensMinVolumeArbitrage: usdLimit('Arbitrage volume within tokensTimeRange'),
  tokensMaxVolumeArbitrage: usdLimit('Arbitrage volume within tokensTimeRange'),
  tokensMinVolumeTrade: usdLimit('Trade volume within tokensTimeRange'),
  tokensMaxVolumeTrade: usdLimit('Trade volume within tokensTimeRange'),
  tokensMinRevenues: usdLimit('Gross gains'),
  tokensMaxRevenues: usdLimit('Gross gains'),
  tokensMinProfits: usdLimit('Net gains'),
  tokensMaxProfits: usdLimit('Net gains'),
  tokensMinLiquidity: usdLimit('Token liquidity'),
  tokensMaxLiquidity: usdLimit('Token liquidity'),
  tokensMinTransactions: Type.Optional(
    Type.Integer({ minimum: minFinderTransactions, description: 'Transaction count' }),
  ),
  tokensMaxTransactions: Type.Optional(Type.Integer({ description: 'Transaction count' })),
  tokensMinPool: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Fewest pools of an AMM, before tokensAMMS limits them',
    }),
  ),
  tokensAMMS: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44},(0?[0-9]|10)$',
        description: '<amm_address>,<max_pools>',
        [formatDescriptionKey]: t(
          '{0} with at most {1} pools',
          '<amm_address>,<max_pools>',
          maxFinderPoolsPerAmm,
        ),
      }),
      { maxItems: maxListEntries, description: 'Max pools of each AMM' },
    ),
  ),
  thresholdMaxTimeRange: Type.Optional(TimeRange('Threshold window')),
  thresholdProfits: usdLimit('Net-gain threshold'),
  thresholdRevenues: usdLimit('Gross-gain threshold'),
  thresholdTransactions: Type.Optional(
    Type.Integer({ description: 'Transaction-count threshold' }),
  ),
  thresholdProvider: Type.Optional(OneOf(finderProviders, 'Provider of the threshold')),
  thresholdBot: Type.Optional(OneOf(finderBots, 'Bot of the threshold')),
  percentilesFees: percentileParameter('Percentile of fees'),
  percentilesTips: percentileParameter('Percentile of tips'),
  percentilesProvider: Type.Optional(OneOf(finderProviders, 'Provider of the percentiles')),
  percentilesBot: Type.Optional(OneOf(finderBots, 'Bot of the percentiles')),
  percentilesTimeRange: Type.Optional(TimeRange('Percentile window')),
  wallets: Type.Optional(Addresses('Signer wallets; all transactions when left out')),
});
export type FinderParameters = Type.Static<typeof FinderParameters>;

const gainProperties = {
  profits: Usd('Net gains'),
  revenues: Usd('Gross gains'),
  transactions: Count('Transactions'),
};

export const PoolRollup = Response({
  address: Text('Pool address'),
  ...gainProperties,
  /** Empty if no lookup table is known to contain the pool. */
  lookupTable: Text('Address lookup table of the pool'),
});
export type PoolRollup = Type.Static<typeof PoolRollup>;

export const AmmRollup = Response({
  address: Text('AMM address'),
  ...gainProperties,
  pools: Type.Array(PoolRollup),
});
export type AmmRollup = Type.Static<typeof AmmRollup>;

export const TokenRanking = Response({
  mint: Text('Token mint'),
  profits: Usd('Net gains in the ranking window'),
  revenues: Usd('Gross gains in the ranking window'),
  transactions: Count('Transactions'),
  volume: Usd('Volume'),
  marketCap: Usd('Market cap'),
  liquidity: Usd('Liquidity'),
  AMMs: Type.Array(AmmRollup),
});
export type TokenRanking = Type.Static<typeof TokenRanking>;

export const Threshold = Response({
  isArbitrageRecommended: Type.Boolean({ description: 'Recommendation' }),
  thresholdProfits: Usd('Net-gain threshold in effect'),
  profits: Usd('Net gains observed in the threshold window'),
  thresholdRevenues: Usd('Gross-gain threshold in effect'),
  revenues: Usd('Gross gains observed'),
  thresholdTransactions: Count('Transaction-count threshold in effect'),
  transactions: Count('Transactions observed'),
  timeRange: Count('Threshold window, seconds'),
  thresholdProvider: Text('Provider filter in effect'),
  thresholdBot: Text('Bot filter in effect'),
});
export type Threshold = Type.Static<typeof Threshold>;

export const FinderPercentile = Response({
  percentile: Text('Label, p<NN>'),
  percentileInt: Count('The same as an integer'),
  amount: RawAmount('Value at the percentile, lamports; 0 with transactions 0: no sample'),
  transactions: Count('Sample size'),
  timeRange: Count('Statistics window, seconds'),
});
export type FinderPercentile = Type.Static<typeof FinderPercentile>;

const optionalNumber = Type.Optional(Type.Number());
const optionalInteger = Type.Optional(Type.Integer());
const optionalText = Type.Optional(Type.String());
const optionalTexts = Type.Optional(Type.Array(Type.String()));

/** The applied filters as the service echoes them; each may be missing. */
export const AppliedFilters = Response({
  wallets: optionalTexts,
  tokensMint: optionalTexts,
  tokensExclude: optionalTexts,
  tokensMax: optionalInteger,
  tokensTimeRange: optionalInteger,
  thresholdMaxTimeRange: optionalInteger,
  thresholdTransactions: optionalInteger,
  percentilesTimeRange: optionalInteger,
  tokensMinMarketCap: optionalNumber,
  tokensMaxMarketCap: optionalNumber,
  tokensMinVolume: optionalNumber,
  tokensMaxVolume: optionalNumber,
  tokensMinRevenues: optionalNumber,
  tokensMaxRevenues: optionalNumber,
  tokensMinProfits: optionalNumber,
  tokensMaxProfits: optionalNumber,
  tokensMinTransactions: optionalNumber,
  tokensMaxTransactions: optionalNumber,
  thresholdProfits: optionalNumber,
  thresholdRevenues: optionalNumber,
  thresholdProvider: optionalText,
  thresholdBot: optionalText,
  percentilesFees: optionalText,
  percentilesTips: optionalText,
  percentilesProvider: optionalText,
  percentilesBot: optionalText,
  tokensAMMS: Type.Optional(KeyedBy(Type.Integer(), 'AMM address -> most pools')),
});
export type AppliedFilters = Type.Static<typeof AppliedFilters>;

export const FinderResult = Response({
  tokens: Type.Array(TokenRanking, { description: 'Ordered by gross revenues' }),
  threshold: Threshold,
  fees: FinderPercentile,
  tips: FinderPercentile,
  filters: AppliedFilters,
  /** Not part of the interface. */
  tokensUnknownMarketCap: Type.Optional(
    Count('Tokens listed though the bounds for the market cap could not be applied: it is unknown'),
  ),
  tokensUnknownLiquidity: Type.Optional(
    Count('Tokens listed though the bounds for the liquidity could not be applied: it is unknown'),
  ),
});
export type FinderResult = Type.Static<typeof FinderResult>;

export const finder = defineOperation({
  method: 'GET',
  path: '/finder',
  summary: t('Find trending tokens'),
  parameters: FinderParameters,
  response: FinderResult,
  isAggregate: true,
  tool: {
    name: 'arbscope_finder',
    title: 'Finder',
    description:
      'Solana tokens that arbitrage bots profit from now, with AMMs and pools, ranked by gross ' +
      'gains: also whether arbitrage is recommended by the given thresholds, and one percentile of ' +
      'fees and tips. A marketCap or liquidity of 0 is unknown. tokensMint is the base token, usually ' +
      'So11111111111111111111111111111111111111112.',
    more: 'tokensExclude with the mints shown gives the tokens after them; a smaller tokensMax shows more AMMs and pools of each; tokensAMMS names the AMMs wanted',
  },
});
