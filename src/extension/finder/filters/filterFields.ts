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

/** Filters that no service has: they are applied to what it answers. */
export type LocalFilterName = 'mintAuthority' | 'freezeAuthority';
export type FilterName = keyof FinderParameters | LocalFilterName;

/** What may be entered. Bounds are those of the interface. */
export type FilterType =
  | { readonly kind: 'usd'; readonly minimum?: number }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum?: number }
  | { readonly kind: 'seconds'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'percentile' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'addresses'; readonly of: 'mints' | 'wallets'; readonly minimum: number }
  | { readonly kind: 'caps'; readonly maximum: number };

export type FilterGroup = 'tokens' | 'bounds' | 'safety' | 'verdict' | 'percentiles';

export const filterGroups: Readonly<Record<FilterGroup, string>> = {
  tokens: t('Tokens'),
  bounds: t('Bounds'),
  safety: t('Safety'),
  verdict: t('Verdict'),
  percentiles: t('Percentiles'),
};

export interface FilterField {
  readonly name: FilterName;
  readonly group: FilterGroup;
  readonly label: string;
  /** What it does, in a sentence. */
  readonly hint: string;
  readonly type: FilterType;
}

const windowType: FilterType = { kind: 'seconds', ...timeRangeLimitsSeconds };
const providerType: FilterType = { kind: 'choice', choices: finderProviders };
const botType: FilterType = { kind: 'choice', choices: finderBots };
const usdType: FilterType = { kind: 'usd' };
const countType: FilterType = { kind: 'count', minimum: 0 };
/** Of an authority that nobody has any more. */
export const revoked = 'revoked';
const authorityType: FilterType = { kind: 'choice', choices: [revoked] };

type BoundField = readonly [name: FilterName, label: string, hint: string, is?: FilterType];

const boundFields: readonly BoundField[] = [
  [
    'tokensMinMarketCap',
    t('Least market cap'),
    t('Tokens with less market cap are left out.'),
    { ...usdType, minimum: minFinderMarketCapUsd },
  ],
  ['tokensMaxMarketCap', t('Most market cap'), t('Tokens with more market cap are left out.')],
  [
    'tokensMinVolume',
    t('Least volume'),
    t('Tokens with less volume in the ranking window are left out.'),
  ],
  [
    'tokensMaxVolume',
    t('Most volume'),
    t('Tokens with more volume in the ranking window are left out.'),
  ],
  [
    'tokensMinVolumeArbitrage',
    t('Least arbitrage volume'),
    t('Tokens with less arbitrage volume in the ranking window are left out.'),
  ],
  [
    'tokensMaxVolumeArbitrage',
    t('Most arbitrage volume'),
    t('Tokens with more arbitrage volume in the ranking window are left out.'),
  ],
  [
    'tokensMinVolumeTrade',
    t('Least trade volume'),
    t('Tokens with less trade volume in the ranking window are left out.'),
  ],
  [
    'tokensMaxVolumeTrade',
    t('Most trade volume'),
    t('Tokens with more trade volume in the ranking window are left out.'),
  ],
  ['tokensMinRevenues', t('Least gross gains'), t('Tokens with less gross gains are left out.')],
  ['tokensMaxRevenues', t('Most gross gains'), t('Tokens with more gross gains are left out.')],
  ['tokensMinProfits', t('Least net gains'), t('Tokens with less net gains are left out.')],
  ['tokensMaxProfits', t('Most net gains'), t('Tokens with more net gains are left out.')],
  ['tokensMinLiquidity', t('Least liquidity'), t('Tokens with less liquidity are left out.')],
  ['tokensMaxLiquidity', t('Most liquidity'), t('Tokens with more liquidity are left out.')],
  [
    'tokensMinTransactions',
    t('Fewest transactions'),
    t('Tokens with less arbitrage transactions are left out.'),
    { kind: 'count', minimum: minFinderTransactions },
  ],
  [
    'tokensMaxTransactions',
    t('Most transactions'),
    t('Tokens with more arbitrage transactions are left out.'),
    countType,
  ],
];

