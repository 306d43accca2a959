import { command, contextKey } from './declare.ts';

export const liveCommands = {
  'arbscope.refreshLive': command<() => void>({
    docs: 'Requests the newest arbitrages again.',
    shortTitle: 'refresh',
    icon: 'refresh',
    palette: 'view.arbscope.live.visible',
    menus: {
      'view/title': [{ when: 'view == arbscope.live', group: '2_refresh@1' }],
      'view/item/context': [
        {
          when: 'view == arbscope.live && viewItem =~ /^error-(?!process|untrusted|setting)/',
          group: 'inline@2',
        },
      ],
    },
  }),
  'arbscope.pauseLive': command<() => void>({
    docs: 'Freezes the rows of Live; new arbitrages wait.',
    shortTitle: 'pauseLive',
    icon: 'debug-pause',
    palette: 'view.arbscope.live.visible && !arbscope.livePaused',
    menus: {
      'view/title': [
        { when: 'view == arbscope.live && !arbscope.livePaused', group: 'navigation@1' },
      ],
    },
  }),
  'arbscope.resumeLive': command<() => void>({
    docs: 'Shows the arbitrages that waited, and new ones as they arrive.',
    shortTitle: 'resumeLive',
    icon: 'debug-continue',
    palette: 'arbscope.livePaused',
    menus: {
      'view/title': [
        { when: 'view == arbscope.live && arbscope.livePaused', group: 'navigation@1' },
      ],
    },
  }),
  'arbscope.filterLive': command<() => Promise<void>>({
    docs: 'Lists the filters of Live.',
    shortTitle: 'filterLive',
    icon: 'filter',
    menus: {
      'view/title': [
        { when: 'view == arbscope.live && !arbscope.liveFiltered', group: 'navigation@2' },
        { when: 'view == arbscope.live', group: '1_filter@1' },
      ],
    },
  }),
  'arbscope.editLiveFilters': command<() => Promise<void>>({
    docs: '`arbscope.filterLive`, with the icon of a filter that is on.',
    shortTitle: 'filterLive',
    icon: 'filter-filled',
    palette: 'false',
    menus: {
      'view/title': [
        { when: 'view == arbscope.live && arbscope.liveFiltered', group: 'navigation@2' },
      ],
    },
  }),
  'arbscope.clearLiveFilters': command<() => Promise<void>>({
    docs: 'Shows the arbitrages of everybody again.',
    shortTitle: 'clearFilters',
    icon: 'clear-all',
    palette: 'arbscope.liveFiltered',
    menus: {
      'view/title': [
        { when: 'view == arbscope.live && arbscope.liveFiltered', group: 'navigation@3' },
      ],
    },
  }),
  'arbscope.showArbitrages': command<(scope?: unknown) => Promise<void>>({
    docs: 'Shows arbitrages in Live. Argument: a row, an address, or `{ tokens: [mint] }` (also bases, amms, pools, wallets, bots, providers).',
    icon: 'pulse',
    menus: {
      'view/item/context': [
        {
          when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|token|token-pinned|amm|pool)$/',
          group: 'inline@3',
        },
        {
          when: 'view =~ /^arbscope\\.(finder|live|wallets|marketCache)$/ && viewItem =~ /^(wallet|leader|token|token-pinned|amm|pool)$/',
          group: '1_open@4',
        },
      ],
    },
  }),
  'arbscope.showOlderArbitrages': command<() => Promise<void>>({
    docs: 'Adds older arbitrages below the last.',
    icon: 'history',
    palette: 'view.arbscope.live.visible',
  }),
} as const;

export const liveContextKeys = {
  'arbscope.liveFiltered': contextKey<boolean>(),
  'arbscope.livePaused': contextKey<boolean>(),
} as const;
