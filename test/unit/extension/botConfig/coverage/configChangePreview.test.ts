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
  TabInputTextDiff,
  Uri,
  type WorkspaceEdit,
  window,
  workspace,
} from '../../vscodeDouble.ts';

const changes = [{ range: { start: 4, end: 7 }, text: '"b"' }];

describe('Changes of a config that are shown first', () => {
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
  /** The other side of the diff that was opened last. */
  function shownUri(): Uri {
    const found = editor.executed.findLast(([id]) => id === 'vscode.diff')?.[2];
    assert.ok(found instanceof Uri, 'no diff was opened');
    return found;
  }
  const contentOf = (uri: Uri) =>
    editor.contentProviders.get('arbscope-config')?.provideTextDocumentContent(uri);

  test('are a diff of the file against what they make of it, and change nothing yet', async () => {
    await preview().show(asDocument(), changes, 'The diff adds 1 pool.');
    assert.equal(contentOf(shownUri()), 'a = "b"\n');
    assert.equal(document.text, 'a = "a"\n');
    assert.deepEqual(applied, []);
    assert.deepEqual(notified, [['The diff adds 1 pool.', ['Apply 1 Change', 'Discard']]]);
  });

  test('are made as one edit of the file when the user says so', async () => {
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

  test('are those of the diff in front where the button names none', async () => {
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

  test('are not made of a file that was edited meanwhile', async () => {
    const shown = preview();
    await shown.show(asDocument(), changes, '');
    document.text = 'mine = 1\n';
    await assert.rejects(
      shown.apply(shownUri()),
      (error) => MarketError.is(error, 'bad-parameter') && /has changed since/.test(error.message),
    );
    assert.deepEqual(applied, []);
  });

  test('tell of it when the editor does not make them', async () => {
    const shown = preview();
    await shown.show(asDocument(), changes, '');
    editor.applyEdit = () => false;
    await assert.rejects(shown.apply(shownUri()), /did not apply/);
  });

  test('are forgotten when they are discarded, or their diff is closed', async () => {
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

  test('are refused where they change nothing', async () => {
    await assert.rejects(preview().show(asDocument(), [], ''), (error) =>
      MarketError.is(error, 'bad-parameter'),
    );
    assert.deepEqual(editor.executed, []);
  });
});
