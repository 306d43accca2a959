import { t } from '@vscode/l10n';
import type { FinderParameters } from '../../../api/finder.ts';
import { formatDuration, formatUsd } from '../../../api/format.ts';
import { isObject } from '../../../api/isObject.ts';
import { ammLabel, mintLabel } from '../../ui/addressLabels.ts';
import {
  type FilterField,
  type FilterName,
  filterField,
  filterFields,
  isLocalFilter,
  revoked,
} from './filterFields.ts';
import type { LocalFilters } from './localFilters.ts';
import { type FilterValue, formatFilterInput, parseFilter } from './parseFilter.ts';

/** The filters that are asked for, by name; those that are not are missing. */
export type Filters = Partial<Readonly<Record<FilterName, FilterValue>>>;

/** A complaint about filters that are each right by themselves. */
export interface FilterConflict {
  readonly names: readonly [FilterName, FilterName];
  readonly reason: string;
}

const boundPairs: readonly (readonly [least: FilterName, most: FilterName])[] = [
  ['tokensMinMarketCap', 'tokensMaxMarketCap'],
  ['tokensMinVolume', 'tokensMaxVolume'],
  ['tokensMinVolumeArbitrage', 'tokensMaxVolumeArbitrage'],
  ['tokensMinVolumeTrade', 'tokensMaxVolumeTrade'],
  ['tokensMinRevenues', 'tokensMaxRevenues'],
  ['tokensMinProfits', 'tokensMaxProfits'],
  ['tokensMinLiquidity', 'tokensMaxLiquidity'],
  ['tokensMinTransactions', 'tokensMaxTransactions'],
];

/** Filters that together let nothing through. */
export function findConflicts(filters: Filters): FilterConflict[] {
  const conflicts = boundPairs.flatMap(([least, most]): FilterConflict[] => {
    const from = filters[least];
    const to = filters[most];
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return [];
    const names = [least, most] as const;
    const [lower, upper] = [filterField(least).label, filterField(most).label.toLowerCase()];
    return [{ names, reason: t('{0} is above {1}, so no token passes.', lower, upper) }];
  });
  const { tokensMint, tokensExclude } = filters;
  if (Array.isArray(tokensMint) && Array.isArray(tokensExclude)) {
    const both = tokensMint.find((mint) => tokensExclude.includes(mint));
    if (both !== undefined) {
      conflicts.push({
        names: ['tokensMint', 'tokensExclude'],
        reason: t('{0} is a base token and excluded.', mintLabel(both)),
      });
    }
  }
  return conflicts;
}

/**
 * What of a stored object is filters still: an unknown name, or a value that its field does not
 * take, is left out. Null where the base tokens are not among it.
 */
export function parseFilters(stored: unknown): Filters | null {
  const filters = Object.fromEntries(
    Object.entries(parseOverrides(stored)).filter(([, value]) => value !== null),
  ) as Filters;
  return filters.tokensMint === undefined ? null : filters;
}

/** What was stored is as `readFilter` made it, or nobody knows what it was. */
function isCanonical(field: FilterField, value: FilterValue): boolean {
  const reading = parseFilter(field, formatFilterInput(field, value));
  return reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(value);
}

const isFilterValue = (value: unknown): value is FilterValue =>
  typeof value === 'string' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** The same with one filter set, or, by null, no longer asked for. */
export function withFilter(filters: Filters, name: FilterName, value: FilterValue | null): Filters {
  const { [name]: _former, ...others } = filters;
  return value === null ? others : { ...others, [name]: value };
}

/** What the service is asked. Every value came through `readFilter`, so it is within the limits. */
export function toFinderParameters(filters: Filters): FinderParameters {
  const sent = Object.entries(filters).filter(([name]) => !isLocalFilter(name as FilterName));
  return { tokensMint: [], ...Object.fromEntries(sent) } as FinderParameters;
}

/** What is applied to the answer. */
export const toLocalFilters = ({ mintAuthority, freezeAuthority }: Filters): LocalFilters => ({
  isMintRevoked: mintAuthority === revoked,
  isFreezeRevoked: freezeAuthority === revoked,
});

/** Filters that were set otherwise than usual; null: the usual one is not asked for. */
export type FilterOverrides = Partial<Readonly<Record<FilterName, FilterValue | null>>>;

/** What changes make of the usual filters. */
export function applyOverrides(usual: Filters, changes: FilterOverrides): Filters {
  let filters = usual;
  for (const { name } of filterFields) {
    const value = changes[name];
    if (value !== undefined) filters = withFilter(filters, name, value);
  }
  return filters;
}

/** What has to be changed of the usual filters to have these. */
export function diffFilters(filters: Filters, usual: Filters): FilterOverrides {
  const changes: Partial<Record<FilterName, FilterValue | null>> = {};
  for (const name of changedFilterNames(filters, usual)) changes[name] = filters[name] ?? null;
  return changes;
}

/** What of stored changes can be read still. */
export function parseOverrides(stored: unknown): FilterOverrides {
  if (!isObject(stored)) return {};
  const changes: Partial<Record<FilterName, FilterValue | null>> = {};
  for (const field of filterFields) {
    const value = Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
    // Without base tokens nothing can be asked for.
    if (value === null && field.name !== 'tokensMint') changes[field.name] = null;
    if (isFilterValue(value) && isCanonical(field, value)) changes[field.name] = value;
  }
  return changes;
}

/** Whether two sets of filters ask for the same, whatever order their lists have. */
export const isSameFilters = (first: Filters, second: Filters): boolean =>
  fingerprint(first) === fingerprint(second);

const fingerprint = (filters: Filters): string =>
  JSON.stringify(
    filterFields.flatMap(({ name }) => {
      const value = filters[name];
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? [...value].sort() : value]];
    }),
  );

/** The filters that differ between two sets, in the order of the form. */
export const changedFilterNames = (filters: Filters, usual: Filters): FilterName[] =>
  filterFields.flatMap(({ name }) => {
    const only = ({ [name]: its }: Filters): Filters => (its === undefined ? {} : { [name]: its });
    return isSameFilters(only(filters), only(usual)) ? [] : [name];
  });

/** Each filter that differs from the usual ones, as a short phrase. */
export const formatChangedFilters = (filters: Filters, usual: Filters): string[] =>
  changedFilterNames(filters, usual).map((name) => {
    const value = filters[name];
    const words = value === undefined ? t('any') : formatFilterValue(name, value);
    return `${filterField(name).label}: ${words}`;
  });

/** A value as a view shows it. */
export function formatFilterValue(name: FilterName, value: FilterValue): string {
  const { type } = filterField(name);
  if (typeof value === 'number') {
    if (type.kind === 'usd') return formatUsd(value);
    return type.kind === 'seconds' ? formatDuration(value) : String(value);
  }
  if (typeof value === 'string') return value === revoked ? t('revoked') : value;
  const named = value.slice(0, 3).map(type.kind === 'caps' ? formatPoolLimit : mintLabel);
  const more = value.length - named.length;
  return more > 0 ? t('{0} and {1} more', named.join(', '), more) : named.join(', ');
}

function formatPoolLimit(entry: string): string {
  const [program = '', most = ''] = entry.split(',');
  return `${ammLabel(program)} ${most}`;
}