/** Every filter of the finder, in the order of a form. */
export const filterFields: readonly FilterField[] = [
  {
    name: 'tokensMint',
    group: 'tokens',
    label: t('Base tokens'),
    hint: t('Mints that the arbitrages begin and end in: addresses, or symbols such as SOL.'),
    type: { kind: 'addresses', of: 'mints', minimum: 1 },
  },
  {
    name: 'tokensExclude',
    group: 'tokens',
    label: t('Excluded tokens'),
    hint: t('Mints that are left out of the ranking.'),
    type: { kind: 'addresses', of: 'mints', minimum: 0 },
  },
  {
    name: 'tokensMax',
    group: 'tokens',
    label: t('Most tokens'),
    hint: t('How many tokens are ranked, by gross gains.'),
    type: { kind: 'count', ...finderTokensMaxRange },
  },
  {
    name: 'tokensTimeRange',
    group: 'tokens',
    label: t('Ranking window'),
    hint: t('How far back the ranking looks.'),
    type: windowType,
  },
  {
    name: 'tokensMinPool',
    group: 'tokens',
    label: t('Fewest pools per AMM'),
    hint: t('How many pools of each AMM are answered at least.'),
    type: countType,
  },
  {
    name: 'tokensAMMS',
    group: 'tokens',
    label: t('Most pools by AMM'),
    hint: t(
      'At most {0} pools of an AMM: its name or program, and a number.',
      maxFinderPoolsPerAmm,
    ),
    type: { kind: 'caps', maximum: maxFinderPoolsPerAmm },
  },
  {
    name: 'wallets',
    group: 'tokens',
    label: t('Wallets'),
    hint: t('Only what these signers did counts; all when left out.'),
    type: { kind: 'addresses', of: 'wallets', minimum: 0 },
  },
  ...boundFields.map(
    ([name, label, hint, type = usdType]): FilterField => ({
      name,
      group: 'bounds',
      label,
      hint,
      type,
    }),
  ),
  {
    name: 'mintAuthority',
    group: 'safety',
    label: t('Mint authority'),
    hint: t(
      'Revoked: only tokens of which nobody can mint more are shown, and none not known yet.',
    ),
    type: authorityType,
  },
  {
    name: 'freezeAuthority',
    group: 'safety',
    label: t('Freeze authority'),
    hint: t('Revoked: only tokens that nobody can freeze are shown, and none not known yet.'),
    type: authorityType,
  },
  {
    name: 'thresholdMaxTimeRange',
    group: 'verdict',
    label: t('Verdict window'),
    hint: t('How far back the verdict looks.'),
    type: windowType,
  },
  {
    name: 'thresholdProfits',
    group: 'verdict',
    label: t('Net gains asked for'),
    hint: t('The verdict asks for at least these net gains.'),
    type: usdType,
  },
  {
    name: 'thresholdRevenues',
    group: 'verdict',
    label: t('Gross gains asked for'),
    hint: t('The verdict asks for at least these gross gains.'),
    type: usdType,
  },
  {
    name: 'thresholdTransactions',
    group: 'verdict',
    label: t('Transactions asked for'),
    hint: t('The verdict asks for at least so many arbitrage transactions.'),
    type: countType,
  },
  {
    name: 'thresholdProvider',
    group: 'verdict',
    label: t('Provider of the verdict'),
    hint: t('Only transactions sent through this provider count for the verdict.'),
    type: providerType,
  },
  {
    name: 'thresholdBot',
    group: 'verdict',
    label: t('Bot of the verdict'),
    hint: t('Only transactions of this bot family count for the verdict.'),
    type: botType,
  },
  {
    name: 'percentilesTimeRange',
    group: 'percentiles',
    label: t('Percentile window'),
    hint: t('How far back the percentiles of fees and tips look.'),
    type: windowType,
  },
  {
    name: 'percentilesFees',
    group: 'percentiles',
    label: t('Percentile of fees'),
    hint: t('Which percentile of the transaction fees is shown.'),
    type: { kind: 'percentile' },
  },
  {
    name: 'percentilesTips',
    group: 'percentiles',
    label: t('Percentile of tips'),
    hint: t('Which percentile of the tips is shown.'),
    type: { kind: 'percentile' },
  },
  {
    name: 'percentilesProvider',
    group: 'percentiles',
    label: t('Provider of the percentiles'),
    hint: t('Only transactions sent through this provider count for the percentiles.'),
    type: providerType,
  },
  {
    name: 'percentilesBot',
    group: 'percentiles',
    label: t('Bot of the percentiles'),
    hint: t('Only transactions of this bot family count for the percentiles.'),
    type: botType,
  },
];

/** Whether a filter is applied here, and never sent. */
export const isLocalFilter = (name: FilterName): name is LocalFilterName =>
  name === 'mintAuthority' || name === 'freezeAuthority';

const fieldsByName = new Map(filterFields.map((field) => [field.name, field]));

/** Throws a RangeError for a name that no field has; a test holds them against the interface. */
export function filterField(name: FilterName): FilterField {
  const field = fieldsByName.get(name);
  if (field === undefined) throw new RangeError(`no filter is called ${name}`);
  return field;
}
