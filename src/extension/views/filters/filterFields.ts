import { finderBots, finderProviders } from '../../../interface/enumerations.ts';
import type { FinderParameters } from '../../../interface/finder.ts';
import {
  finderPoolsPerAmm,
  finderTokensMax,
  finderTokensMinMarketCapUsd,
  finderTokensMinTransactions,
  listEntriesMaximum,
  timeRangeSeconds,
} from '../../../interface/limits.ts';

/** Filters that no service has: they are applied to what it answers. */
export type LocalFilterName = 'mintAuthority' | 'freezeAuthority';
export type FilterName = keyof FinderParameters | LocalFilterName;

/** What may be entered. Bounds are those of the interface. */
export type FilterKind =
  | { readonly kind: 'usd'; readonly minimum?: number }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum?: number }
  | { readonly kind: 'seconds'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'percentile' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'addresses'; readonly of: 'mints' | 'wallets'; readonly minimum: number }
  | { readonly kind: 'caps'; readonly maximum: number };

export type FilterGroup = 'Tokens' | 'Bounds' | 'Safety' | 'Verdict' | 'Percentiles';

export interface FilterField {
  readonly name: FilterName;
  readonly group: FilterGroup;
  readonly label: string;
  /** What it does, in a sentence. */
  readonly hint: string;
  readonly is: FilterKind;
}

const window: FilterKind = { kind: 'seconds', ...timeRangeSeconds };
const provider: FilterKind = { kind: 'choice', choices: finderProviders };
const bot: FilterKind = { kind: 'choice', choices: finderBots };
const usd: FilterKind = { kind: 'usd' };
const count: FilterKind = { kind: 'count', minimum: 0 };
/** Of an authority that nobody has any more. */
export const revoked = 'revoked';
const authority: FilterKind = { kind: 'choice', choices: [revoked] };

export const listMaximum = listEntriesMaximum;

type Bound = readonly [name: FilterName, label: string, what: string, is?: FilterKind];

const bounds: readonly Bound[] = [
  [
    'tokensMinMarketCap',
    'Least market cap',
    'market cap',
    { ...usd, minimum: finderTokensMinMarketCapUsd },
  ],
  ['tokensMaxMarketCap', 'Most market cap', 'market cap'],
  ['tokensMinVolume', 'Least volume', 'volume in the ranking window'],
  ['tokensMaxVolume', 'Most volume', 'volume in the ranking window'],
  ['tokensMinVolumeArbitrage', 'Least arbitrage volume', 'arbitrage volume in the ranking window'],
  ['tokensMaxVolumeArbitrage', 'Most arbitrage volume', 'arbitrage volume in the ranking window'],
  ['tokensMinVolumeTrade', 'Least trade volume', 'trade volume in the ranking window'],
  ['tokensMaxVolumeTrade', 'Most trade volume', 'trade volume in the ranking window'],
  ['tokensMinRevenues', 'Least gross gains', 'gross gains'],
  ['tokensMaxRevenues', 'Most gross gains', 'gross gains'],
  ['tokensMinProfits', 'Least net gains', 'net gains'],
  ['tokensMaxProfits', 'Most net gains', 'net gains'],
  ['tokensMinLiquidity', 'Least liquidity', 'liquidity'],
  ['tokensMaxLiquidity', 'Most liquidity', 'liquidity'],
  [
    'tokensMinTransactions',
    'Fewest transactions',
    'arbitrage transactions',
    { kind: 'count', minimum: finderTokensMinTransactions },
  ],
  ['tokensMaxTransactions', 'Most transactions', 'arbitrage transactions', count],
];

