import { command, contextKey } from './declare.ts';

export const marketCacheCommands = {
  'arbscope.refreshMarketCache': command<() => void>({
    docs: 'Loads or reloads the pools.',
    icon: 'refresh',
    palette: 'view.arbscope.marketCache.visible && !arbscope.poolsLoading',
    menus: {
      'view/title': [
        { when: 'view == arbscope.marketCache && !arbscope.poolsLoading', group: 'navigation@2' },
      ],
      'view/item/context': [
        {
          when: 'view == arbscope.marketCache && viewItem =~ /^error-(?!process|untrusted|setting)/',
          group: 'inline@2',
        },
      ],
    },
  }),
  'arbscope.stopLoadingPools': command<() => void>({
    docs: 'Stops loading and shows the earlier pools.',
    shortTitle: 'stopLoadingPools',
    icon: 'debug-stop',
    palette: 'arbscope.poolsLoading',
    menus: {
      'view/title': [
        { when: 'view == arbscope.marketCache && arbscope.poolsLoading', group: 'navigation@2' },
      ],
    },
  }),
  'arbscope.searchPools': command<() => Promise<void>>({
    docs: 'Finds a pool by address or symbols, and shows it.',
    shortTitle: 'searchPools',
    icon: 'search',
    menus: { 'view/title': [{ when: 'view == arbscope.marketCache', group: 'navigation@1' }] },
  }),
  'arbscope.filterPools': command<() => Promise<void>>({
    docs: 'Shows only the pools of the tokens that you enter.',
    shortTitle: 'filterPools',
    icon: 'filter',
    menus: { 'view/title': [{ when: 'view == arbscope.marketCache', group: '1_filter@1' }] },
  }),
  'arbscope.sortPools': command<() => Promise<void>>({
    docs: 'Sorts the pools of each program by gains or transactions in the Finder.',
    shortTitle: 'sortPools',
    icon: 'sort-precedence',
    palette: 'view.arbscope.marketCache.visible',
    menus: { 'view/title': [{ when: 'view == arbscope.marketCache', group: '1_filter@4' }] },
  }),
  'arbscope.showPools': command<(what?: unknown) => Promise<void>>({
    docs: 'Shows the pools of a token in the Market Cache. Argument: a row or a mint.',
    icon: 'database',
    palette: 'false',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|marketCache)$/ && viewItem =~ /^token/',
          group: '1_open@3',
        },
      ],
    },
  }),
  'arbscope.openPool': command<(what?: unknown) => Promise<void>>({
    docs: 'Opens the panel of a pool. Argument: a row or an address.',
    icon: 'graph-scatter',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|marketCache)$/ && viewItem == pool',
          group: 'inline@1',
        },
        {
          when: 'view =~ /^arbscope\\.(finder|live|marketCache)$/ && viewItem == pool',
          group: '1_open@1',
        },
      ],
    },
  }),
  'arbscope.revealPool': command<(pool?: unknown) => Promise<void>>({
    docs: 'Shows a pool in the Market Cache. Argument: a row or an address.',
    icon: 'target',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: 'view =~ /^arbscope\\.(finder|live)$/ && viewItem == pool', group: '1_open@3' },
      ],
    },
  }),
  'arbscope.clearPoolFilter': command<() => Promise<void>>({
    docs: 'Shows the pools of all tokens.',
    shortTitle: 'clearFilters',
    icon: 'clear-all',
    palette: 'arbscope.poolsFiltered',
    menus: {
      'view/title': [
        { when: 'view == arbscope.marketCache && arbscope.poolsFiltered', group: '1_filter@3' },
      ],
    },
  }),
  'arbscope.showAggregatorPools': command<() => Promise<void>>({
    docs: "Shows only the pools of the aggregator's cache.",
    palette: 'view.arbscope.marketCache.visible && !arbscope.poolsAggregatorOnly',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.marketCache && !arbscope.poolsAggregatorOnly',
          group: '1_filter@2',
        },
      ],
    },
  }),
  'arbscope.showEveryPool': command<() => Promise<void>>({
    docs: "Shows the pools outside the aggregator's cache too.",
    palette: 'view.arbscope.marketCache.visible && arbscope.poolsAggregatorOnly',
    menus: {
      'view/title': [
        {
          when: 'view == arbscope.marketCache && arbscope.poolsAggregatorOnly',
          group: '1_filter@2',
        },
      ],
    },
  }),
  'arbscope.copyPoolAccounts': command<(pool?: unknown, format?: unknown) => Promise<void>>({
    docs: 'Copies the accounts of a swap on a pool as source.',
    icon: 'copy',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.marketCache && viewItem == pool', group: 'inline@2' },
        { when: 'view == arbscope.marketCache && viewItem == pool', group: '6_copypaste@2' },
      ],
    },
  }),
  'arbscope.insertPoolAccounts': command<(pool?: unknown) => Promise<void>>({
    docs: 'Inserts the accounts of a swap on a pool at the cursor.',
    icon: 'insert',
    palette: 'editorIsOpen',
    menus: {
      'view/item/context': [
        {
          when: 'view == arbscope.marketCache && viewItem == pool && editorIsOpen',
          group: '6_copypaste@3',
        },
      ],
    },
  }),
} as const;

export const marketCacheContextKeys = {
  'arbscope.poolsLoading': contextKey<boolean>(),
  'arbscope.poolsFiltered': contextKey<boolean>(),
  'arbscope.poolsAggregatorOnly': contextKey<boolean>(),
} as const;
