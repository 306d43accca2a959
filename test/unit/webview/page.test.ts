import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';

interface MessageEventDouble {
  readonly data: unknown;
  readonly origin: string;
  readonly isTrusted: boolean;
}

const origin = 'vscode-webview://panel';
let hear: (event: MessageEventDouble) => void;
let kept: unknown;

Object.assign(globalThis, {
  window: {
    origin,
    addEventListener: (_type: string, listener: typeof hear) => {
      hear = listener;
    },
  },
  acquireVsCodeApi: () => ({
    postMessage: () => undefined,
    getState: () => kept,
    setState: (state: unknown) => {
      kept = state;
    },
  }),
});
/** The tested members of a page, whose module needs browser types that are not available here. */
interface PageModule {
  readonly Page: new (
    receive: (message: unknown) => void,
  ) => {
    getState(name: string): unknown;
    setState(name: string, value: unknown): void;
    send(message: { readonly type: string }): void;
  };
}
const pageFile = '../../../src/webview/page.ts';
const { Page }: PageModule = await import(pageFile);

describe('A page', () => {
  let received: unknown[];

  beforeEach(() => {
    kept = undefined;
    received = [];
  });
  const page = () => new Page((message) => received.push(message));
  const content = { type: 'content', content: { figure: 1 } };

  test('accepts messages only from its panel, not from other origins or scripts', () => {
    page();
    hear({ data: content, origin: 'https://evil.example', isTrusted: true });
    hear({ data: content, origin: 'null', isTrusted: true });
    hear({ data: content, origin, isTrusted: false });
    assert.deepEqual(received, []);
    hear({ data: content, origin, isTrusted: true });
    assert.deepEqual(received, [content]);
  });

  test('drops messages without a type of their own and does not save their state', () => {
    page();
    for (const data of [
      Object.create({ type: 'state', state: 'evil' }),
      JSON.parse('{"__proto__":{"type":"state","state":"evil"}}'),
      null,
    ]) {
      hear({ data, origin, isTrusted: true });
    }
    assert.deepEqual(received, []);
    assert.equal(kept, undefined);
  });

  test('keeps the latest choice if content of an earlier one arrives later', () => {
    const hearFromPanel = (data: unknown) => hear({ data, origin, isTrusted: true });
    const made = page();
    const state = { type: 'state', state: {} };
    made.send({ type: 'ask' });
    made.send({ type: 'ask' });
    hearFromPanel(content);
    hearFromPanel(state);
    hearFromPanel(content);
    assert.deepEqual(received, [state]);
    hearFromPanel(state);
    hearFromPanel(content);
    assert.deepEqual(received, [state, state, content]);
    hearFromPanel(state);
    made.send({ type: 'ask' });
    hearFromPanel(content);
    assert.deepEqual(received, [state, state, content, state]);
  });

  test('does not return inherited members as saved values', () => {
    kept = JSON.parse('{"own":{"__proto__":{"tab":"evil"}}}');
    const restored = page();
    for (const name of ['tab', 'constructor', 'toString'])
      assert.equal(restored.getState(name), undefined);
    restored.setState('tab', 'Route');
    assert.equal(restored.getState('tab'), 'Route');
  });
});
