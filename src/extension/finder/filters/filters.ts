import { t } from '@vscode/l10n';
import type { FinderParameters } from '../../../api/finder.ts';
import { formatCount, formatDuration, formatUsd } from '../../../api/format.ts';
import { isObject } from '../../../api/isObject.ts';
import { joinLabel, joinList } from '../../../api/join.ts';
import { ammLabel, mintLabel } from '../../ui/addressLabels.ts';
import {
  boundPairs,
  type FilterField,
  type FilterName,
  filterField,
  filterFields,
  isLocalFilter,
  revoked,
} from './filterFields.ts';
import { type FilterValue, formatFilterInput, parseFilter } from './parseFilter.ts';

export type Filters = Partial<Readonly<Record<FilterName, FilterValue>>>;

/** Two filters that are valid alone but not together. */
export interface FilterConflict {
  readonly names: readonly [FilterName, FilterName];
  readonly reason: string;
}

export function findConflicts(filters: Filters): FilterConflict[] {
  const conflicts = boundPairs.flatMap(([least, most]): FilterConflict[] => {
    const from = filters[least];
    const to = filters[most];
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return [];
    return [
      { names: [least, most], reason: t('No token passes: the minimum is above the maximum.') },
    ];
  });
  const { tokensMint, tokensExclude } = filters;
  if (Array.isArray(tokensMint) && Array.isArray(tokensExclude)) {
    const both = tokensMint.find((mint) => tokensExclude.includes(mint));
    if (both !== undefined) {
      conflicts.push({
        names: ['tokensMint', 'tokensExclude'],
        reason: t('{0} is both a base token and excluded.', mintLabel(both)),
      });
    }
  }
  return conflicts;
}

/** The valid filters of a stored object. Null if there are no base tokens. */
export function parseFilters(stored: unknown): Filters | null {
  const filters = Object.fromEntries(
    Object.entries(parseOverrides(stored)).filter(([, value]) => value !== null),
  ) as Filters;
  return filters.tokensMint === undefined ? null : filters;
}

/** Whether a stored value has the form that `parseFilter` returns. */
function isCanonical(field: FilterField, value: FilterValue): boolean {
  const reading = parseFilter(field, formatFilterInput(field, value));
  return reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(value);
}

const isFilterValue = (value: unknown): value is FilterValue =>
  typeof value === 'string' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** Null removes the filter. */
export function withFilter(filters: Filters, name: FilterName, value: FilterValue | null): Filters {
  const { [name]: _former, ...others } = filters;
  return value === null ? others : { ...others, [name]: value };
}

/** The request to the service. `parseFilter` has checked all values against the limits. */
export function toFinderParameters(filters: Filters): FinderParameters {
  const sent = Object.entries(filters).filter(([name]) => !isLocalFilter(name as FilterName));
  return { tokensMint: [], ...Object.fromEntries(sent) } as FinderParameters;
}

export interface LocalFilters {
  /** Only tokens with a fixed supply. */
  readonly isMintRevoked: boolean;
  /** Only tokens whose accounts cannot be frozen. */
  readonly isFreezeRevoked: boolean;
}

export const toLocalFilters = ({ mintAuthority, freezeAuthority }: Filters): LocalFilters => ({
  isMintRevoked: mintAuthority === revoked,
  isFreezeRevoked: freezeAuthority === revoked,
});

/** Filters that differ from the defaults; null: a default is removed. */
export type FilterOverrides = Partial<Readonly<Record<FilterName, FilterValue | null>>>;

export function applyOverrides(usual: Filters, changes: FilterOverrides): Filters {
  let filters = usual;
  for (const { name } of filterFields) {
    const value = changes[name];
    if (value !== undefined) filters = withFilter(filters, name, value);
  }
  return filters;
}

/** The overrides that turn the defaults into these filters. */
export function diffFilters(filters: Filters, usual: Filters): FilterOverrides {
  const changes: Partial<Record<FilterName, FilterValue | null>> = {};
  for (const name of changedFilterNames(filters, usual)) changes[name] = filters[name] ?? null;
  return changes;
}

export function parseOverrides(stored: unknown): FilterOverrides {
  if (!isObject(stored)) return {};
  const changes: Partial<Record<FilterName, FilterValue | null>> = {};
  for (const field of filterFields) {
    const value = Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
    // A request needs base tokens.
    if (value === null && field.name !== 'tokensMint') changes[field.name] = null;
    if (isFilterValue(value) && isCanonical(field, value)) changes[field.name] = value;
  }
  return changes;
}

/** Ignores the order of lists. */
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

/** In form order. */
export const changedFilterNames = (filters: Filters, usual: Filters): FilterName[] =>
  filterFields.flatMap(({ name }) => {
    const only = ({ [name]: its }: Filters): Filters => (its === undefined ? {} : { [name]: its });
    return isSameFilters(only(filters), only(usual)) ? [] : [name];
  });

/** Each filter that differs from the defaults: `Max tokens: 5`. */
export const formatChangedFilters = (filters: Filters, usual: Filters): string[] =>
  changedFilterNames(filters, usual).map((name) => {
    const value = filters[name];
    return joinLabel(
      filterField(name).label,
      value === undefined ? t('any') : formatFilterValue(name, value),
    );
  });

export function formatFilterValue(name: FilterName, value: FilterValue): string {
  const { type } = filterField(name);
  if (typeof value === 'number') {
    if (type.kind === 'usd') return formatUsd(value);
    return type.kind === 'seconds' ? formatDuration(value) : formatCount(value);
  }
  if (typeof value === 'string') return value === revoked ? t('revoked') : value;
  const named = value.slice(0, 3).map(type.kind === 'caps' ? formatPoolLimit : mintLabel);
  const more = value.length - named.length;
  return more > 0 ? t('{0} and {1} more', joinList(named), formatCount(more)) : joinList(named);
}

function formatPoolLimit(entry: string): string {
  const [program = '', most = ''] = entry.split(',');
  return `${ammLabel(program)} ${most}`;
}
