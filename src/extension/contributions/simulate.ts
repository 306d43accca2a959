import { command, setting } from './declare.ts';

export const simulateCommands = {
  'arbscope.simulateTransaction': command<(given?: unknown) => Promise<void>>({
    docs: 'Simulates transactions, signed or not, and shows what they would do; nothing is sent. The input is found as by Land Signed Transaction.',
    icon: 'beaker',
    menus: {
      'editor/context': [{ when: 'editorTextFocus && editorHasSelection', group: 'arbscope@4' }],
      'explorer/context': [
        { when: 'resourceExtname =~ /^\\.(b64|base64|b58|base58|tx)$/', group: 'arbscope@4' },
      ],
    },
  }),
} as const;

export const simulateSettings = {
  /** Margin on top of the compute units used by the simulation, in percent. */
  'arbscope.simulate.computeUnitMargin': setting<number>({
    default: 10,
    scope: 'window',
    schema: { type: 'number', minimum: 0, maximum: 100 },
  }),
  'arbscope.simulate.codeLens': setting<boolean>({
    default: true,
    scope: 'window',
    schema: { type: 'boolean' },
  }),
} as const;
