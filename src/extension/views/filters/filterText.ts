import { t } from '@vscode/l10n';
import { isAddress } from '../../../interface/base58Length.ts';
import { visibleText } from '../../../interface/displayText.ts';
import { count, timeSpan } from '../../../interface/figures.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import { ammPrograms } from '../../../solana/knownPrograms.ts';
import { type FilterField, type FilterKind, listMaximum } from './filterFields.ts';

/** What a filter may hold; the interface fixes which. */
export type FilterValue = number | string | readonly string[];

/** What was typed into a field. */
export type FilterReading =
  /** The filter is not asked for. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: FilterValue }
  /** What is wrong, in a sentence. */
  | { readonly kind: 'wrong'; readonly reason: string };

const wrong = (reason: string): FilterReading => ({ kind: 'wrong', reason });
const valued = (value: FilterValue): FilterReading => ({ kind: 'value', value });

/** Reads what a user has typed so far, and holds it against the limits of the interface. */
export function readFilter({ is, label }: FilterField, text: string): FilterReading {
  const typed = text.trim();
  // What stands between the entries of a list is no entry.
  if (/^[\s,;]*$/.test(typed)) {
    return is.kind === 'addresses' && is.minimum > 0
      ? wrong(t('{0}: at least one is needed.', label))
      : { kind: 'empty' };
  }
  switch (is.kind) {
    case 'usd':
      return readUsd(typed, is.minimum);
    case 'count':
      return readCount(typed, is.minimum, is.maximum);
    case 'seconds':
      return readSeconds(typed, is);
    case 'percentile':
      return readPercentile(typed);
    case 'choice':
      return readChoice(typed, is.choices);
    case 'addresses':
      return readAddresses(typed, is.of);
    case 'caps':
      return readCaps(typed, is.maximum);
  }
}

/** A filter as a user would type it; `readFilter` reads it back to the same value. */
export function writeFilter({ is }: FilterField, value: FilterValue): string {
  if (typeof value === 'number') {
    return is.kind === 'seconds' ? typedSpan(value) : String(value);
  }
  return typeof value === 'string' ? value : value.join(is.kind === 'caps' ? '; ' : ', ');
}

