import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { setContext } from '../../commandsAndSettings.ts';
import { type Disposable, DisposableStore } from '../../disposable.ts';
import { isPromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import type { FinderView } from '../finderView.ts';
import type {
  AutoUpdatedExports,
  AutoUpdatedFile,
  AutoUpdateFailure,
} from './autoUpdatedExports.ts';
import { autoUpdateFailureMessage, formatAutoUpdateState } from './autoUpdateMessages.ts';
import { responseToExport } from './exportFinderCommand.ts';
import { formats } from './formats.ts';

type FileAction = 'open' | 'overwrite' | 'stop';

const overwriteLabel = t('Overwrite');
const stopLabel = t('Stop Keeping Up to Date');

export interface AutoUpdatedExportsMenuOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly autoUpdatedExports: AutoUpdatedExports;
  readonly prompter: Prompter;
}

/** Says what is wrong with the files that are kept up to date, and lists them. */
export class AutoUpdatedExportsMenu implements Disposable {
  readonly #options: AutoUpdatedExportsMenuOptions;
  readonly #disposables = new DisposableStore();

  constructor(options: AutoUpdatedExportsMenuOptions) {
    this.#options = options;
    const { autoUpdatedExports } = options;
    this.#disposables.add(
      autoUpdatedExports.onFailure((trouble) => void this.#notifyFailure(trouble)),
    );
    this.#disposables.add(autoUpdatedExports.onChange(() => this.#updateContextKey()));
    this.#updateContextKey();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #updateContextKey(): void {
    setContext('arbscope.isKeepingFiles', this.#options.autoUpdatedExports.files.length > 0);
  }

  async #notifyFailure({ file, state }: AutoUpdateFailure): Promise<void> {
    const { prompter } = this.#options;
    const words = autoUpdateFailureMessage(basename(file.path), state);
    const buttons = state.kind === 'edited' ? [overwriteLabel, stopLabel] : [stopLabel];
    const pressed = await prompter.notify('warning', words, buttons);
    if (pressed === overwriteLabel) await this.#runAction('overwrite', file);
    if (pressed === stopLabel) await this.#runAction('stop', file);
  }

  async show(): Promise<void> {
    const { autoUpdatedExports, prompter } = this.#options;
    const title = t('Files Kept Up to Date');
    if (autoUpdatedExports.files.length === 0) {
      await prompter.notify('info', t('No file is kept up to date with the Finder.'), []);
      return;
    }
    const file = await prompter.choose({
      title,
      placeholder: t('Which file'),
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
      title: `${title}: ${basename(file.value.path)}`,
      placeholder: t('What to do with it'),
      choices: [
        { label: `$(go-to-file) ${t('Open')}`, value: 'open' },
        ...(isWritten
          ? []
          : [
              {
                label: `$(sync) ${overwriteLabel}`,
                detail: t('Writes what the Finder shows over whatever the file holds.'),
                value: 'overwrite' as const,
              },
            ]),
        {
          label: `$(debug-stop) ${stopLabel}`,
          detail: t('Leaves the file as it is.'),
          value: 'stop',
        },
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
    const answer = await responseToExport(finder, prompter);
    if (answer === null) return;
    if (answer.source.name === source) return await autoUpdatedExports.overwrite(path, answer);
    const words = t('Switch to {0}, with whose answers the file is kept.', source);
    await prompter.notify('warning', words, []);
  }
}

/** Whether an editor holds changes of a file that were not saved. */
export const hasUnsavedChanges = (path: string): boolean =>
  vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
