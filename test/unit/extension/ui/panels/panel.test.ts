import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { isObject } from '../../../../../src/api/isObject.ts';
import { sandboxConnection } from '../../../../../src/extension/base/connections.ts';
import type { Log } from '../../../../../src/extension/base/log.ts';
import type { PanelKind } from '../../../../../src/extension/ui/panels/panelKind.ts';
import { object, string } from '../../../../../src/webview/guards.ts';
import { EventEmitter, editor, replaceVscode, Uri } from '../../vscodeDouble.ts';

replaceVscode();
const { PanelManager } = await import('../../../../../src/extension/ui/panels/panelManager.ts');

interface State {
  readonly id: string;
}

/** A webview panel whose page is the test; records the messages to the page. */
function webviewPanelDouble() {
  const told: unknown[] = [];
  const said = new EventEmitter<unknown>();
  const changed = new EventEmitter<void>();
  const closed = new EventEmitter<void>();
  const panel = {
    title: '',
    visible: true,
    active: true,
    isDisposed: false,
    webview: {
      options: {} as vscode.WebviewOptions,
      html: '',
      cspSource: 'vscode-webview:',
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: said.event,
      postMessage: async (message: unknown) => told.push(message) > 0,
    },
    onDidChangeViewState: changed.event,
    onDidDispose: closed.event,
    dispose: () => {
      panel.isDisposed = true;
      closed.fire();
    },
  };
  const hide = () => {
    panel.visible = false;
    changed.fire();
  };
  return { panel, told, hide, say: (message: unknown) => said.fire(message) };
}

describe('A panel', () => {
  let handled: unknown[];
  let loaded: State[];
  let causes: unknown[];
  let manager: InstanceType<typeof PanelManager<State, string, { readonly type: 'own' }>>;

  beforeEach(() => {
    handled = [];
    loaded = [];
    causes = [];
    editor.clipboard = 'mine';
    editor.executed.length = 0;
    const kind: PanelKind<State, string, { readonly type: 'own' }> = {
      id: 'arbscope.transaction',
      page: 'transaction',
      isState: object({ id: string(3) }),
      keyOf: ({ id }) => id,
      titleOf: () => 'Panel',
      load: async (state, _options, request) => {
        loaded.push(state);
        causes.push(request);
        return 'content';
      },
      readRequest: (value) => (isObject(value) && value['type'] === 'own' ? { type: 'own' } : null),
      handle: (request, { reload }) => {
        handled.push(request);
        reload(request);
      },
    };
    manager = new PanelManager({
      kind,
      extensionUri: Uri.file('/extension') as unknown as vscode.Uri,
      log: { warn: () => undefined } as unknown as Log,
      errorContext: () => ({ connection: sandboxConnection }),
    });
  });

  /** Restores a panel with the state that its page stored, as the editor does. */
  function restored(stored: unknown = { panel: { id: 'one' } }) {
    const double = webviewPanelDouble();
    void editor.serializers
      .get('arbscope.transaction')
      ?.deserializeWebviewPanel(double.panel, stored);
    return double;
  }

  test('loads only files from two folders of the extension, and runs no command links', () => {
    const { options } = restored().panel.webview;
    assert.deepEqual(options.localResourceRoots?.map(String), [
      '/extension/dist/webview',
      '/extension/media',
    ]);
    assert.equal(options.enableCommandUris, false);
    assert.equal(options.enableForms, false);
  });

  test('has an unpredictable nonce, a new one for each page', () => {
    const nonces = ['one', 'two', 'six'].map((id) => {
      const { html } = restored({ panel: { id } }).panel.webview;
      return /<script nonce="([^"]+)"/.exec(html)?.[1] ?? '';
    });
    assert.equal(new Set(nonces).size, 3);
    for (const nonce of nonces) assert.ok(nonce.length >= 32, nonce);
  });

  test('ignores messages before its page is ready, and after it was hidden', () => {
    const { told, say, hide } = restored();
    const attack = () => {
      say({ type: 'own' });
      say({ type: 'refresh' });
      say({ type: 'error-action', act: 'set-key' });
      say({ type: 'copy', text: 'evil', what: 'Address' });
      say({ type: 'save', format: 'svg', name: 'x', data: '<svg/>' });
    };
    attack();
    assert.deepEqual([handled, editor.executed, editor.clipboard], [[], [], 'mine']);
    assert.deepEqual(told, [], 'nor is anything told to whoever that was');
    assert.equal(loaded.length, 1);
    say({ type: 'ready' });
    assert.deepEqual(told[0], { type: 'state', state: { id: 'one' } });
    say({ type: 'own' });
    assert.deepEqual(handled, [{ type: 'own' }]);
    hide();
    attack();
    assert.deepEqual([handled.length, editor.executed, editor.clipboard], [1, [], 'mine']);
  });

  test('loads for the request of its page once, and without it on refresh', () => {
    const { say } = restored();
    say({ type: 'ready' });
    say({ type: 'own' });
    say({ type: 'refresh' });
    assert.deepEqual(causes, [undefined, { type: 'own' }, undefined]);
  });

  test('shows content that its command has loaded already, and loads only on refresh', () => {
    const { panel, told, say } = webviewPanelDouble();
    editor.nextPanel = panel;
    manager.open({ id: 'one' }, { content: 'known' });
    say({ type: 'ready' });
    assert.deepEqual(told[1], { type: 'content', content: 'known' });
    assert.deepEqual(loaded, []);
    say({ type: 'refresh' });
    assert.deepEqual(loaded, [{ id: 'one' }]);
  });

  test('drops messages of unknown type, and inherited members', () => {
    const { say } = restored();
    say({ type: 'ready' });
    for (const message of [
      null,
      'own',
      { type: 'run', command: 'workbench.action.quit' },
      { type: 'error-action', act: 'workbench.action.quit' },
      { type: 'constructor' },
      Object.create({ type: 'copy', text: 'evil', what: 'Address' }),
      JSON.parse('{"__proto__":{"type":"copy","text":"evil","what":"Address"}}'),
      { type: 'copy', text: 7, what: 'Address' },
      { type: 'save', format: 'exe', name: 'x', data: '' },
    ]) {
      say(message);
    }
    assert.deepEqual([handled, editor.executed, editor.clipboard], [[], [], 'mine']);
  });

  test('confirms its state and content after a query that it drops', () => {
    const { say, told } = restored();
    say({ type: 'ready' });
    told.length = 0;
    say({ type: 'ask', query: 'invalid' });
    assert.deepEqual(told[0], { type: 'state', state: { id: 'one' } });
  });

  test('is restored only with a valid state, and only once', () => {
    for (const stored of [
      null,
      'one',
      { id: 'one' },
      { panel: { id: 7 } },
      { panel: { id: 'too long' } },
      { panel: Object.create({ id: 'one' }) },
      JSON.parse('{"__proto__":{"panel":{"id":"one"}}}'),
    ]) {
      const { panel } = restored(stored);
      assert.ok(panel.isDisposed, JSON.stringify(stored));
      assert.equal(panel.webview.html, '');
    }
    assert.deepEqual(loaded, []);
    assert.equal(restored().panel.isDisposed, false);
    assert.equal(restored().panel.isDisposed, true);
    assert.deepEqual(loaded, [{ id: 'one' }]);
  });
});