/** In the units that `readSeconds` knows, whichever language the editor speaks. */
function typedSpan(seconds: number): string {
  if (seconds > 0 && seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds > 0 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

const sizes: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** A number with thousands in groups, a dollar sign and a letter for its size; null: none. */
function readNumber(text: string): number | null {
  const match = /^([-+]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)\s*([kmb]?)$/i.exec(
    text,
  );
  if (match === null) return null;
  const [, sign, digits = '', size = ''] = match;
  const value = Number(digits.replaceAll(',', '')) * (sizes[size.toLowerCase()] ?? 1);
  return Number.isFinite(value) ? (sign === '-' ? 0 - value : value) : null;
}

function readUsd(text: string, minimum: number | undefined): FilterReading {
  const value = readNumber(text);
  if (value === null) return wrong(t('An amount in USD, such as 250, 1,500.50, 20k or 3M.'));
  if (minimum !== undefined && value < minimum) return wrong(t('At least {0}.', `$${minimum}`));
  return valued(value);
}

function readCount(text: string, minimum: number, maximum: number | undefined): FilterReading {
  const value = readNumber(text);
  const from = count(minimum);
  if (value === null || !Number.isSafeInteger(value)) {
    return wrong(
      maximum === undefined
        ? t('A whole number, at least {0}.', from)
        : t('A whole number, from {0} to {1}.', from, count(maximum)),
    );
  }
  if (value >= minimum && value <= (maximum ?? value)) return valued(value);
  return wrong(
    maximum === undefined
      ? t('A whole number, at least {0}: {1} is not.', from, count(value))
      : t('A whole number, from {0} to {1}: {2} is not.', from, count(maximum), count(value)),
  );
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function readSeconds(
  text: string,
  { minimum, maximum }: Extract<FilterKind, { kind: 'seconds' }>,
): FilterReading {
  const words = t('A time such as 90 s, 10 min, 1 h 30 min or 24 h.');
  const parts = [
    ...text.matchAll(/(\d+(?:\.\d+)?)\s*(seconds?|sec|s|minutes?|min|m|hours?|h|d|)/gi),
  ];
  const isWhole = parts.map(([part]) => part).join('') === text.replace(/\s+(?=\d)/g, '');
  if (parts.length === 0 || !isWhole) return wrong(words);
  // A number alone is seconds, but only alone: 1 30 is no time.
  if (parts.length > 1 && parts.some(([, , unit]) => unit === '')) return wrong(words);
  const seconds = parts.reduce(
    (sum, [, number, unit = '']) =>
      sum + Number(number) * (secondsIn[unit.charAt(0).toLowerCase()] ?? 1),
    0,
  );
  if (!Number.isInteger(seconds)) return wrong(t('Whole seconds.'));
  return seconds >= minimum && seconds <= maximum
    ? valued(seconds)
    : wrong(t('From {0} to {1}.', timeSpan(minimum), timeSpan(maximum)));
}

function readPercentile(text: string): FilterReading {
  const [, digits] = /^p?(\d{1,3})$/i.exec(text) ?? [];
  const value = Number(digits);
  return digits === undefined || value > 100
    ? wrong(t('A percentile from p0 to p100, such as p75.'))
    : valued(`p${String(value).padStart(2, '0')}`);
}

function readChoice(text: string, choices: readonly string[]): FilterReading {
  const choice = choices.find((each) => each.toUpperCase() === text.toUpperCase());
  return choice === undefined ? wrong(t('One of {0}.', choices.join(', '))) : valued(choice);
}

function readAddresses(text: string, of: 'mints' | 'wallets'): FilterReading {
  const found = new Set<string>();
  for (const entry of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const address = isAddress(entry) ? entry : of === 'mints' ? mintOf(entry) : null;
    if (address === null) return wrong(notAnAddress(entry, of));
    found.add(address);
  }
  if (found.size > listMaximum) {
    return wrong(t('At most {0} addresses: these are {1}.', count(listMaximum), count(found.size)));
  }
  return valued([...found]);
}

/** A short text is named as it is; a long one could be a secret, and is not repeated. */
function notAnAddress(entry: string, of: 'mints' | 'wallets'): string {
  if (entry.length > 44) {
    return of === 'mints'
      ? t('That is not an address or the symbol of a known token.')
      : t('That is not an address.');
  }
  const shown = visibleText(entry, 44);
  return of === 'mints'
    ? t('{0} is not an address or the symbol of a known token.', shown)
    : t('{0} is not an address.', shown);
}

/** The mint of a symbol that one known token alone has. */
function mintOf(symbol: string): string | null {
  const wanted = symbol.toUpperCase();
  const mints = [...knownMints].flatMap(([mint, known]) =>
    known.symbol.toUpperCase() === wanted ? [mint] : [],
  );
  return mints.length === 1 ? (mints[0] ?? null) : null;
}

/** Entries such as `Raydium CPMM 4`, `CPMM…,4`, each on a line or between semicolons. */
function readCaps(text: string, maximum: number): FilterReading {
  const caps = new Map<string, number>();
  for (const entry of text.split(/[;\n]+/).filter((each) => each.trim() !== '')) {
    const [, name = '', digits] = /^\s*(.+?)[\s,:=]+(\d+)\s*$/.exec(entry) ?? [];
    const program = isAddress(name) ? name : programOf(name);
    if (digits === undefined || program === null) {
      return wrong(
        t('{0}: an AMM and a number, such as Orca Whirlpool 4.', visibleText(entry.trim(), 60)),
      );
    }
    if (Number(digits) > maximum) return wrong(t('At most {0} pools of an AMM.', maximum));
    if (caps.has(program)) return wrong(t('{0} is named twice.', visibleText(name, 60)));
    caps.set(program, Number(digits));
  }
  if (caps.size > listMaximum) return wrong(t('At most {0} AMMs.', count(listMaximum)));
  return valued([...caps].map(([program, most]) => `${program},${most}`));
}

/** The AMM of a name, or of the beginning of one name alone. */
function programOf(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return null;
  const names = [...ammPrograms].map(
    ([address, amm]) => [address, amm.name.toLowerCase()] as const,
  );
  const exact = names.filter(([, each]) => each === wanted);
  const found = exact.length > 0 ? exact : names.filter(([, each]) => each.startsWith(wanted));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}
