import { registerCommand, setContext } from '../../commandsAndSettings.ts';
import { type Disposable, DisposableStore } from '../../disposable.ts';
import type { FinderResponse } from '../finderResponse.ts';
import type { FinderView } from '../finderView.ts';
import { hasAutoUpdatedExports } from './autoUpdateStorage.ts';
import type { ExportsFeature, ExportsFeatureOptions } from './exportsFeature.ts';

export interface ExportCommandsOptions extends ExportsFeatureOptions {
  readonly finder: Pick<FinderView, 'shown' | 'onShown'>;
}

/**
 * The commands around exports. What they do is a bundle of its own, loaded when it is first needed:
 * most windows export nothing.
 */
export class ExportCommands implements Disposable {
  readonly #options: ExportCommandsOptions;
  readonly #disposables = new DisposableStore();
  #loading: Promise<ExportsFeature> | null = null;

  constructor(options: ExportCommandsOptions) {
    this.#options = options;
    const { finder, storage } = options;
    const disposables = this.#disposables;
    disposables.add(
      registerCommand('arbscope.exportFinder', async (choice) =>
        (await this.load()).exportFinder(choice),
      ),
    );
    disposables.add(
      registerCommand('arbscope.insertFinderList', async (kind) =>
        (await this.load()).insertAddresses(kind),
      ),
    );
    disposables.add(
      registerCommand('arbscope.keptExports', async () =>
        (await this.load()).showAutoUpdatedExports(),
      ),
    );
    disposables.add(finder.onShown((shown) => void this.#refresh(shown)));
    setContext('arbscope.isKeepingFiles', hasAutoUpdatedExports(storage));
  }

  /** Everything that exports, loaded once. */
  load(): Promise<ExportsFeature> {
    this.#loading ??= import('./exportsFeature.ts').then(({ ExportsFeature: Loaded }) =>
      this.#disposables.add(new Loaded(this.#options)),
    );
    return this.#loading;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #refresh(answer: FinderResponse): Promise<void> {
    const { storage, log } = this.#options;
    if (!hasAutoUpdatedExports(storage)) return;
    try {
      const { autoUpdatedExports } = await this.load();
      await autoUpdatedExports.refresh(answer);
    } catch (error) {
      log.error(`Files kept up to date: ${String(error)}`);
    }
  }
}
