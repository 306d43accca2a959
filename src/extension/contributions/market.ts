import { command } from './declare.ts';

export const marketCommands = {
  'arbscope.openMarket': command<(what?: unknown) => void>({
    docs: 'Opens the history of the market. Argument: a row, a mint, or `{ kind, value }`.',
    shortTitle: 'openMarket',
    icon: 'graph',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: '0_open@3' }],
      'view/item/context': [
        {
          when: 'view == arbscope.finder && viewItem =~ /^(token|token-pinned|amm|pool)$/',
          group: '1_open@4',
        },
        {
          when: 'view =~ /^arbscope\\.(live|marketCache)$/ && viewItem == pool',
          group: '1_open@4',
        },
      ],
    },
  }),
} as const;
