import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from './defineOperation.ts';
import { type PercentileKey, percentileKeys, statisticsProviders } from './enumerations.ts';
import { maxListEntries } from './limits.ts';
import {
  Addresses,
  Count,
  KeyedBy,
  LenientNumber,
  OneOf,
  Parameters,
  RawAmountBound,
  Response,
  TimeRange,
  UnixSeconds,
} from './schema.ts';

const PercentileValue = LenientNumber('Value at the percentile by nearest rank');

const percentileProperties = Object.fromEntries(
  percentileKeys.map((key) => [key, PercentileValue]),
) as Record<PercentileKey, typeof PercentileValue>;

/** The twelve published percentiles. `null` if a service has no sample. */
export const PercentileTable = Response(percentileProperties);
export type PercentileTable = Type.Static<typeof PercentileTable>;

export const SampledPercentiles = Response({
  number: Count('Transactions in the sample'),
  percentiles: PercentileTable,
});
export type SampledPercentiles = Type.Static<typeof SampledPercentiles>;

/** Tips: provider -> tip mint -> table. Amounts in the smallest unit of the tip mint. */
export const TipPercentiles = KeyedBy(
  KeyedBy(SampledPercentiles, 'Keyed by the mint used for tipping'),
  'Keyed by provider',
);
export type TipPercentiles = Type.Static<typeof TipPercentiles>;

export const SampledFees = Response({
  ...SampledPercentiles.properties,
  durableNonces: Type.Optional(
    Count('Of the transactions, those with a durable nonce instead of a recent blockhash'),
  ),
  unknownNonces: Type.Optional(Count('Of the transactions, those for which this is unknown')),
});
export type SampledFees = Type.Static<typeof SampledFees>;

/** Fees: provider -> table. Amounts in lamports. */
export const FeePercentiles = KeyedBy(SampledFees, 'Keyed by provider');
export type FeePercentiles = Type.Static<typeof FeePercentiles>;

const filterParameters = {
  wallets: Type.Optional(Addresses('Signer wallets; the whole market when left out')),
  providers: Type.Optional(
    Type.Array(OneOf(statisticsProviders, 'Provider'), { maxItems: maxListEntries }),
  ),
  maxTimeRange: Type.Optional(TimeRange('Only transactions from the end back this far count')),
  /** Not part of the interface. */
  to: Type.Optional(UnixSeconds('End; now by default')),
};

const computeUnitRange = {
  computeUnitMin: Type.Optional(Type.Number({ minimum: 0, description: 'Min compute units' })),
  computeUnitMax: Type.Optional(Type.Number({ minimum: 0, description: 'Max compute units' })),
};

const inputAmountRange = {
  inputAmountMin: Type.Optional(
    RawAmountBound('minimum', 'Min input amount, smallest unit of the base mint'),
  ),
  inputAmountMax: Type.Optional(
    RawAmountBound('maximum', 'Max input amount, smallest unit of the base mint'),
  ),
};

const percentilesMore = 'providers names the providers wanted';

export const tipsByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/tips/by/computeUnit',
  summary: t('Tips percentiles by compute unit'),
  parameters: Parameters({ ...filterParameters, ...computeUnitRange }),
  response: TipPercentiles,
  isAggregate: true,
  tool: {
    name: 'arbscope_tips_by_compute_unit',
    title: 'Tip percentiles by compute units',
    description:
      'Tip percentiles of Solana arbitrage transactions by provider and tip mint, within a range of ' +
      'compute units. number is the sample size.',
    more: percentilesMore,
  },
});

export const tipsByGains = defineOperation({
  method: 'GET',
  path: '/market/tips/by/gains',
  summary: t('Tips percentiles by gains'),
  parameters: Parameters({ ...filterParameters, ...inputAmountRange }),
  response: TipPercentiles,
  isAggregate: true,
  tool: {
    name: 'arbscope_tips_by_gains',
    title: 'Tip percentiles by gains',
    description:
      'Tips as a percentage of the gains of Solana arbitrage transactions, by provider and mint, ' +
      'within a range of input amounts. number is the sample size.',
    more: percentilesMore,
  },
});

export const feesByComputeUnit = defineOperation({
  method: 'GET',
  path: '/market/fees/by/computeUnit',
  summary: t('Fees percentiles by compute unit'),
  parameters: Parameters({ ...filterParameters, ...computeUnitRange }),
  response: FeePercentiles,
  isAggregate: true,
  tool: {
    name: 'arbscope_fees_by_compute_unit',
    title: 'Fee percentiles by compute units',
    description:
      'Transaction fee percentiles of Solana arbitrage transactions in lamports by provider, within ' +
      'a range of compute units. number is the sample size.',
    more: percentilesMore,
  },
});
