import { t } from '@vscode/l10n';
import { base58Length } from '../../interface/base58Length.ts';
import { type StatisticsProvider, statisticsProviders } from '../../interface/enumerations.ts';
import { listEntriesMaximum, timeRangeSeconds } from '../../interface/limits.ts';
import type { PercentileQuery, Statistic } from '../messages/percentiles.ts';

/** The form as it is typed. */
export interface FormTexts {
  readonly statistic: Statistic;
  readonly minimum: string;
  readonly maximum: string;
  readonly providers: readonly string[];
  readonly wallets: string;
  readonly windowSeconds: string;
  /** Empty: one window alone. */
  readonly secondWindowSeconds: string;
}

export type FormField =
  | 'minimum'
  | 'maximum'
  | 'providers'
  | 'wallets'
  | 'windowSeconds'
  | 'secondWindowSeconds';

export type FormReading =
  | { readonly query: PercentileQuery; readonly faults: null }
  /** What is wrong, by the field that it stands beside. */
  | { readonly query: null; readonly faults: Readonly<Partial<Record<FormField, string>>> };

/** No transaction of the chain may consume more. */
const computeUnitsMaximum = 1_400_000n;
/** An amount of a mint is a u64. */
const inputAmountMaximum = 2n ** 64n - 1n;

/** The upper end of a statistic's range. */
export const rangeMaximum = (statistic: Statistic): bigint =>
  statistic === 'tipsByGains' ? inputAmountMaximum : computeUnitsMaximum;

/** Reads the form against the limits of the interface; every fault at once, in words. */
export function readForm(texts: FormTexts): FormReading {
  const faults: Partial<Record<FormField, string>> = {};
  const limit = rangeMaximum(texts.statistic);
  const bound = (field: 'minimum' | 'maximum'): bigint | null => {
    const read = readWhole(texts[field]);
    if (read === null) return null;
    if (typeof read === 'string') faults[field] = read;
    else if (read > limit) faults[field] = t('At most {0}', groups(limit));
    else return read;
    return null;
  };
  const minimum = bound('minimum');
  const maximum = bound('maximum');
  if (minimum !== null && maximum !== null && minimum > maximum) {
    faults.maximum = t('Not below the least, {0}', groups(minimum));
  }
  const window = (field: 'windowSeconds' | 'secondWindowSeconds'): number => {
    const read = readWhole(texts[field]);
    const { minimum: least, maximum: most } = timeRangeSeconds;
    if (read === null) faults[field] = t('Seconds are missing');
    else if (typeof read === 'string') faults[field] = read;
    else if (read < BigInt(least) || read > BigInt(most)) {
      faults[field] = t('{0} to {1} seconds', groups(BigInt(least)), groups(BigInt(most)));
    }
    return typeof read === 'bigint' ? Number(read) : 0;
  };
  const windowsSeconds = [window('windowSeconds')];
  if (texts.secondWindowSeconds.trim() !== '') windowsSeconds.push(window('secondWindowSeconds'));
  const providers = texts.providers.filter(isProvider);
  if (providers.length !== texts.providers.length)
    faults.providers = t('There is no such provider');
  const wallets = readWallets(texts.wallets);
  if (typeof wallets === 'string') faults.wallets = wallets;
  if (typeof wallets === 'string' || Object.keys(faults).length > 0) return { query: null, faults };
  return {
    query: {
      statistic: texts.statistic,
      minimum: minimum?.toString() ?? null,
      maximum: maximum?.toString() ?? null,
      providers,
      wallets,
      windowsSeconds,
    },
    faults: null,
  };
}

const isProvider = (text: string): text is StatisticsProvider =>
  (statisticsProviders as readonly string[]).includes(text);

/** `null` for an empty field, words for what is no whole number. Groups are let through. */
function readWhole(text: string): bigint | string | null {
  const plain = text.trim().replace(/[,_\s](?=\d{3}(?!\d))/g, '');
  if (plain === '') return null;
  return /^\d{1,20}$/.test(plain) ? BigInt(plain) : t('A whole number');
}

/** Addresses apart from each other by space or comma; words for the first that is none. */
function readWallets(text: string): readonly string[] | string {
  const wallets = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  if (wallets.length > listEntriesMaximum) {
    return t('At most {0} wallets', groups(BigInt(listEntriesMaximum)));
  }
  const wrong = wallets.find((wallet) => wallet.length > 44 || base58Length(wallet) !== 32);
  if (wrong === undefined) return wallets;
  const shown = wrong.length > 20 ? `${wrong.slice(0, 20)}…` : wrong;
  return t('{0} is no address (32 bytes in Base58)', shown);
}

const groups = (value: bigint): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
