import { wrappedSolMint } from '../../solana/baseMints.ts';
import { command, contextKey, setting } from './declare.ts';

export const finderCommands = {
  'arbscope.refreshFinder': command<() => void>({
    docs: 'Requests the market again.',
    shortTitle: 'refresh',
    icon: 'refresh',
    palette: 'view.arbscope.finder.visible',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: 'navigation@3' }],
      'view/item/context': [
        {
          when: 'view == arbscope.finder && viewItem =~ /^error-(?!process|untrusted|setting|filter)/',
          group: 'inline@2',
        },
      ],
    },
  }),
  'arbscope.filterFinder': command<(what?: unknown) => Promise<void>>({
    docs: 'Lists the filters of the Finder. Argument: the name of a filter, or a row.',
    shortTitle: 'filterFinder',
    icon: 'filter',
    menus: {
      'view/title': [
        { when: 'view == arbscope.finder && !arbscope.finderFiltered', group: 'navigation@1' },
        { when: 'view == arbscope.finder', group: '1_filter@1' },
      ],
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem == figure-filter', group: 'inline@1' },
        { when: 'view == arbscope.finder && viewItem == figure-filter', group: '4_filter@1' },
      ],
    },
  }),
  'arbscope.editFinderFilters': command<() => Promise<void>>({
    docs: '`arbscope.filterFinder`, with the icon of a filter that is on.',
    shortTitle: 'filterFinder',
    icon: 'filter-filled',
    palette: 'false',
    menus: {
      'view/title': [
        { when: 'view == arbscope.finder && arbscope.finderFiltered', group: 'navigation@1' },
      ],
    },
  }),
  'arbscope.clearFinderFilters': command<() => Promise<void>>({
    docs: 'Goes back to the filters of the settings.',
    shortTitle: 'clearFilters',
    icon: 'clear-all',
    palette: 'arbscope.finderFiltered',
    menus: {
      'view/title': [
        { when: 'view == arbscope.finder && arbscope.finderFiltered', group: 'navigation@2' },
      ],
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem == error-filter', group: 'inline@2' },
      ],
    },
  }),
  'arbscope.finderPresets': command<() => Promise<void>>({
    docs: 'Applies, saves, renames or deletes presets of filters.',
    shortTitle: 'finderPresets',
    icon: 'bookmark',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '1_filter@2' }] },
  }),
  'arbscope.sortFinder': command<() => Promise<void>>({
    docs: 'Chooses the figure that sorts the tokens.',
    shortTitle: 'sortFinder',
    icon: 'list-ordered',
    palette: 'view.arbscope.finder.visible',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '1_filter@3' }] },
  }),
  'arbscope.refreshFinderEvery': command<() => Promise<void>>({
    docs: 'Sets how often the Finder refreshes automatically.',
    shortTitle: 'refreshFinderEvery',
    menus: { 'view/title': [{ when: 'view == arbscope.finder', group: '2_refresh@1' }] },
  }),
  'arbscope.pinToken': command<(row?: unknown) => Promise<void>>({
    docs: 'Pins a token to the top.',
    shortTitle: 'pinToken',
    icon: 'pin',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem == token', group: 'inline@2' },
        { when: 'view == arbscope.finder && viewItem == token', group: '3_order@1' },
      ],
    },
  }),
  'arbscope.unpinToken': command<(row?: unknown) => Promise<void>>({
    docs: 'Unpins a token.',
    shortTitle: 'unpinToken',
    icon: 'pinned',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem == token-pinned', group: 'inline@2' },
        { when: 'view == arbscope.finder && viewItem == token-pinned', group: '3_order@1' },
      ],
    },
  }),
  'arbscope.excludeToken': command<(row?: unknown, rows?: unknown) => Promise<void>>({
    docs: 'Excludes the selected tokens from the ranking.',
    shortTitle: 'excludeToken',
    icon: 'exclude',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem =~ /^token/', group: '4_filter@1' },
      ],
    },
  }),
  'arbscope.copyMints': command<(row?: unknown, rows?: unknown) => Promise<void>>({
    docs: 'Copies the mints of the selected tokens, or of all, one per line.',
    shortTitle: 'copyMints',
    icon: 'copy',
    palette: 'view.arbscope.finder.visible',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: '7_export@3' }],
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem =~ /^token/', group: '6_copypaste@4' },
      ],
    },
  }),
  'arbscope.openInExplorer': command<(row?: unknown) => Promise<void>>({
    docs: 'Opens an address or a transaction in your block explorer.',
    icon: 'link-external',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|attempt(-lost)?|arbitrage(-lost)?|token|token-pinned|amm|pool|address)$/',
          group: '1_open@6',
        },
      ],
    },
  }),
} as const;

export const finderSettings = {
  'arbscope.finder.baseTokens': setting<readonly string[]>({
    default: [wrappedSolMint],
    scope: 'window',
    isRestricted: true,
    schema: {
      type: 'array',
      items: {
        type: 'string',
        pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
        patternErrorMessage: '%setting.finder.baseTokens.malformed%',
      },
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
    },
  }),
  'arbscope.finder.maximumTokens': setting<number>({
    default: 20,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 1, maximum: 50 },
  }),
  'arbscope.finder.rankingSeconds': setting<number>({
    default: 3_600,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 60, maximum: 86400 },
  }),
  'arbscope.finder.thresholdSeconds': setting<number>({
    default: 3_600,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 60, maximum: 86400 },
  }),
  'arbscope.finder.percentileSeconds': setting<number>({
    default: 3_600,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 60, maximum: 86400 },
  }),
  /** Net gains that the verdict requires; null: no threshold. */
  'arbscope.finder.thresholdProfitsUsd': setting<number | null>({
    default: 50,
    scope: 'window',
    isRestricted: true,
    schema: { type: ['number', 'null'] },
  }),
  'arbscope.finder.thresholdRevenuesUsd': setting<number | null>({
    default: null,
    scope: 'window',
    isRestricted: true,
    schema: { type: ['number', 'null'] },
  }),
  /** A smaller sample says little: as many as an estimate of a percentile needs. */
  'arbscope.finder.thresholdTransactions': setting<number | null>({
    default: 30,
    scope: 'window',
    isRestricted: true,
    schema: { type: ['integer', 'null'], minimum: 0 },
  }),
  /** Percentile of the fees, 0 to 99. */
  'arbscope.finder.feePercentile': setting<number>({
    default: 50,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 0, maximum: 99 },
  }),
  /** Percentile of the tips, 0 to 99. */
  'arbscope.finder.tipPercentile': setting<number>({
    default: 50,
    scope: 'window',
    isRestricted: true,
    schema: { type: 'integer', minimum: 0, maximum: 99 },
  }),
  /**
   * Refresh interval of the visible view; 0: manual refresh only; null: the default of the
   * connection's kind (`finderRefreshSeconds`).
   */
  'arbscope.finder.refreshSeconds': setting<number | null>({
    default: null,
    scope: 'machine-overridable',
    isRestricted: true,
    schema: { type: ['integer', 'null'], minimum: 0, maximum: 86400 },
  }),
} as const;

export const finderContextKeys = { 'arbscope.finderFiltered': contextKey<boolean>() } as const;
