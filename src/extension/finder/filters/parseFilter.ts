import { t } from '@vscode/l10n';
import { isAddress } from '../../../api/base58.ts';
import { formatCount, formatDuration, formatUsdShort } from '../../../api/format.ts';
import { joinList } from '../../../api/join.ts';
import { maxListEntries } from '../../../api/limits.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import {
  type AddressesOf,
  type FilterField,
  type FilterType,
  percentileHint,
} from './filterFields.ts';

/** Value of a filter; the interface defines its type. */
export type FilterValue = number | string | readonly string[];

export type FilterParseResult =
  /** The filter is not set. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: FilterValue }
  | { readonly kind: 'wrong'; readonly reason: string };

const invalid = (reason: string): FilterParseResult => ({ kind: 'wrong', reason });
const valid = (value: FilterValue): FilterParseResult => ({ kind: 'value', value });

/** Parses typed text within the limits of the interface. */
export function parseFilter({ type }: Pick<FilterField, 'type'>, text: string): FilterParseResult {
  const typed = text.trim();
  // Only separators: counts as empty.
  if (/^[\s,;]*$/.test(typed)) {
    return type.kind === 'addresses' && type.minimum > 0
      ? invalid(t('Enter at least one base token.'))
      : { kind: 'empty' };
  }
  switch (type.kind) {
    case 'usd':
      return parseUsd(typed, type.minimum);
    case 'count':
      return parseCount(typed, type.minimum, type.maximum);
    case 'seconds':
      return parseDuration(typed, type);
    case 'percentile':
      return parsePercentile(typed);
    case 'choice':
      return parseChoice(typed, type.choices);
    case 'addresses':
      return parseAddresses(typed, type.of);
    case 'caps':
      return parsePoolLimits(typed, type.maximum);
  }
}

/** A filter as a user would type it; `parseFilter` returns the same value for it. */
export function formatFilterInput({ type }: Pick<FilterField, 'type'>, value: FilterValue): string {
  if (typeof value === 'number') {
    return type.kind === 'seconds' ? formatDurationInput(value) : String(value);
  }
  return typeof value === 'string' ? value : value.join(type.kind === 'caps' ? '; ' : ', ');
}

