import { command, contextKey } from './declare.ts';

export const coverageCommands = {
  'arbscope.showCoverage': command<(config?: unknown) => Promise<void>>({
    docs: 'Opens the coverage of a bot config. Argument: its Uri; default: the active file, otherwise a choice of those open and in the workspace.',
    icon: 'graph',
    menus: {
      'editor/title': [{ when: 'arbscope.isBotConfig && !isInDiffEditor', group: 'navigation@1' }],
      'editor/context': [
        {
          when: 'editorTextFocus && arbscope.isBotConfig && !isInDiffEditor',
          group: 'arbscope_coverage@1',
        },
      ],
    },
  }),
  'arbscope.addMissingPools': command<(config?: unknown) => Promise<void>>({
    docs: 'Adds the best missing pools of a config in a diff. Argument: its Uri, or `{ uri, count }`.',
    icon: 'add',
    palette: 'arbscope.isBotConfig',
    menus: {
      'editor/context': [
        {
          when: 'editorTextFocus && arbscope.isBotConfig && !isInDiffEditor',
          group: 'arbscope_coverage@2',
        },
      ],
    },
  }),
  'arbscope.removeDeadPools': command<(config?: unknown) => Promise<void>>({
    docs: "Removes a config's pools without arbitrage in a diff. Argument: its Uri, or `{ uri, entry }`.",
    icon: 'remove',
    palette: 'arbscope.isBotConfig',
    menus: {
      'editor/context': [
        {
          when: 'editorTextFocus && arbscope.isBotConfig && !isInDiffEditor',
          group: 'arbscope_coverage@3',
        },
      ],
    },
  }),
  'arbscope.mergeGroups': command<(config?: unknown) => Promise<void>>({
    docs: 'Merges groups of a config in a diff. Argument: its Uri.',
    icon: 'combine',
    palette: 'arbscope.isBotConfig && arbscope.canMergeGroups',
    menus: {
      'editor/context': [
        {
          when: 'editorTextFocus && arbscope.isBotConfig && !isInDiffEditor && arbscope.canMergeGroups',
          group: 'arbscope_coverage@4',
        },
      ],
    },
  }),
  'arbscope.applyConfigChanges': command<(uri?: unknown) => Promise<void>>({
    docs: 'Applies the changes in a diff of a config. Argument: the Uri of its changed side.',
    // Without an icon: the buttons of the diff have labels.
    shortTitle: 'applyConfigChanges',
    palette: 'resourceScheme == arbscope-config && isInDiffEditor',
    menus: {
      'editor/title': [
        { when: 'resourceScheme == arbscope-config && isInDiffEditor', group: 'navigation@1' },
      ],
    },
  }),
  'arbscope.discardConfigChanges': command<(uri?: unknown) => Promise<void>>({
    docs: 'Closes the diff of a config without applying it.',
    shortTitle: 'discardConfigChanges',
    palette: 'resourceScheme == arbscope-config && isInDiffEditor',
    menus: {
      'editor/title': [
        { when: 'resourceScheme == arbscope-config && isInDiffEditor', group: 'navigation@2' },
      ],
    },
  }),
} as const;

export const coverageContextKeys = {
  /** The groups of the active bot config can be merged. */
  'arbscope.canMergeGroups': contextKey<boolean>(),
} as const;
