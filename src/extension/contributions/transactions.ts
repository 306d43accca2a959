import { command } from './declare.ts';

export const transactionCommands = {
  'arbscope.lookUpTransaction': command<(signature?: unknown) => Promise<void>>({
    docs: "Lists transactions to open: recent, the market's newest, recorded. Argument: a signature.",
    icon: 'search',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: '0_open@2' }],
      'view/item/context': [
        { when: 'view == arbscope.live && viewItem == arbitrage', group: '1_open@1' },
      ],
    },
  }),
} as const;
