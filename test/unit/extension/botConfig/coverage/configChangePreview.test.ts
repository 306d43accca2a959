import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { MarketError } from '../../../../../src/api/marketError.ts';
import type { ConfigChangePreview } from '../../../../../src/extension/botConfig/coverage/configChangePreview.ts';
import {
  documentEvents,
  editor,
  replaceVscode,
  TabInputText,
  TabInputTextDiff,
  Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from '../../vscodeDouble.ts';

const changes = [{ range: { start: 4, end: 7 }, text: '"b"' }];

describe('Previewed changes of a config', () => {
  let Preview: typeof ConfigChangePreview;
  let applied: WorkspaceEdit[];
  let notified: (readonly [string, readonly string[]])[];
  let answer: string | undefined;
  let document: { readonly uri: Uri; text: string };
  before(async () => {
    replaceVscode();
    const module = await import(
      '../../../../../src/extension/botConfig/coverage/configChangePreview.ts'
    );
    Preview = module.ConfigChangePreview;
  });
  beforeEach(() => {
    applied = [];
    notified = [];
    answer = undefined;
    document = Object.assign(
      { uri: new Uri('/bots/bot.toml'), text: 'a = "a"\n' },
      { getText: () => document.text, positionAt: (offset: number) => offset },
    );
    workspace.textDocuments = [document];
    window.tabGroups.activeTabGroup = {};
    editor.executed.length = 0;
    editor.applyEdit = (edit) => applied.push(edit) > 0;
  });

  function preview() {
    return new Preview({
      notify: (async (_kind: string, message: string, actions: readonly string[]) => {
        notified.push([message, actions]);
        return answer;
      }) as never,
    });
  }
  const asDocument = () => document as unknown as vscode.TextDocument;
  /** The changed side of the last opened diff. */
  function shownUri(): Uri {
    const found = editor.executed.findLast(([id]) => id === 'vscode.diff')?.[2];
    assert.ok(found instanceof Uri, 'no diff was opened');
    return found;
  }
  const contentOf = (uri: Uri) =>
    editor.contentProviders.get('arbscope-config')?.provideTextDocumentContent(uri);

  test('are shown as a diff, and change nothing yet', async () => {
    await preview().show(asDocument(), changes, 'The diff adds 1 pool.');
    assert.equal(contentOf(shownUri()), 'a = "b"\n');
    assert.equal(document.text, 'a = "a"\n');
    assert.deepEqual(applied, []);
    assert.deepEqual(notified, [['The diff adds 1 pool.', ['Apply 1 Change', 'Discard']]]);
  });

  test('are applied as one edit when the user confirms', async () => {
    const shown = preview();
    answer = 'Apply 1 Change';
    await shown.show(asDocument(), changes, '');
    await nextTurn();
    const uri = shownUri();
    assert.deepEqual(editor.executed.at(-1), ['arbscope.applyConfigChanges', uri]);
    await shown.apply(uri);
    assert.deepEqual(
      applied.map(({ replaced }) => replaced),
      [[{ start: 4, end: 7, text: '"b"' }]],
    );
    assert.equal(contentOf(uri), '', 'nothing is kept of it');
    await shown.apply(uri);
    assert.equal(applied.length, 1, 'once');
  });

  test('return to the panel, with the file in the editor that has it open', async (context) => {
    const shownFiles: unknown[] = [];
    const returned: string[] = [];
    context.mock.method(window, 'showTextDocument', async (_file: unknown, options: unknown) =>
      shownFiles.push(options),
    );
    window.tabGroups.all = [
      { tabs: [], viewColumn: 1 },
      { tabs: [{ input: new TabInputText(document.uri) }], viewColumn: 3 },
    ];
    context.after(() => {
      window.tabGroups.all = [];
    });
    const shown = new Preview({ notify: async () => undefined } as never, (uri) => {
      returned.push(uri.path);
      return true;
    });
    await shown.show(asDocument(), changes, '');
    await shown.apply(shownUri());
    assert.deepEqual(shownFiles, [{ preview: false, viewColumn: 3 }]);
    await shown.show(asDocument(), changes, '');
    await shown.discard(shownUri());
    assert.equal(shownFiles.length, 1, 'discarding opens no file');
    assert.deepEqual(returned, ['/bots/bot.toml', '/bots/bot.toml']);
  });

  test('are those of the active diff if the button names none', async () => {
    const shown = preview();
    await shown.show(asDocument(), changes, '');
    await shown.apply(undefined);
    assert.deepEqual(applied, [], 'no diff is in front');
    window.tabGroups.activeTabGroup = {
      activeTab: { input: new TabInputTextDiff(document.uri, shownUri()) },
    };
    await shown.apply(undefined);
    assert.equal(applied.length, 1);
  });

  test('are not applied to a file that was edited meanwhile', async () => {
    const shown = preview();
    await shown.show(asDocument(), changes, '');
    document.text = 'mine = 1\n';
    await assert.rejects(
      shown.apply(shownUri()),
      (error) => MarketError.is(error, 'bad-parameter') && /has changed since/.test(error.message),
    );
    assert.deepEqual(applied, []);
  });

  test('fail with an error if the editor does not apply them', async () => {
    const shown = preview();
    await shown.show(asDocument(), changes, '');
    editor.applyEdit = () => false;
    await assert.rejects(shown.apply(shownUri()), /did not apply/);
  });

  test('are dropped when discarded, or when their diff is closed', async () => {
    const shown = preview();
    answer = 'Discard';
    await shown.show(asDocument(), changes, '');
    await nextTurn();
    assert.equal(contentOf(shownUri()), '');
    answer = undefined;
    await shown.show(asDocument(), changes, '');
    documentEvents.closed.fire({ uri: shownUri() });
    await shown.apply(shownUri());
    assert.deepEqual(applied, []);
  });

  test('are rejected if they change nothing', async () => {
    await assert.rejects(preview().show(asDocument(), [], ''), (error) =>
      MarketError.is(error, 'bad-parameter'),
    );
    assert.deepEqual(editor.executed, []);
  });
});
