import { t } from '@vscode/l10n';
import { finderBots, finderProviders } from '../../../api/enumerations.ts';
import type { FinderParameters } from '../../../api/finder.ts';
import {
  finderTokensMaxRange,
  maxFinderPoolsPerAmm,
  minFinderMarketCapUsd,
  minFinderTransactions,
  timeRangeLimitsSeconds,
} from '../../../api/limits.ts';

/** Filters that services do not offer; they are applied locally to the response. */
export type LocalFilterName = 'mintAuthority' | 'freezeAuthority';
export type FilterName = keyof FinderParameters | LocalFilterName;

export type AddressesOf = 'mints' | 'wallets' | 'amms' | 'pools';

export type FilterType =
  | { readonly kind: 'usd'; readonly minimum?: number }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum?: number }
  | { readonly kind: 'seconds'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'percentile' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'addresses'; readonly of: AddressesOf; readonly minimum: number }
  | { readonly kind: 'caps'; readonly maximum: number };

export type FilterGroup = 'tokens' | 'bounds' | 'safety' | 'verdict' | 'percentiles';

export const filterGroups: Readonly<Record<FilterGroup, string>> = {
  tokens: t('Tokens'),
  bounds: t('Bounds'),
  safety: t('Safety'),
  verdict: t('Recommendation'),
  percentiles: t('Percentiles'),
};

export interface FilterField {
  readonly name: FilterName;
  readonly group: FilterGroup;
  readonly label: string;
  /** The effect in one sentence. */
  readonly hint: string;
  readonly type: FilterType;
}

const windowType: FilterType = { kind: 'seconds', ...timeRangeLimitsSeconds };
const providerType: FilterType = { kind: 'choice', choices: finderProviders };
const botType: FilterType = { kind: 'choice', choices: finderBots };
const usdType: FilterType = { kind: 'usd' };
const countType: FilterType = { kind: 'count', minimum: 0 };
/** Value for an authority that no address has any more. */
export const revoked = 'revoked';
const authorityType: FilterType = { kind: 'choice', choices: [revoked] };

const windowHint = t('How far back to look, such as 10 min or 24 h.');
const thresholdHint = t('Arbitrage is recommended only from this value up.');
const providerHint = t('Counts only transactions sent through this provider.');
const botHint = t('Counts only transactions of this bot family.');
export const percentileHint = t('A percentile from p0 to p100, such as p75.');

/** Token figures with a lower and an upper bound. */
const bounds = [
  ['MarketCap', t('Min market cap'), t('Max market cap')],
  ['Volume', t('Min volume'), t('Max volume')],
  ['VolumeArbitrage', t('Min arbitrage volume'), t('Max arbitrage volume')],
  ['VolumeTrade', t('Min traded volume'), t('Max traded volume')],
  ['Revenues', t('Min gross gains'), t('Max gross gains')],
  ['Profits', t('Min net gains'), t('Max net gains')],
  ['Liquidity', t('Min liquidity'), t('Max liquidity')],
  ['Transactions', t('Min transactions'), t('Max transactions')],
] as const;

export const boundPairs = bounds.map(
  ([figure]) => [`tokensMin${figure}`, `tokensMax${figure}`] as const,
);

const minTypes: Readonly<Partial<Record<string, FilterType>>> = {
  MarketCap: { kind: 'usd', minimum: minFinderMarketCapUsd },
  Transactions: { kind: 'count', minimum: minFinderTransactions },
};

type FieldRow = readonly [name: FilterName, label: string, hint: string, type: FilterType];

const boundFields = bounds.flatMap(([figure, minLabel, maxLabel]): FieldRow[] => {
  const maxType = figure === 'Transactions' ? countType : usdType;
  return [
    [
      `tokensMin${figure}`,
      minLabel,
      t('Hides tokens below this value.'),
      minTypes[figure] ?? usdType,
    ],
    [`tokensMax${figure}`, maxLabel, t('Hides tokens above this value.'), maxType],
  ];
});

const fieldsByGroup: Readonly<Record<FilterGroup, readonly FieldRow[]>> = {
  tokens: [
    [
      'tokensMint',
      t('Base tokens'),
      t('Mints where arbitrages start and end: addresses, or symbols such as SOL.'),
      { kind: 'addresses', of: 'mints', minimum: 1 },
    ],
    [
      'tokensExclude',
      t('Excluded tokens'),
      t('Mints to leave out of the ranking.'),
      { kind: 'addresses', of: 'mints', minimum: 0 },
    ],
    [
      'tokensMax',
      t('Max tokens'),
      t('How many tokens to rank, by gross gains.'),
      { kind: 'count', ...finderTokensMaxRange },
    ],
    ['tokensTimeRange', t('Ranking window'), windowHint, windowType],
    ['tokensMinPool', t('Min pools per AMM'), t('Leaves out AMMs with fewer pools.'), countType],
    [
      'tokensAMMS',
      t('Max pools per AMM'),
      t('An AMM and a number up to {0}, such as Orca Whirlpool 4.', maxFinderPoolsPerAmm),
      { kind: 'caps', maximum: maxFinderPoolsPerAmm },
    ],
    [
      'wallets',
      t('Wallets'),
      t('Counts only transactions that these wallets signed.'),
      { kind: 'addresses', of: 'wallets', minimum: 0 },
    ],
  ],
  bounds: boundFields,
  safety: [
    [
      'mintAuthority',
      t('Mint authority'),
      t('Revoked: shows only tokens whose supply is fixed.'),
      authorityType,
    ],
    [
      'freezeAuthority',
      t('Freeze authority'),
      t('Revoked: shows only tokens whose accounts cannot be frozen.'),
      authorityType,
    ],
  ],
  verdict: [
    ['thresholdMaxTimeRange', t('Recommendation window'), windowHint, windowType],
    ['thresholdProfits', t('Net gains threshold'), thresholdHint, usdType],
    ['thresholdRevenues', t('Gross gains threshold'), thresholdHint, usdType],
    ['thresholdTransactions', t('Transactions threshold'), thresholdHint, countType],
    ['thresholdProvider', t('Recommendation provider'), providerHint, providerType],
    ['thresholdBot', t('Recommendation bot'), botHint, botType],
  ],
  percentiles: [
    ['percentilesTimeRange', t('Percentile window'), windowHint, windowType],
    ['percentilesFees', t('Fee percentile'), percentileHint, { kind: 'percentile' }],
    ['percentilesTips', t('Tip percentile'), percentileHint, { kind: 'percentile' }],
    ['percentilesProvider', t('Percentile provider'), providerHint, providerType],
    ['percentilesBot', t('Percentile bot'), botHint, botType],
  ],
};

/** In form order. */
export const filterFields: readonly FilterField[] = Object.entries(fieldsByGroup).flatMap(
  ([group, rows]) =>
    rows.map(([name, label, hint, type]) => ({
      name,
      group: group as FilterGroup,
      label,
      hint,
      type,
    })),
);

export const isLocalFilter = (name: FilterName): name is LocalFilterName =>
  name === 'mintAuthority' || name === 'freezeAuthority';

const fieldsByName = new Map(filterFields.map((field) => [field.name, field]));

/** Throws a RangeError for an unknown name; a test compares the names with the interface. */
export function filterField(name: FilterName): FilterField {
  const field = fieldsByName.get(name);
  if (field === undefined) throw new RangeError(`No filter ${name}`);
  return field;
}