/** Every filter of the finder, in the order of a form. */
export const filterFields: readonly FilterField[] = [
  {
    name: 'tokensMint',
    group: 'Tokens',
    label: 'Base tokens',
    hint: 'Mints that the arbitrages begin and end in: addresses, or symbols such as SOL.',
    is: { kind: 'addresses', of: 'mints', minimum: 1 },
  },
  {
    name: 'tokensExclude',
    group: 'Tokens',
    label: 'Excluded tokens',
    hint: 'Mints that are left out of the ranking.',
    is: { kind: 'addresses', of: 'mints', minimum: 0 },
  },
  {
    name: 'tokensMax',
    group: 'Tokens',
    label: 'Most tokens',
    hint: 'How many tokens are ranked, by gross gains.',
    is: { kind: 'count', ...finderTokensMax },
  },
  {
    name: 'tokensTimeRange',
    group: 'Tokens',
    label: 'Ranking window',
    hint: 'How far back the ranking looks.',
    is: window,
  },
  {
    name: 'tokensMinPool',
    group: 'Tokens',
    label: 'Fewest pools per AMM',
    hint: 'How many pools of each AMM are answered at least.',
    is: count,
  },
  {
    name: 'tokensAMMS',
    group: 'Tokens',
    label: 'Most pools by AMM',
    hint: `At most ${finderPoolsPerAmm} pools of an AMM: its name or program, and a number.`,
    is: { kind: 'caps', maximum: finderPoolsPerAmm },
  },
  {
    name: 'wallets',
    group: 'Tokens',
    label: 'Wallets',
    hint: 'Only what these signers did counts; all when left out.',
    is: { kind: 'addresses', of: 'wallets', minimum: 0 },
  },
  ...bounds.map(([name, label, what, is = usd]): FilterField => {
    const hint = `Tokens with ${name.includes('Min') ? 'less' : 'more'} ${what} are left out.`;
    return { name, group: 'Bounds', label, hint, is };
  }),
  {
    name: 'mintAuthority',
    group: 'Safety',
    label: 'Mint authority',
    hint: 'Revoked: only tokens of which nobody can mint more are shown, and none not known yet.',
    is: authority,
  },
  {
    name: 'freezeAuthority',
    group: 'Safety',
    label: 'Freeze authority',
    hint: 'Revoked: only tokens that nobody can freeze are shown, and none not known yet.',
    is: authority,
  },
  {
    name: 'thresholdMaxTimeRange',
    group: 'Verdict',
    label: 'Verdict window',
    hint: 'How far back the verdict looks.',
    is: window,
  },
  {
    name: 'thresholdProfits',
    group: 'Verdict',
    label: 'Net gains asked for',
    hint: 'The verdict asks for at least these net gains.',
    is: usd,
  },
  {
    name: 'thresholdRevenues',
    group: 'Verdict',
    label: 'Gross gains asked for',
    hint: 'The verdict asks for at least these gross gains.',
    is: usd,
  },
  {
    name: 'thresholdTransactions',
    group: 'Verdict',
    label: 'Transactions asked for',
    hint: 'The verdict asks for at least so many arbitrage transactions.',
    is: count,
  },
  {
    name: 'thresholdProvider',
    group: 'Verdict',
    label: 'Provider of the verdict',
    hint: 'Only transactions sent through this provider count for the verdict.',
    is: provider,
  },
  {
    name: 'thresholdBot',
    group: 'Verdict',
    label: 'Bot of the verdict',
    hint: 'Only transactions of this bot family count for the verdict.',
    is: bot,
  },
  {
    name: 'percentilesTimeRange',
    group: 'Percentiles',
    label: 'Percentile window',
    hint: 'How far back the percentiles of fees and tips look.',
    is: window,
  },
  {
    name: 'percentilesFees',
    group: 'Percentiles',
    label: 'Percentile of fees',
    hint: 'Which percentile of the transaction fees is shown.',
    is: { kind: 'percentile' },
  },
  {
    name: 'percentilesTips',
    group: 'Percentiles',
    label: 'Percentile of tips',
    hint: 'Which percentile of the tips is shown.',
    is: { kind: 'percentile' },
  },
  {
    name: 'percentilesProvider',
    group: 'Percentiles',
    label: 'Provider of the percentiles',
    hint: 'Only transactions sent through this provider count for the percentiles.',
    is: provider,
  },
  {
    name: 'percentilesBot',
    group: 'Percentiles',
    label: 'Bot of the percentiles',
    hint: 'Only transactions of this bot family count for the percentiles.',
    is: bot,
  },
];

/** Whether a filter is applied here, and never sent. */
export const isLocal = (name: FilterName): name is LocalFilterName =>
  name === 'mintAuthority' || name === 'freezeAuthority';

const byName = new Map(filterFields.map((field) => [field.name, field]));

/** Throws a RangeError for a name that no field has; a test holds them against the interface. */
export function filterField(name: FilterName): FilterField {
  const field = byName.get(name);
  if (field === undefined) throw new RangeError(`no filter is called ${name}`);
  return field;
}
