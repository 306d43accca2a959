import { contextKey, setting } from './declare.ts';

export const botConfigSettings = {
  'arbscope.botConfig.diagnostics': setting<boolean>({
    default: true,
    scope: 'window',
    schema: { type: 'boolean' },
  }),
  /** Globs of files that are read as lists of addresses, regardless of their format. */
  'arbscope.botConfig.addressFiles': setting<readonly string[]>({
    default: [],
    scope: 'window',
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true },
  }),
  /** Whether figures are shown above the entries of bot configs, and after their pools. */
  'arbscope.botConfig.codeLens': setting<'off' | 'entries' | 'entriesAndPools'>({
    default: 'off',
    scope: 'window',
    schema: {
      type: 'string',
      enum: ['off', 'entries', 'entriesAndPools'],
      enumDescriptions: [
        '%setting.botConfig.codeLens.off%',
        '%setting.botConfig.codeLens.entries%',
        '%setting.botConfig.codeLens.entriesAndPools%',
      ],
    },
  }),
} as const;

export const botConfigContextKeys = {
  /** The active file is a bot config. */
  'arbscope.isBotConfig': contextKey<boolean>(),
} as const;
