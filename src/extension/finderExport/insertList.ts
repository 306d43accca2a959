import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressList, type ListKind } from '../exports/literals.ts';
import { isLeaving, type Prompter } from '../prompts/prompter.ts';
import type { FinderView } from '../views/finderView.ts';
import { answerToExport } from './exportResult.ts';

export interface InsertListOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly prompter: Prompter;
}

/** The command "Insert Mints or Pools at Cursor…". */
export class InsertList {
  readonly #options: InsertListOptions;

  constructor(options: InsertListOptions) {
    this.#options = options;
  }

  async run(given: unknown): Promise<void> {
    const { finder, prompter } = this.#options;
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      await prompter.tell('warning', t('Open the file that the list is for.'), []);
      return;
    }
    const answer = await answerToExport(finder, prompter);
    if (answer === null) return;
    const kind = given === 'mints' || given === 'pools' ? given : await this.#askForKind();
    if (kind === null) return;
    const { document, options, selections } = editor;
    const { insertSpaces = true, tabSize = 2 } = options;
    const unit = insertSpaces === true ? ' '.repeat(Number(tabSize) || 2) : '\t';
    const texts = selections.map(({ start }) => {
      const [indent = ''] = /^\s*/.exec(document.lineAt(start.line).text) ?? [];
      const place = { language: document.languageId, indent, unit };
      return addressList(answer, kind, place);
    });
    if (texts.includes(null)) {
      const words =
        kind === 'mints' ? t('The Finder shows no mints.') : t('The Finder shows no pools.');
      await prompter.tell('info', words, []);
      return;
    }
    const isDone = await editor.edit((edit) => {
      selections.forEach((selection, index) => {
        edit.replace(selection, texts[index] ?? '');
      });
    });
    if (!isDone) {
      await prompter.tell('error', t('The list could not be inserted into this file.'), []);
    }
  }

  async #askForKind(): Promise<ListKind | null> {
    const chosen = await this.#options.prompter.choose<ListKind>({
      title: t('Insert at Cursor'),
      placeholder: t('Which addresses of the Finder'),
      choices: [
        { label: `$(tag) ${t('Mints')}`, detail: t('of the ranked tokens'), value: 'mints' },
        {
          label: `$(database) ${t('Pools')}`,
          detail: t('below the ranked tokens'),
          value: 'pools',
        },
      ],
    });
    return isLeaving(chosen) ? null : chosen.value;
  }
}