/** In the units of `parseDuration`, regardless of the display language. */
function formatDurationInput(seconds: number): string {
  if (seconds > 0 && seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds > 0 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

const magnitudes: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** Accepts thousands separators, a dollar sign and a size suffix; null if invalid. */
function parseNumber(text: string): number | null {
  const match = /^([-+]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)\s*([kmb]?)$/i.exec(
    text,
  );
  if (match === null) return null;
  const [, sign, digits = '', size = ''] = match;
  const value = Number(digits.replaceAll(',', '')) * (magnitudes[size.toLowerCase()] ?? 1);
  return Number.isFinite(value) ? (sign === '-' ? 0 - value : value) : null;
}

function parseUsd(text: string, minimum: number | undefined): FilterParseResult {
  const value = parseNumber(text);
  if (value === null)
    return invalid(t('Enter an amount in USD, such as 250, 1,500.50, 20k or 3M.'));
  if (minimum !== undefined && value < minimum)
    return invalid(t('Must be at least {0}.', formatUsdShort(minimum)));
  return valid(value);
}

function parseCount(text: string, minimum: number, maximum = Infinity): FilterParseResult {
  const value = parseNumber(text);
  if (value === null || !Number.isSafeInteger(value)) return invalid(t('Enter a whole number.'));
  if (value >= minimum && value <= maximum) return valid(value);
  return invalid(
    maximum === Infinity
      ? t('Must be at least {0}.', formatCount(minimum))
      : mustBeFromTo(formatCount(minimum), formatCount(maximum)),
  );
}

const mustBeFromTo = (minimum: string, maximum: string): string =>
  t('Must be from {0} to {1}.', minimum, maximum);

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function parseDuration(
  text: string,
  { minimum, maximum }: Extract<FilterType, { kind: 'seconds' }>,
): FilterParseResult {
  const expected = t('Enter a time, such as 90 s, 10 min, 1 h 30 min or 24 h.');
  const parts = [
    ...text.matchAll(/(\d+(?:\.\d+)?)\s*(seconds?|sec|s|minutes?|min|m|hours?|h|d|)/gi),
  ];
  const isWhole = parts.map(([part]) => part).join('') === text.replace(/\s+(?=\d)/g, '');
  if (parts.length === 0 || !isWhole) return invalid(expected);
  // A single number without a unit is in seconds; "1 30" is invalid.
  if (parts.length > 1 && parts.some(([, , unit]) => unit === '')) return invalid(expected);
  const seconds = parts.reduce(
    (sum, [, number, unit = '']) =>
      sum + Number(number) * (secondsPerUnit[unit.charAt(0).toLowerCase()] ?? 1),
    0,
  );
  if (!Number.isInteger(seconds)) return invalid(t('Enter whole seconds.'));
  return seconds >= minimum && seconds <= maximum
    ? valid(seconds)
    : invalid(mustBeFromTo(formatDuration(minimum), formatDuration(maximum)));
}

function parsePercentile(text: string): FilterParseResult {
  const [, digits] = /^p?(\d{1,3})$/i.exec(text) ?? [];
  const value = Number(digits);
  return digits === undefined || value > 100
    ? invalid(percentileHint)
    : valid(`p${String(value).padStart(2, '0')}`);
}

function parseChoice(text: string, choices: readonly string[]): FilterParseResult {
  const choice = choices.find((each) => each.toUpperCase() === text.toUpperCase());
  return choice === undefined
    ? invalid(t('Must be one of {0}.', joinList(choices)))
    : valid(choice);
}

function parseAddresses(text: string, of: AddressesOf): FilterParseResult {
  const found = new Set<string>();
  // Names of AMMs contain spaces.
  const separators = of === 'amms' ? /\s*[,;\n]\s*/ : /[\s,;]+/;
  for (const entry of text.split(separators).filter((each) => each !== '')) {
    const address = isAddress(entry) ? entry : addressByName(entry, of);
    if (address === null) return invalid(invalidAddressMessage(entry, of));
    found.add(address);
  }
  if (found.size > maxListEntries) {
    const limit = formatCount(maxListEntries);
    return invalid(t('At most {0} addresses, not {1}.', limit, formatCount(found.size)));
  }
  return valid([...found]);
}

/** Only short text is repeated in the message: a long one could be a secret. */
function invalidAddressMessage(entry: string, of: AddressesOf): string {
  if (entry.length > 44) {
    return of === 'mints'
      ? t('Not an address or the symbol of a known token.')
      : t('Not an address.');
  }
  const shown = sanitizeText(entry, 44);
  return of === 'mints'
    ? t('{0} is not an address or the symbol of a known token.', shown)
    : t('{0} is not an address.', shown);
}

function addressByName(entry: string, of: AddressesOf): string | null {
  if (of === 'amms') return programByName(entry);
  return of === 'mints' ? mintBySymbol(entry) : null;
}

/** The mint of a symbol, if exactly one known token has it. */
function mintBySymbol(symbol: string): string | null {
  const wanted = symbol.toUpperCase();
  const mints = [...knownMints].flatMap(([mint, known]) =>
    known.symbol.toUpperCase() === wanted ? [mint] : [],
  );
  return mints.length === 1 ? (mints[0] ?? null) : null;
}

/** Entries such as `Raydium CPMM 4` or `CPMM…,4`, separated by line breaks or semicolons. */
function parsePoolLimits(text: string, maximum: number): FilterParseResult {
  const caps = new Map<string, number>();
  for (const entry of text.split(/[;\n]+/).filter((each) => each.trim() !== '')) {
    const [, name = '', digits] = /^\s*(.+?)[\s,:=]+(\d+)\s*$/.exec(entry) ?? [];
    const program = isAddress(name) ? name : programByName(name);
    if (digits === undefined || program === null) {
      return invalid(
        t(
          'Enter an AMM and a number, such as Orca Whirlpool 4, not “{0}”.',
          sanitizeText(entry.trim(), 60),
        ),
      );
    }
    if (Number(digits) > maximum) return invalid(t('At most {0} pools per AMM.', maximum));
    if (caps.has(program)) return invalid(t('“{0}” is listed twice.', sanitizeText(name, 60)));
    caps.set(program, Number(digits));
  }
  if (caps.size > maxListEntries)
    return invalid(t('At most {0} AMMs.', formatCount(maxListEntries)));
  return valid([...caps].map(([program, most]) => `${program},${most}`));
}

/** The AMM with a name, or with the only name that starts with it. */
function programByName(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return null;
  const names = [...ammPrograms].map(
    ([address, amm]) => [address, amm.name.toLowerCase()] as const,
  );
  const exact = names.filter(([, each]) => each === wanted);
  const found = exact.length > 0 ? exact : names.filter(([, each]) => each.startsWith(wanted));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}
