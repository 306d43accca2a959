import { command } from './declare.ts';

export const percentilesCommands = {
  'arbscope.openPercentiles': command<(what?: unknown) => void>({
    docs: 'Opens the percentile charts. Argument: a row, or the name of a chart.',
    shortTitle: 'openPercentiles',
    icon: 'graph-line',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: '0_open@1' }],
      'view/item/context': [
        {
          when: 'view == arbscope.finder && viewItem =~ /^(verdict|percentile)$/',
          group: 'inline@1',
        },
        {
          when: 'view == arbscope.finder && viewItem =~ /^(verdict|percentile|token|token-pinned)$/',
          group: '1_open@2',
        },
      ],
    },
  }),
} as const;
