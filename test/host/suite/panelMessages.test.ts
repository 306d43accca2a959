import assert from 'node:assert/strict';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { isObject } from '../../../src/api/isObject.ts';
import { sandboxConnection } from '../../../src/extension/connections/connections.ts';
import type { Log } from '../../../src/extension/log.ts';
import { Panel } from '../../../src/extension/ui/panels/panel.ts';
import type { PanelKind } from '../../../src/extension/ui/panels/panelKind.ts';
import { activated } from './window.ts';

interface State {
  readonly id: string;
}

/** A panel whose page is the test: what it is told, and what it says. */
function panelDouble() {
  const told: unknown[] = [];
  const handled: unknown[] = [];
  const said = new vscode.EventEmitter<unknown>();
  const changed = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  const closed = new vscode.EventEmitter<void>();
  const webview = {
    options: {},
    html: '',
    cspSource: 'vscode-webview:',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: said.event,
    postMessage: async (message: unknown) => told.push(message) > 0,
  };
  const webviewPanel = {
    title: '',
    visible: true,
    active: true,
    webview,
    onDidChangeViewState: changed.event,
    onDidDispose: closed.event,
  };
  const kind: PanelKind<State, string, { readonly type: 'own' }> = {
    id: 'arbscope.transaction',
    page: 'transaction',
    isState: (value): value is State => isObject(value),
    keyOf: ({ id }) => id,
    titleOf: () => 'Panel',
    load: async () => 'content',
    readRequest: (value) => (isObject(value) && value['type'] === 'own' ? { type: 'own' } : null),
    handle: (request) => {
      handled.push(request);
    },
  };
  const log = { warn: () => undefined } as unknown as Log;
  const extensionUri = vscode.Uri.file('/');
  const panel = new Panel({
    kind,
    state: { id: 'one' },
    webviewPanel: webviewPanel as unknown as vscode.WebviewPanel,
    extensionUri,
    log,
    errorContext: () => ({ connection: sandboxConnection }),
    onContent: () => undefined,
    onDispose: () => undefined,
  });
  return { panel, told, handled, say: (message: unknown) => said.fire(message), closed };
}

suite('A message to a panel', () => {
  suiteSetup(async () => {
    await activated();
  });

  test('is ignored before the page is ready', async () => {
    const { told, handled, say, closed } = panelDouble();
    await vscode.env.clipboard.writeText('mine');
    say({ type: 'own' });
    say({ type: 'copy', text: 'evil', what: 'Address' });
    say({ type: 'save', format: 'svg', name: 'x', data: '<svg/>' });
    assert.deepEqual(handled, []);
    assert.deepEqual(told, [], 'nor is anything told to whoever that was');
    say({ type: 'ready' });
    say({ type: 'own' });
    assert.deepEqual(handled, [{ type: 'own' }]);
    assert.deepEqual(told[0], { type: 'state', state: { id: 'one' } });
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
    closed.fire();
  });

  test('is dropped when it is malformed or its members are inherited', async () => {
    const { handled, say, closed } = panelDouble();
    await vscode.env.clipboard.writeText('mine');
    say({ type: 'ready' });
    for (const message of [
      null,
      'own',
      { type: 'run', command: 'workbench.action.quit' },
      { type: 'constructor' },
      Object.create({ type: 'copy', text: 'evil', what: 'Address' }),
      JSON.parse('{"__proto__":{"type":"copy","text":"evil","what":"Address"}}'),
      { type: 'copy', text: 7, what: 'Address' },
      { type: 'save', format: 'exe', name: 'x', data: '' },
    ]) {
      say(message);
    }
    assert.deepEqual(handled, []);
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
    closed.fire();
  });
});
