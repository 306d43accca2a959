import { command } from './declare.ts';

export const panelCommands = {
  'arbscope.refreshPanel': command<() => void>({
    docs: 'Requests the data of the panel in front again.',
    shortTitle: 'refresh',
    icon: 'refresh',
    palette: 'activeWebviewPanelId =~ /^arbscope\\./',
    menus: {
      'editor/title': [
        // The page of percentiles has the button beside its interval.
        { when: 'activeWebviewPanelId =~ /^arbscope\\.(?!percentiles)/', group: 'navigation@1' },
      ],
    },
  }),
} as const;
