import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { type StatisticsProvider, statisticsProviders } from '../../api/enumerations.ts';
import { formatCount } from '../../api/format.ts';
import { maxListEntries, timeRangeLimitsSeconds } from '../../api/limits.ts';
import type { PercentileQuery, Statistic } from '../messages/percentiles.ts';

export interface FormValues {
  readonly statistic: Statistic;
  readonly minimum: string;
  readonly maximum: string;
  readonly providers: readonly string[];
  readonly wallets: string;
  readonly windowSeconds: string;
  /** Empty: only one window. */
  readonly secondWindowSeconds: string;
}

export type FormField =
  | 'minimum'
  | 'maximum'
  | 'providers'
  | 'wallets'
  | 'windowSeconds'
  | 'secondWindowSeconds';

type ParsedForm =
  | { readonly query: PercentileQuery; readonly faults: null }
  | { readonly query: null; readonly faults: Readonly<Partial<Record<FormField, string>>> };

const maxComputeUnits = 1_400_000n;
/** Token amounts are u64. */
const maxInputAmount = 2n ** 64n - 1n;

export const maxRangeValue = (statistic: Statistic): bigint =>
  statistic === 'tipsByGains' ? maxInputAmount : maxComputeUnits;

/** Validates the form against the limits of the API. Returns the query or all faults. */
export function parseQueryForm(texts: FormValues): ParsedForm {
  const faults: Partial<Record<FormField, string>> = {};
  const limit = maxRangeValue(texts.statistic);
  const bound = (field: 'minimum' | 'maximum'): bigint | null => {
    const read = parseInteger(texts[field]);
    if (read === null) return null;
    if (typeof read === 'string') faults[field] = read;
    else if (read > limit) faults[field] = t('At most {0}', formatCount(limit));
    else return read;
    return null;
  };
  const minimum = bound('minimum');
  const maximum = bound('maximum');
  if (minimum !== null && maximum !== null && minimum > maximum) {
    faults.maximum = t('Must be at least {0}', formatCount(minimum));
  }
  const window = (field: 'windowSeconds' | 'secondWindowSeconds'): number => {
    const read = parseInteger(texts[field]);
    const { minimum: least, maximum: most } = timeRangeLimitsSeconds;
    const isValid = typeof read === 'bigint' && read >= BigInt(least) && read <= BigInt(most);
    if (!isValid) {
      faults[field] = t('Enter {0} to {1} seconds', formatCount(least), formatCount(most));
    }
    return isValid ? Number(read) : 0;
  };
  const windowsSeconds = [window('windowSeconds')];
  if (texts.secondWindowSeconds.trim() !== '') windowsSeconds.push(window('secondWindowSeconds'));
  const providers = texts.providers.filter(isProvider);
  if (providers.length !== texts.providers.length) faults.providers = t('Unknown provider');
  const wallets = parseWallets(texts.wallets);
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

/** Null for an empty field. Accepts grouped digits. */
function parseInteger(text: string): bigint | string | null {
  const plain = text.trim().replace(/[,_\s](?=\d{3}(?!\d))/g, '');
  if (plain === '') return null;
  return /^\d{1,20}$/.test(plain) ? BigInt(plain) : t('Enter a whole number');
}

/** Addresses separated by spaces or commas; a message for the first invalid one. */
function parseWallets(text: string): readonly string[] | string {
  const wallets = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  if (wallets.length > maxListEntries) {
    return t('At most {0} wallets', formatCount(maxListEntries));
  }
  const wrong = wallets.find((wallet) => !isAddress(wallet));
  if (wrong === undefined) return wallets;
  const shown = wrong.length > 20 ? `${wrong.slice(0, 20)}…` : wrong;
  return t('Not an address: {0}', shown);
}
