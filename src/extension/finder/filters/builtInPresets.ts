import { t } from '@vscode/l10n';
import { type FilterName, filterFields, revoked } from './filterFields.ts';
import { type Filters, isSameFilters } from './filters.ts';

export interface BuiltInPreset {
  readonly name: string;
  readonly icon: string;
  readonly filters: Filters;
  /** What it recommends, in one sentence. */
  readonly explanation: string;
}

/** Thresholds for a window of an hour; they change with the window. */
const conservative = { profitsUsd: 500, transactions: 100 } as const;
const hourSeconds = 3_600;

/** Around the filters of the settings: stricter, the same, and without thresholds. */
export function builtInPresets(defaultFilters: Filters): readonly BuiltInPreset[] {
  const { thresholdMaxTimeRange } = defaultFilters;
  const window = typeof thresholdMaxTimeRange === 'number' ? thresholdMaxTimeRange : hourSeconds;
  /** Never below the user's own threshold. */
  const scaled = (perHour: number, own: unknown) => {
    const forWindow = Math.max(1, Math.round((perHour * window) / hourSeconds));
    return typeof own === 'number' ? Math.max(own, forWindow) : forWindow;
  };
  return [
    {
      name: t('Conservative'),
      icon: 'shield',
      filters: {
        ...defaultFilters,
        thresholdProfits: scaled(conservative.profitsUsd, defaultFilters.thresholdProfits),
        thresholdTransactions: scaled(
          conservative.transactions,
          defaultFilters.thresholdTransactions,
        ),
        mintAuthority: revoked,
        freezeAuthority: revoked,
      },
      explanation: t(
        'Recommends only a busy market, and hides tokens that somebody can mint or freeze.',
      ),
    },
    {
      name: t('Default'),
      icon: 'home',
      filters: defaultFilters,
      explanation: t('Recommends a market that meets the thresholds of your settings.'),
    },
    {
      name: t('Everything'),
      icon: 'list-unordered',
      filters: withoutLimits(defaultFilters),
      explanation: t('Recommends any net gain above 0, and hides no token.'),
    },
  ];
}

const limits: ReadonlySet<FilterName> = new Set<FilterName>([
  ...(['thresholdProfits', 'thresholdRevenues', 'thresholdTransactions'] as const),
  ...(['tokensExclude', 'tokensMinPool'] as const),
  ...filterFields.flatMap(({ name, group }) =>
    group === 'bounds' || group === 'safety' ? [name] : [],
  ),
]);

const withoutLimits = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !limits.has(name as FilterName)));

/** Null: the filters are the user's own. */
export const activeBuiltInPreset = (
  filters: Filters,
  defaultFilters: Filters,
): BuiltInPreset | null =>
  builtInPresets(defaultFilters).find((preset) => isSameFilters(preset.filters, filters)) ?? null;
