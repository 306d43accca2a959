import { DisposableStore } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import { registerCommand } from '../../contributions/commandsAndSettings.ts';
import type { Prompter } from '../../ui/prompts/prompter.ts';
import type { AutoUpdateStorage } from '../autoUpdateStorage.ts';
import type { FinderView } from '../finderView.ts';
import { AutoUpdatedExports } from './autoUpdatedExports.ts';
import { AutoUpdatedExportsMenu, hasUnsavedChanges } from './autoUpdatedExportsMenu.ts';
import { AutoUpdatedExportsStatusBar } from './autoUpdatedExportsStatusBar.ts';
import { ExportFinderCommand, exportOptions } from './exportFinderCommand.ts';
import { InsertAddressesCommand } from './insertAddressesCommand.ts';
import { RebuildConfigCommand, type RebuildConfigOptions } from './rebuildConfigCommand.ts';
import type { VerifyExport } from './verifiedExport.ts';

export interface ExportsFeatureOptions
  extends Pick<RebuildConfigOptions, 'active' | 'tracked' | 'view'> {
  readonly finder: Pick<FinderView, 'shown' | 'tree'>;
  readonly prompter: Prompter;
  /** Workspace state. */
  readonly storage: AutoUpdateStorage;
  readonly verify: VerifyExport;
  readonly log: Log;
}

export class ExportsFeature extends DisposableStore {
  readonly autoUpdatedExports: AutoUpdatedExports;

  constructor(options: ExportsFeatureOptions) {
    const { finder, prompter, storage, verify, log } = options;
    super();
    const autoUpdatedExports = new AutoUpdatedExports({
      storage,
      exportOptions,
      hasUnsavedChanges,
      verify,
      log,
    });
    this.autoUpdatedExports = autoUpdatedExports;
    const shared = { finder, prompter, autoUpdatedExports, verify };
    const exportCommand = new ExportFinderCommand(shared);
    const insertCommand = new InsertAddressesCommand(finder, prompter);
    this.add(new AutoUpdatedExportsStatusBar(autoUpdatedExports));
    const menu = this.add(new AutoUpdatedExportsMenu(shared));
    this.add(registerCommand('arbscope.exportFinder', (choice) => exportCommand.run(choice)));
    this.add(registerCommand('arbscope.insertFinderList', (kind) => insertCommand.run(kind)));
    const rebuild = new RebuildConfigCommand(options);
    this.add(registerCommand('arbscope.rebuildConfig', (row) => rebuild.run(row)));
    this.add(registerCommand('arbscope.keptExports', () => menu.show()));
  }
}
