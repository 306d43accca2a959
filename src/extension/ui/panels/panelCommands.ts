import { registerCommand } from '../../commandsAndSettings.ts';
import { DisposableStore } from '../../disposable.ts';
import type { PanelManager } from './panelManager.ts';

/** The commands of whichever panel is in front; its page has the same as buttons. */
export class PanelCommands extends DisposableStore {
  constructor(
    groups: () => readonly (Pick<PanelManager<never, never, never>, 'refreshActive'> | undefined)[],
  ) {
    super();
    this.add(
      registerCommand('arbscope.refreshPanel', () => {
        for (const group of groups()) group?.refreshActive();
      }),
    );
  }
}
