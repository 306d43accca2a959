import { t } from '@vscode/l10n';
import type { Outcome } from '../../api/arbscope/arbitrageFilter.ts';
import type { ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import { isAddress } from '../../api/base58.ts';
import { finderBots, finderProviders } from '../../api/enumerations.ts';
import { formatCount, formatUsd } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { maxFilterEntries, maxListEntries } from '../../api/limits.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { FilterField } from '../finder/filters/filterFields.ts';

/** Filter of Live, as parameters of the operation. */
export type LiveFilter = Omit<ArbitrageStreamParameters, 'cursor'>;
export type LiveFilterName = keyof LiveFilter;

export interface LiveFilterField extends Pick<FilterField, 'label' | 'hint' | 'type'> {
  readonly name: LiveFilterName;
}

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  gain: t('Gain'),
  loss: t('Loss'),
  unknown: t('Unknown'),
  failed: t('Failed'),
  'no-swap': t('No swap'),
};

const outcomes = Object.keys(outcomeLabels);

/**
 * Without a filter. Bots that try on every block would fill half of the rows with failures that cost
 * a fee and say nothing else.
 */
export const defaultOutcomes: readonly Outcome[] = ['gain', 'loss', 'unknown'];

export const isDefaultOutcomes = (list: readonly string[]): boolean =>
  list.length === defaultOutcomes.length && defaultOutcomes.every((one) => list.includes(one));
const isNamed = (name: string): boolean => name !== 'ALL';

/** In the order of the form. */
export const liveFilterFields: readonly LiveFilterField[] = [
  {
    name: 'tokens',
    label: t('Tokens'),
    hint: t('Mints traded in the route: addresses, or symbols such as JUP.'),
    type: { kind: 'addresses', of: 'mints', minimum: 0 },
  },
  {
    name: 'bases',
    label: t('Base tokens'),
    hint: t('Mints where arbitrages start and end: addresses, or symbols such as SOL.'),
    type: { kind: 'addresses', of: 'mints', minimum: 0 },
  },
  {
    name: 'amms',
    label: t('AMMs'),
    hint: t('AMMs of the route: names, or addresses of programs.'),
    type: { kind: 'addresses', of: 'amms', minimum: 0 },
  },
  {
    name: 'pools',
    label: t('Pools'),
    hint: t('Pools of the route, by address.'),
    type: { kind: 'addresses', of: 'pools', minimum: 0 },
  },
  {
    name: 'wallets',
    label: t('Wallets'),
    hint: t('Shows only transactions that these wallets signed.'),
    type: { kind: 'addresses', of: 'wallets', minimum: 0 },
  },
  {
    name: 'providers',
    label: t('Provider'),
    hint: t('Shows only transactions sent through this provider.'),
    type: { kind: 'choice', choices: finderProviders.filter(isNamed) },
  },
  {
    name: 'bots',
    label: t('Bot'),
    hint: t('Shows only transactions of this bot family.'),
    type: { kind: 'choice', choices: finderBots.filter(isNamed) },
  },
  {
    name: 'outcomes',
    label: t('Outcome'),
    hint: t('Shows only transactions with this outcome.'),
    type: { kind: 'choice', choices: outcomes },
  },
  {
    name: 'minNetGainsUsd',
    label: t('Min net gains'),
    hint: t('Hides transactions below this value.'),
    type: { kind: 'usd' },
  },
];

export function parseLiveFilter(given: unknown): LiveFilter {
  if (!isObject(given)) return {};
  const entries = liveFilterFields.flatMap(({ name, type }): [string, unknown][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (name === 'minNetGainsUsd') return Number.isFinite(value) ? [[name, value]] : [];
    if (!Array.isArray(value)) return [];
    const isValid = (entry: unknown): entry is string =>
      typeof entry === 'string' &&
      (type.kind === 'addresses' ? isAddress(entry) : isText(name, entry));
    const limit = name === 'wallets' ? maxListEntries : maxFilterEntries;
    const list = [...new Set(value.filter(isValid))].slice(0, limit);
    return list.length === 0 && name !== 'outcomes' ? [] : [[name, list]];
  });
  return Object.fromEntries(entries) as LiveFilter;
}

const isText = (name: LiveFilterName, entry: string): boolean =>
  name === 'outcomes'
    ? outcomes.some((outcome) => outcome === entry)
    : entry.length > 0 && entry.length <= 100;

/** Null removes the member. */
export function withLiveFilter(
  filter: LiveFilter,
  name: LiveFilterName,
  value: readonly string[] | number | null,
): LiveFilter {
  const { [name]: _former, ...others } = filter;
  return value === null ? others : ({ ...others, [name]: value } as LiveFilter);
}

/** `JUP`, `Orca Whirlpool`, `Min net gains: $1.00`. */
export const formatLiveFilter = (
  filter: LiveFilter,
  labelOf: (address: string) => string,
): string[] =>
  liveFilterFields.flatMap(({ name }) => {
    const value = formatLiveValue(filter, name, labelOf);
    return value === null ? [] : [value];
  });

export function formatLiveValue(
  filter: LiveFilter,
  name: LiveFilterName,
  labelOf: (address: string) => string,
): string | null {
  const value = filter[name];
  if (value === undefined) return null;
  if (typeof value === 'number') return joinLabel(t('Min net gains'), formatUsd(value));
  if (name === 'outcomes' && value.length === 0) return t('any outcome');
  const label = (entry: string): string => {
    if (name === 'outcomes') return outcomeLabels[entry as Outcome];
    if (name === 'providers') return providerLabel(entry);
    return name === 'bots' ? sanitizeText(entry, 40) : labelOf(entry);
  };
  const named = value.slice(0, 2).map(label);
  const more = value.length - named.length;
  const list =
    more > 0 ? t('{0} and {1} more', joinList(named), formatCount(more)) : joinList(named);
  return name === 'bases' ? joinLabel(t('Base'), list) : list;
}
