import { command, setting } from './declare.ts';

export const tokenCommands = {
  'arbscope.openToken': command<(what?: unknown) => Promise<void>>({
    docs: 'Opens the panel of a token. Argument: a row or a mint.',
    icon: 'tag',
    menus: {
      'view/item/context': [
        { when: 'view == arbscope.finder && viewItem =~ /^token/', group: 'inline@1' },
        { when: 'view == arbscope.finder && viewItem =~ /^token/', group: '1_open@1' },
        {
          when: 'view =~ /^arbscope\\.(live|marketCache)$/ && viewItem == token',
          group: 'inline@1',
        },
        {
          when: 'view =~ /^arbscope\\.(live|marketCache)$/ && viewItem == token',
          group: '1_open@1',
        },
      ],
    },
  }),
} as const;

export const tokenSettings = {
  /** Whether token pictures are fetched without a click; never in an untrusted workspace. */
  'arbscope.token.showPictures': setting<boolean>({
    default: false,
    scope: 'machine',
    schema: { type: 'boolean' },
  }),
} as const;
