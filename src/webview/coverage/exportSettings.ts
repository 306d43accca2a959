import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { finderTokensMaxRange, timeRangeLimitsSeconds } from '../../api/limits.ts';
import {
  type ExportSettings,
  maxSettingsCombinations,
  type SettingName,
  type SettingsAxes,
  type SettingsContent,
  type SettingsOutcomeRow,
} from '../messages/coverage.ts';

export const settingNames = [
  'tokens_max',
  'min_transactions',
  'refresh_seconds',
  'tokens_time_range',
] as const satisfies readonly SettingName[];

const limits: Readonly<Record<SettingName, readonly [least: number, most: number]>> = {
  tokens_max: [finderTokensMaxRange.minimum, finderTokensMaxRange.maximum],
  min_transactions: [1, 1_000_000],
  refresh_seconds: [5, 86_400],
  tokens_time_range: [timeRangeLimitsSeconds.minimum, timeRangeLimitsSeconds.maximum],
};
const maxValues = 20;

type ParsedValues =
  | { readonly values: readonly number[]; readonly fault: null }
  | { readonly values: null; readonly fault: string };

/** Separated by commas or spaces; sorted without duplicates. */
export function parseSettingValues(name: SettingName, text: string): ParsedValues {
  const parts = text.split(/[\s,;，、]+/).filter(Boolean);
  const [least, most] = limits[name];
  const fault = (message: string): ParsedValues => ({ values: null, fault: message });
  if (parts.length === 0) return fault(t('Enter a number'));
  const values = parts.map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : Number.NaN));
  if (values.some(Number.isNaN)) return fault(t('Enter whole numbers, separated by commas'));
  if (values.some((value) => value < least || value > most))
    return fault(t('Enter numbers from {0} to {1}', formatCount(least), formatCount(most)));
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return distinct.length > maxValues
    ? fault(t('Enter at most {0} numbers', maxValues))
    : { values: distinct, fault: null };
}

export type SettingTexts = Readonly<Record<SettingName, string>>;

/** Null if a value is invalid. */
export function parseSettingsAxes(texts: SettingTexts): SettingsAxes | null {
  const valuesOf = (name: SettingName) => parseSettingValues(name, texts[name]).values;
  const tokens_max = valuesOf('tokens_max');
  const min_transactions = valuesOf('min_transactions');
  const refresh_seconds = valuesOf('refresh_seconds');
  const tokens_time_range = valuesOf('tokens_time_range');
  return tokens_max === null ||
    min_transactions === null ||
    refresh_seconds === null ||
    tokens_time_range === null
    ? null
    : { tokens_max, min_transactions, refresh_seconds, tokens_time_range };
}

export const countCombinations = (axes: SettingsAxes): number =>
  settingNames.reduce((product, name) => product * axes[name].length, 1);

export const isTooMany = (axes: SettingsAxes): boolean =>
  countCombinations(axes) > maxSettingsCombinations;

export const isSameSettings = (a: ExportSettings, b: ExportSettings): boolean =>
  settingNames.every((name) => a[name] === b[name]);

export const settingsKey = (settings: ExportSettings): string =>
  settingNames.map((name) => settings[name]).join(' ');

/** The outcome that covers most; on ties the one with fewer tokens. */
export const bestOutcome = (outcomes: readonly SettingsOutcomeRow[]): SettingsOutcomeRow | null =>
  rankedOutcomes(outcomes)[0] ?? null;

export const rankedOutcomes = (outcomes: readonly SettingsOutcomeRow[]): SettingsOutcomeRow[] =>
  [...outcomes].sort((a, b) => b.net_gains_usd - a.net_gains_usd || a.tokens_max - b.tokens_max);

export interface SettingsSlice {
  readonly refresh_seconds: number;
  readonly tokens_time_range: number;
}

export const sliceKey = ({ refresh_seconds, tokens_time_range }: SettingsSlice): string =>
  `${refresh_seconds} ${tokens_time_range}`;

export const slicesOf = (axes: SettingsAxes): SettingsSlice[] =>
  axes.tokens_time_range.flatMap((tokens_time_range) =>
    axes.refresh_seconds.map((refresh_seconds) => ({ refresh_seconds, tokens_time_range })),
  );

/** The one with this key, or that of the best outcome, or the first; null: no values to test. */
export function chooseSlice(
  { axes, outcomes }: Pick<SettingsContent, 'axes' | 'outcomes'>,
  key: string,
): SettingsSlice | null {
  const slices = slicesOf(axes);
  const find = (wanted: string) => slices.find((each) => sliceKey(each) === wanted);
  const best = bestOutcome(outcomes ?? []);
  return find(key) ?? (best === null ? undefined : find(sliceKey(best))) ?? slices[0] ?? null;
}

export const hasGrid = ({ tokens_max: tokens, min_transactions: transactions }: SettingsAxes) =>
  tokens.length > 0 && transactions.length > 0;

/** `refresh 5 min, ranked by 1 h`. */
export const sliceText = ({ refresh_seconds, tokens_time_range }: SettingsSlice): string =>
  joinList([
    t('refresh {0}', formatDuration(refresh_seconds)),
    t('ranked by {0}', formatDuration(tokens_time_range)),
  ]);

/** `50 tokens, min 5 transactions, refresh 5 min, ranked by 1 h`. */
export const settingsText = (settings: ExportSettings): string =>
  joinList([cellText(settings), sliceText(settings)]);

/** `50 tokens, min 5 transactions`. */
export const cellText = ({
  tokens_max: tokens,
  min_transactions: transactions,
}: Pick<ExportSettings, 'tokens_max' | 'min_transactions'>): string =>
  joinList([
    tokens === 1 ? t('1 token') : t('{0} tokens', formatCount(tokens)),
    transactions === 1
      ? t('min 1 transaction')
      : t('min {0} transactions', formatCount(transactions)),
  ]);
