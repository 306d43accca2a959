import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import type { FinderView } from '../finderView.ts';
import { responseToExport } from './exportFinderCommand.ts';
import { type AddressListKind, formatAddressList } from './formatAddressList.ts';

export class InsertAddressesCommand {
  readonly #finder: Pick<FinderView, 'shown'>;
  readonly #prompter: Prompter;

  constructor(finder: Pick<FinderView, 'shown'>, prompter: Prompter) {
    this.#finder = finder;
    this.#prompter = prompter;
  }

  async run(given: unknown): Promise<void> {
    const prompter = this.#prompter;
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      await prompter.notify('warning', t('Open a file to insert into.'), []);
      return;
    }
    const answer = await responseToExport(this.#finder, prompter);
    if (answer === null) return;
    const kind = given === 'mints' || given === 'pools' ? given : await this.#pickKind();
    if (kind === null) return;
    const { document, options, selections } = editor;
    const { insertSpaces = true, tabSize = 2 } = options;
    const unit = insertSpaces === true ? ' '.repeat(Number(tabSize) || 2) : '\t';
    const texts = selections.map(({ start }) => {
      const [indent = ''] = /^\s*/.exec(document.lineAt(start.line).text) ?? [];
      const place = { language: document.languageId, indent, indentUnit: unit };
      return formatAddressList(answer, kind, place);
    });
    if (texts.includes(null)) {
      const message =
        kind === 'mints' ? t('The Finder shows no tokens.') : t('The Finder shows no pools.');
      await prompter.notify('info', message, []);
      return;
    }
    const isDone = await editor.edit((edit) => {
      selections.forEach((selection, index) => {
        edit.replace(selection, texts[index] ?? '');
      });
    });
    if (!isDone) await prompter.notify('error', t('This file cannot be edited.'), []);
  }

  async #pickKind(): Promise<AddressListKind | null> {
    const chosen = await this.#prompter.choose<AddressListKind>({
      title: t('Insert at Cursor'),
      placeholder: t('Choose addresses from the Finder'),
      choices: [
        { label: `$(tag) ${t('Mints')}`, value: 'mints' },
        { label: `$(database) ${t('Pools')}`, value: 'pools' },
      ],
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }
}
