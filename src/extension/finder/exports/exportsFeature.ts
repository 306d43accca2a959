import { type Disposable, DisposableStore } from '../../disposable.ts';
import type { Log } from '../../log.ts';
import type { Prompter } from '../../ui/prompts/prompter.ts';
import type { FinderView } from '../finderView.ts';
import { AutoUpdatedExports } from './autoUpdatedExports.ts';
import { AutoUpdatedExportsMenu, hasUnsavedChanges } from './autoUpdatedExportsMenu.ts';
import type { AutoUpdateStorage } from './autoUpdateStorage.ts';
import { ExportFinderCommand, exportOptions } from './exportFinderCommand.ts';
import { InsertAddressesCommand } from './insertAddressesCommand.ts';

export interface ExportsFeatureOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly prompter: Prompter;
  /** State of this workspace. */
  readonly storage: AutoUpdateStorage;
  readonly log: Log;
}

/** Everything that exports what the Finder shows. */
export class ExportsFeature implements Disposable {
  readonly autoUpdatedExports: AutoUpdatedExports;
  readonly #disposables = new DisposableStore();
  readonly #exportCommand: ExportFinderCommand;
  readonly #insertCommand: InsertAddressesCommand;
  readonly #autoUpdatedMenu: AutoUpdatedExportsMenu;

  constructor({ finder, prompter, storage, log }: ExportsFeatureOptions) {
    this.autoUpdatedExports = new AutoUpdatedExports({
      storage,
      exportOptions: exportOptions,
      hasUnsavedChanges,
      log,
    });
    this.#exportCommand = new ExportFinderCommand({
      finder,
      prompter,
      autoUpdatedExports: this.autoUpdatedExports,
    });
    this.#insertCommand = new InsertAddressesCommand({ finder, prompter });
    this.#autoUpdatedMenu = this.#disposables.add(
      new AutoUpdatedExportsMenu({ finder, prompter, autoUpdatedExports: this.autoUpdatedExports }),
    );
  }

  /** Exports; what the choice does not say is asked for. */
  exportFinder(choice: unknown): Promise<void> {
    return this.#exportCommand.run(choice);
  }

  /** Inserts mints or pools at the cursor. */
  insertAddresses(kind: unknown): Promise<void> {
    return this.#insertCommand.run(kind);
  }

  /** Shows the files that are kept up to date. */
  showAutoUpdatedExports(): Promise<void> {
    return this.#autoUpdatedMenu.show();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
