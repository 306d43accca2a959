import { t } from '@vscode/l10n';
import Type, { type TSchema } from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Address,
  Addresses,
  Count,
  IsoTimestamp,
  OneOf,
  Parameters,
  Response,
  RowsFrom,
  Text,
  UnixSeconds,
  Usd,
} from '../schema.ts';

export const maxCoveragePools = 50_000;
const maxCoverageGroups = 20_000;
const maxBaseMints = 50;
const maxMissingAmms = 100;
export const maxMissingPools = 100;

/** Percentiles for the assumed tips and fees of a config; by default those paid are used. */
export const coveragePercentiles = ['p25', 'p50', 'p75', 'p95', 'p99'] as const;
export type CoveragePercentile = (typeof coveragePercentiles)[number];

/**
 * Why an arbitrage was not covered; the first that applies, in this order:
 * a gain or cost without a known price, no gain after tips and fees, another base token, a pool
 * missing from all groups, pools of different groups.
 */
export const coverageCauses = [
  'unknown-gain',
  'no-net-gain',
  'base-mint',
  'missing-pool',
  'different-groups',
] as const;
export type CoverageCause = (typeof coverageCauses)[number];

export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const coveredConfigProperties = {
  groups: Type.Array(
    Type.Array(Address('Base58'), { maxItems: maxCoveragePools, description: 'Pools' }),
    {
      maxItems: maxCoverageGroups,
      description: 'Groups of pools; the bot combines the pools of one group in a transaction',
    },
  ),
  base_mints: Type.Optional(
    Addresses('Base tokens that the bot trades from; all by default', maxBaseMints),
  ),
};

export const coverageWindowProperties = {
  from: Type.Optional(UnixSeconds('Start; 24 hours before the end by default')),
  to: Type.Optional(UnixSeconds('End; now by default')),
  percentile: Type.Optional(
    OneOf(
      coveragePercentiles,
      "Tips at this percentile of their provider's in the window, and fees at that of its fees; as paid by default",
    ),
  ),
};

/** Totals of arbitrages with a net gain after the assumed tips and fees. */
export const CoverageFigures = Response({
  transactions: Count('Arbitrages'),
  revenues_usd: Usd('Gross gains'),
  net_gains_usd: Usd('Net gains after the tips and fees assumed'),
});
export type CoverageFigures = Type.Static<typeof CoverageFigures>;

export const AssumedCosts = Response({
  provider: Text('Provider; NO_PROVIDER: without a tip'),
  number: Count('Arbitrages in the sample'),
  tips: Count('Tip at the percentile, lamports'),
  fees: Count('Fee at the percentile, lamports'),
});
export type AssumedCosts = Type.Static<typeof AssumedCosts>;

export const CoverageWindow = Response({
  from: IsoTimestamp('Start'),
  to: IsoTimestamp('End'),
  coverage: nullable(
    Type.Number(),
    'Fraction of its blocks that is indexed; null: none, the figures are unknown',
  ),
  rows_from: RowsFrom('nothing is counted'),
});
export type CoverageWindow = Type.Static<typeof CoverageWindow>;

const newest = nullable(IsoTimestamp('Time'), 'Newest arbitrage; null: none in the window');

/** Arbitrages through a pool of the config, covered or not. */
export const CoveredPool = Response({
  address: Text('Pool'),
  ...CoverageFigures.properties,
  newest,
});
export type CoveredPool = Type.Static<typeof CoveredPool>;

/** Arbitrages that a group covers; groups may overlap. */
export const CoveredGroup = Response({ ...CoverageFigures.properties, newest });
export type CoveredGroup = Type.Static<typeof CoveredGroup>;

export const MissingPool = Response({
  pool: Text('Pool'),
  amm: Text('AMM program'),
  amm_name: Text('Name; empty when unknown'),
  mints: Type.Array(Text('Mint'), { description: 'Mints that the pool trades; empty: unknown' }),
  symbols: Type.Array(Text('Symbol; empty when unknown')),
  lookup_table: Text('Address lookup table; empty when unknown'),
  group: nullable(Type.Integer(), 'Group to add it to; null: a new group'),
  new_group: Type.Optional(
    Type.Integer({ description: 'With group null: which new group, from 0; rows may share one' }),
  ),
  /** Routes that would need a pool in several groups are not counted. */
  adds: Type.Object(CoverageFigures.properties, {
    description: 'At least these are covered in addition to the rows above it',
  }),
  covers_usd: Usd('Net gains covered at least with it and the rows above it'),
});
export type MissingPool = Type.Static<typeof MissingPool>;

export const MissedToken = Response({
  mint: Text('Token'),
  symbol: Text('Symbol; empty when unknown'),
  ...CoverageFigures.properties,
});
export type MissedToken = Type.Static<typeof MissedToken>;

export const CoverageReport = Response({
  window: CoverageWindow,
  /** Arbitrages with a net gain; those without a known one are in two `causes`. */
  total: CoverageFigures,
  covered: CoverageFigures,
  causes: Type.Array(
    Response({ cause: OneOf(coverageCauses, 'Why not covered'), ...CoverageFigures.properties }),
    { description: 'Each cause once' },
  ),
  assumed: Type.Array(AssumedCosts, { description: 'Empty where tips and fees are as paid' }),
  groups: Type.Array(CoveredGroup, { description: 'In the order of the request' }),
  pools: Type.Array(CoveredPool, { description: 'Each pool of the request once' }),
  missing_pools: Type.Array(MissingPool, {
    description: 'Best first; each row assumes the rows above it',
  }),
  missed_tokens: Type.Array(MissedToken, {
    maxItems: maxMissingPools,
    description: 'Tokens of the arbitrages that were not covered, highest net gains first',
  }),
});
export type CoverageReport = Type.Static<typeof CoverageReport>;

/** Arbitrages of a window that a config could have taken: an upper bound, since others compete. */
/** More than a model writes. */
const maxToolGroups = 100;
const maxToolGroupPools = 500;

export const toolGroups = Type.Array(
  Type.Array(Address('Base58'), { maxItems: maxToolGroupPools, description: 'Pools' }),
  {
    maxItems: maxToolGroups,
    description:
      'Groups of pools of a bot config; the bot combines the pools of one group in a transaction',
  },
);

export const upperBoundNote =
  'Covered gains are an upper bound: other bots competed for the same arbitrages. ' +
  'Give the window, number of arbitrages and source with every figure.';

export const coverage = defineOperation({
  method: 'POST',
  path: '/arbscope/coverage',
  summary: t('Coverage'),
  parameters: Parameters({
    ...coveredConfigProperties,
    ...coverageWindowProperties,
    missing_amms: Type.Optional(
      Addresses('AMM programs that missing_pools may be of; all by default', maxMissingAmms),
    ),
    missing: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxMissingPools,
        description: 'Max rows of missing_pools; default 30',
      }),
    ),
  }),
  response: CoverageReport,
  isAggregate: true,
  // Enough for `maxCoveragePools`.
  maxBodyBytes: 4 * 1024 * 1024,
  tool: {
    name: 'arbscope_coverage',
    title: 'Coverage',
    description:
      'Arbitrages of a time window that the pools of a Solana arbitrage bot config could have taken: ' +
      'covered and missed net gains, why the rest was missed, the best missing pools, and pools ' +
      `without an arbitrage. ${upperBoundNote}`,
    more: 'fewer groups, or a smaller missing',
    parameters: { groups: toolGroups },
  },
});
