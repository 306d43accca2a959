import { registerCommand } from '../../commandsAndSettings.ts';
import { type Disposable, DisposableStore } from '../../disposable.ts';
import type { PanelManager } from './panelManager.ts';

/** The commands of whichever panel is in front; its page has the same as buttons. */
export class PanelCommands implements Disposable {
  readonly #disposables = new DisposableStore();

  constructor(
    groups: () => readonly (Pick<PanelManager<never, never, never>, 'refreshActive'> | undefined)[],
  ) {
    this.#disposables.add(
      registerCommand('arbscope.refreshPanel', () => {
        for (const group of groups()) group?.refreshActive();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
