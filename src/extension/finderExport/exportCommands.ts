import { type Disposable, DisposableList } from '../disposable.ts';
import { isKeeping } from '../exports/keptStorage.ts';
import { registerCommand, setContext } from '../register.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import type { FinderView } from '../views/finderView.ts';
import type { FinderExport, FinderExportOptions } from './finderExport.ts';

export interface ExportCommandsOptions extends FinderExportOptions {
  readonly finder: Pick<FinderView, 'shown' | 'onShown'>;
}

/**
 * The commands around exports. What they do is a bundle of its own, loaded when it is first needed:
 * most windows export nothing.
 */
export class ExportCommands implements Disposable {
  readonly #options: ExportCommandsOptions;
  readonly #own = new DisposableList();
  #loading: Promise<FinderExport> | null = null;

  constructor(options: ExportCommandsOptions) {
    this.#options = options;
    const { finder, storage } = options;
    const own = this.#own;
    own.add(
      registerCommand('arbscope.exportFinder', async (choice) => (await this.load()).run(choice)),
    );
    own.add(
      registerCommand('arbscope.insertFinderList', async (kind) =>
        (await this.load()).insert(kind),
      ),
    );
    own.add(registerCommand('arbscope.keptExports', async () => (await this.load()).list()));
    own.add(finder.onShown((shown) => void this.#refresh(shown)));
    setContext('arbscope.isKeepingFiles', isKeeping(storage));
  }

  /** Everything that exports, loaded once. */
  load(): Promise<FinderExport> {
    this.#loading ??= import('./finderExport.ts').then(({ FinderExport: Loaded }) =>
      this.#own.add(new Loaded(this.#options)),
    );
    return this.#loading;
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #refresh(answer: FinderAnswer): Promise<void> {
    const { storage, log } = this.#options;
    if (!isKeeping(storage)) return;
    try {
      const { kept } = await this.load();
      await kept.refresh(answer);
    } catch (error) {
      log.error(`Files kept up to date: ${String(error)}`);
    }
  }
}
