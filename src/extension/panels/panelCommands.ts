import { type Disposable, DisposableList } from '../disposable.ts';
import { registerCommand } from '../register.ts';
import type { Panels } from './panels.ts';

/** The commands of whichever panel is in front; its page has the same as buttons. */
export class PanelCommands implements Disposable {
  readonly #own = new DisposableList();

  constructor(
    groups: () => readonly (Pick<Panels<never, never, never>, 'refreshActive'> | undefined)[],
  ) {
    this.#own.add(
      registerCommand('arbscope.refreshPanel', () => {
        for (const group of groups()) group?.refreshActive();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }
}
