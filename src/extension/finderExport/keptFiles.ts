import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableList } from '../disposable.ts';
import { formats } from '../exports/formats.ts';
import type { KeptExports, KeptFile, KeptTrouble } from '../exports/keptExports.ts';
import { stateWords, troubleWords } from '../exports/keptWords.ts';
import { isLeaving, type Prompter } from '../prompts/prompter.ts';
import { setContext } from '../register.ts';
import type { FinderView } from '../views/finderView.ts';
import { answerToExport } from './exportResult.ts';

type Act = 'open' | 'overwrite' | 'stop';

const overwrite = t('Overwrite');
const stop = t('Stop Keeping Up to Date');

export interface KeptFilesOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly kept: KeptExports;
  readonly prompter: Prompter;
}

/** Says what is wrong with the files that are kept up to date, and lists them. */
export class KeptFiles implements Disposable {
  readonly #options: KeptFilesOptions;
  readonly #own = new DisposableList();

  constructor(options: KeptFilesOptions) {
    this.#options = options;
    const { kept } = options;
    this.#own.add(kept.onTrouble((trouble) => void this.#tell(trouble)));
    this.#own.add(kept.onChange(() => this.#setContext()));
    this.#setContext();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #setContext(): void {
    setContext('arbscope.isKeepingFiles', this.#options.kept.files.length > 0);
  }

  async #tell({ file, state }: KeptTrouble): Promise<void> {
    const { prompter } = this.#options;
    const words = troubleWords(basename(file.path), state);
    const buttons = state.kind === 'edited' ? [overwrite, stop] : [stop];
    const pressed = await prompter.tell('warning', words, buttons);
    if (pressed === overwrite) await this.#act('overwrite', file);
    if (pressed === stop) await this.#act('stop', file);
  }

  async list(): Promise<void> {
    const { kept, prompter } = this.#options;
    const title = t('Files Kept Up to Date');
    if (kept.files.length === 0) {
      await prompter.tell('info', t('No file is kept up to date with the Finder.'), []);
      return;
    }
    const file = await prompter.choose({
      title,
      placeholder: t('Which file'),
      choices: kept.files.map((value) => ({
        label: basename(value.path),
        description: stateWords(kept.stateOf(value.path)),
        detail: `${formats[value.format].label} · ${value.source} · ${value.path}`,
        value,
      })),
    });
    if (isLeaving(file)) return;
    const isWritten = kept.stateOf(file.value.path).kind === 'written';
    const act = await prompter.choose<Act>({
      title: `${title}: ${basename(file.value.path)}`,
      placeholder: t('What to do with it'),
      choices: [
        { label: `$(go-to-file) ${t('Open')}`, value: 'open' },
        ...(isWritten
          ? []
          : [
              {
                label: `$(sync) ${overwrite}`,
                detail: t('Writes what the Finder shows over whatever the file holds.'),
                value: 'overwrite' as const,
              },
            ]),
        { label: `$(debug-stop) ${stop}`, detail: t('Leaves the file as it is.'), value: 'stop' },
      ],
    });
    if (!isLeaving(act)) await this.#act(act.value, file.value);
  }

  async #act(act: Act, { path, source }: KeptFile): Promise<void> {
    const { kept, finder, prompter } = this.#options;
    if (act === 'stop') return await kept.stop(path);
    if (act === 'open') {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
      return;
    }
    const answer = await answerToExport(finder, prompter);
    if (answer === null) return;
    if (answer.source === source) return await kept.overwrite(path, answer);
    const words = t('Switch to {0}, with whose answers the file is kept.', source);
    await prompter.tell('warning', words, []);
  }
}

/** Whether an editor holds changes of a file that were not saved. */
export const isUnsaved = (path: string): boolean =>
  vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
