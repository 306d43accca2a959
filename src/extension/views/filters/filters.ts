import { timeSpan, usd } from '../../../interface/figures.ts';
import type { FinderParameters } from '../../../interface/finder.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import { shortAddress } from '../../../solana/shortAddress.ts';
import { type FilterName, filterField, filterFields } from './filterFields.ts';
import { type FilterValue, readFilter, writeFilter } from './filterText.ts';

/** The filters that are asked for, by name; those that are not are missing. */
export type Filters = Partial<Readonly<Record<FilterName, FilterValue>>>;

/** A complaint about filters that are each right by themselves. */
export interface FilterConflict {
  readonly names: readonly [FilterName, FilterName];
  readonly reason: string;
}

const pairs: readonly (readonly [least: FilterName, most: FilterName])[] = [
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
export function conflictsOf(filters: Filters): FilterConflict[] {
  const conflicts = pairs.flatMap(([least, most]): FilterConflict[] => {
    const from = filters[least];
    const to = filters[most];
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return [];
    const names = [least, most] as const;
    const words = `${filterField(least).label} is above ${filterField(most).label.toLowerCase()}`;
    return [{ names, reason: `${words}, so no token passes.` }];
  });
  const { tokensMint, tokensExclude } = filters;
  if (Array.isArray(tokensMint) && Array.isArray(tokensExclude)) {
    const both = tokensMint.find((mint) => tokensExclude.includes(mint));
    if (both !== undefined) {
      conflicts.push({
        names: ['tokensMint', 'tokensExclude'],
        reason: `${mintName(both)} is a base token and excluded.`,
      });
    }
  }
  return conflicts;
}

/**
 * What of a stored object is filters still: an unknown name, or a value that its field does not
 * take, is left out. Null where the base tokens are not among it.
 */
export function readFilters(stored: unknown): Filters | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const given = stored as Readonly<Record<string, unknown>>;
  const filters: Partial<Record<FilterName, FilterValue>> = {};
  for (const field of filterFields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (!isFilterValue(value)) continue;
    const reading = readFilter(field, writeFilter(field, value));
    // What was stored is as `readFilter` made it, or nobody knows what it was.
    const isAsMade =
      reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(value);
    if (isAsMade) filters[field.name] = value;
  }
  return filters.tokensMint === undefined ? null : filters;
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
export function requestOf(filters: Filters): FinderParameters {
  return { ...filters, tokensMint: filters.tokensMint ?? [] } as FinderParameters;
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

/** Each filter that differs from the usual ones, in a few words. */
export function filterWords(filters: Filters, usual: Filters): string[] {
  return filterFields.flatMap((field) => {
    const value = filters[field.name];
    const only = (of: Filters): Filters => {
      const its = of[field.name];
      return its === undefined ? {} : { [field.name]: its };
    };
    if (isSameFilters(only(filters), only(usual))) return [];
    return [`${field.label}: ${value === undefined ? 'any' : valueWords(field.name, value)}`];
  });
}

/** A value as a view shows it. */
export function valueWords(name: FilterName, value: FilterValue): string {
  const { is } = filterField(name);
  if (typeof value === 'number') {
    if (is.kind === 'usd') return usd(value);
    return is.kind === 'seconds' ? timeSpan(value) : String(value);
  }
  if (typeof value === 'string') return value;
  const named = value.slice(0, 3).map(is.kind === 'caps' ? capName : mintName);
  const more = value.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mintName = (address: string): string =>
  knownMints.get(address)?.symbol ?? shortAddress(address);

function capName(entry: string): string {
  const [program = '', most = ''] = entry.split(',');
  return `${ammPrograms.get(program)?.name ?? shortAddress(program)} ${most}`;
}
