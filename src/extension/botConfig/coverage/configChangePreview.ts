import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../../api/format.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { TextChange } from '../../../botConfig/model.ts';
import { applyChanges } from '../../../botConfig/textChanges.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Prompter } from '../../ui/prompts/prompter.ts';

/** Scheme of the changed side of a diff; `when` clauses of the diff's buttons use it. */
export const changedConfigScheme = 'arbscope-config';

interface Preview {
  readonly uri: vscode.Uri;
  readonly document: vscode.TextDocument;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly TextChange[];
}

/** Shows changes of a file as a diff, and applies them only when the user confirms. */
export class ConfigChangePreview extends DisposableStore {
  readonly #prompter: Pick<Prompter, 'notify'>;
  readonly #returnTo: (config: vscode.Uri) => boolean;
  readonly #previews = new Map<string, Preview>();
  #serial = 0;

  /** @param returnTo Reveals the panel of a config; false: it has none. */
  constructor(
    prompter: Pick<Prompter, 'notify'>,
    returnTo: (config: vscode.Uri) => boolean = () => false,
  ) {
    super();
    this.#prompter = prompter;
    this.#returnTo = returnTo;
    this.add(
      vscode.workspace.registerTextDocumentContentProvider(changedConfigScheme, {
        // Empty after a reload of the window, which loses the previews.
        provideTextDocumentContent: (uri) => this.#previews.get(uri.toString())?.after ?? '',
      }),
    );
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#previews.delete(uri.toString())),
    );
  }

  /** Throws a MarketError if the changes leave the text as it is. */
  async show(
    document: vscode.TextDocument,
    changes: readonly TextChange[],
    message: string,
  ): Promise<void> {
    const before = document.getText();
    const after = applyChanges(before, changes);
    if (after === before) {
      throw new MarketError('bad-parameter', t('This config has no such change to make.'));
    }
    const name = document.uri.path.split('/').at(-1) ?? 'config';
    this.#serial += 1;
    const uri = vscode.Uri.from({
      scheme: changedConfigScheme,
      path: `/${this.#serial}/${name}`,
    });
    this.#previews.set(uri.toString(), { uri, document, before, after, changes });
    const title = `${name} ↔ ${t('{0} (with Arbscope’s changes)', name)}`;
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, {
      preview: false,
    });
    void this.#offer(uri, changes.length, message);
  }

  /** Applies the changes of a diff as one edit; the user saves the file. */
  async apply(given: unknown): Promise<void> {
    const preview = this.#find(given);
    if (preview === null) return;
    const { document, before, changes, uri } = preview;
    const current = await vscode.workspace.openTextDocument(document.uri);
    if (current.getText() !== before) {
      throw new MarketError(
        'bad-parameter',
        t(
          'The file has changed since the diff was made. Nothing was applied; make the diff again.',
        ),
      );
    }
    const edit = new vscode.WorkspaceEdit();
    for (const { range, text } of changes) {
      const place = new vscode.Range(
        current.positionAt(range.start),
        current.positionAt(range.end),
      );
      edit.replace(current.uri, place, text);
    }
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new MarketError('bad-parameter', t('VS Code did not apply the changes.'));
    }
    await this.#close(uri);
    // In its open editor, and not a second time above the panel. The user saves it there.
    const viewColumn = columnOf(current.uri) ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(current, { preview: false, viewColumn });
    this.#returnTo(current.uri);
  }

  async discard(given: unknown): Promise<void> {
    const preview = this.#find(given);
    if (preview === null) return;
    await this.#close(preview.uri);
    this.#returnTo(preview.document.uri);
  }

  async #offer(uri: vscode.Uri, count: number, message: string): Promise<void> {
    const apply = count === 1 ? t('Apply 1 Change') : t('Apply {0} Changes', formatCount(count));
    const chosen = await this.#prompter.notify('info', message, [apply, t('Discard')]);
    if (chosen === apply) await vscode.commands.executeCommand('arbscope.applyConfigChanges', uri);
    else if (chosen !== undefined) await this.discard(uri);
  }

  /** The diff of the button's Uri, otherwise the active one. */
  #find(given: unknown): Preview | null {
    const uri = given instanceof vscode.Uri ? given.toString() : undefined;
    const known = uri === undefined ? undefined : this.#previews.get(uri);
    if (known !== undefined) return known;
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof vscode.TabInputTextDiff)) return null;
    return this.#previews.get(input.modified.toString()) ?? null;
  }

  async #close(uri: vscode.Uri): Promise<void> {
    this.#previews.delete(uri.toString());
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString(),
      );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }
}

/** The editor group in which the file is open, apart from the diff. */
const columnOf = (uri: vscode.Uri): vscode.ViewColumn | undefined =>
  vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    ),
  )?.viewColumn;
