import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel } from '../../../api/join.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { executeCommand, setContext } from '../../contributions/commandsAndSettings.ts';
import { isPromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import type { FinderView } from '../finderView.ts';
import type {
  AutoUpdatedExports,
  AutoUpdatedFile,
  AutoUpdateFailure,
} from './autoUpdatedExports.ts';
import { autoUpdateMessage, formatAutoUpdateState } from './autoUpdateMessages.ts';
import { responseToExport } from './exportFinderCommand.ts';
import { formats } from './formats/formats.ts';

type FileAction = 'open' | 'overwrite' | 'stop';

const overwriteLabel = t('Overwrite');
const stopLabel = t('Stop Auto-Updating');

export interface AutoUpdatedExportsMenuOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly autoUpdatedExports: AutoUpdatedExports;
  readonly prompter: Prompter;
}

export class AutoUpdatedExportsMenu extends DisposableStore {
  readonly #options: AutoUpdatedExportsMenuOptions;

  constructor(options: AutoUpdatedExportsMenuOptions) {
    super();
    this.#options = options;
    const { autoUpdatedExports } = options;
    this.add(autoUpdatedExports.onFailure((failure) => void this.#notifyFailure(failure)));
    this.add(autoUpdatedExports.onChange(() => this.#updateContextKey()));
    this.#updateContextKey();
  }

  #updateContextKey(): void {
    setContext('arbscope.isKeepingFiles', this.#options.autoUpdatedExports.files.length > 0);
  }

  async #notifyFailure({ file, state }: AutoUpdateFailure): Promise<void> {
    const { prompter } = this.#options;
    const buttons = state.kind === 'edited' ? [overwriteLabel, stopLabel] : [stopLabel];
    const pressed = await prompter.notify(
      'warning',
      autoUpdateMessage(basename(file.path), state),
      buttons,
    );
    if (pressed === overwriteLabel) await this.#runAction('overwrite', file);
    if (pressed === stopLabel) await this.#runAction('stop', file);
  }

  async show(): Promise<void> {
    const { autoUpdatedExports, prompter } = this.#options;
    const title = t('Manage Auto-Updated Exports');
    if (autoUpdatedExports.files.length === 0) {
      const make = t('Export Finder Result');
      const pressed = await prompter.notify('info', t('No auto-updated exports yet.'), [make]);
      if (pressed === make) await executeCommand('arbscope.exportFinder');
      return;
    }
    const file = await prompter.choose({
      title,
      placeholder: t('Choose a file'),
      choices: autoUpdatedExports.files.map((value) => ({
        label: basename(value.path),
        description: formatAutoUpdateState(autoUpdatedExports.stateOf(value.path)),
        detail: `${formats[value.format].label} · ${value.source} · ${value.path}`,
        value,
      })),
    });
    if (isPromptExit(file)) return;
    const isWritten = autoUpdatedExports.stateOf(file.value.path).kind === 'written';
    const act = await prompter.choose<FileAction>({
      title: joinLabel(title, basename(file.value.path)),
      placeholder: t('Choose an action'),
      choices: [
        { label: `$(go-to-file) ${t('Open')}`, value: 'open' },
        ...(isWritten
          ? []
          : [
              {
                label: `$(sync) ${overwriteLabel}`,
                detail: t('Replaces the file with the Finder result.'),
                value: 'overwrite' as const,
              },
            ]),
        { label: `$(debug-stop) ${stopLabel}`, value: 'stop' },
      ],
    });
    if (!isPromptExit(act)) await this.#runAction(act.value, file.value);
  }

  async #runAction(act: FileAction, { path, source }: AutoUpdatedFile): Promise<void> {
    const { autoUpdatedExports, finder, prompter } = this.#options;
    if (act === 'stop') return await autoUpdatedExports.stop(path);
    if (act === 'open') {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
      return;
    }
    const response = await responseToExport(finder, prompter);
    if (response === null) return;
    if (response.source.name === source) return await autoUpdatedExports.overwrite(path, response);
    const message = t('Switch to the connection “{0}” to update this file.', source);
    await prompter.notify('warning', message, []);
  }
}

export const hasUnsavedChanges = (path: string): boolean =>
  vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
