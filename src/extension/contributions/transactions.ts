import { command } from './declare.ts';

const lostRows =
  'view =~ /^arbscope\\.(live|wallets|landings)$/ && viewItem =~ /^(arbitrage|attempt|landing)-lost$/';

export const transactionCommands = {
  'arbscope.lookUpTransaction': command<(signature?: unknown) => Promise<void>>({
    docs: "Lists transactions to open: recent, the market's newest, recorded. Argument: a signature.",
    icon: 'search',
    menus: {
      'view/title': [{ when: 'view == arbscope.finder', group: '0_open@2' }],
      'view/item/context': [
        { when: 'view == arbscope.live && viewItem =~ /^arbitrage(-lost)?$/', group: '1_open@1' },
      ],
    },
  }),
  'arbscope.whyDidILose': command<(signature?: unknown) => void>({
    docs: 'Opens the competition for a failed attempt, or for a landing that failed or expired. Argument: a row, or a signature.',
    icon: 'question',
    palette: 'false',
    menus: {
      'view/item/context': [
        { when: lostRows, group: 'inline@1' },
        { when: lostRows, group: '1_open@1' },
      ],
    },
  }),
} as const;
