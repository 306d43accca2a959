import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { array, number, object } from '../../../src/webview/guards.ts';
import { parseTransactionRequest } from '../../../src/webview/messages/transaction.ts';
import { parseMessageFromPage, parseMessageToPage } from '../../../src/webview/messages.ts';

const isContent = object({ figure: number });

describe('A message to a page', () => {
  test('is accepted if it is content, a status, a state or a notice', () => {
    for (const message of [
      { type: 'content', content: { figure: 1, more: 'kept' } },
      { type: 'status', busy: 'Loading…', problem: null },
      {
        type: 'status',
        busy: null,
        problem: {
          message: 'm',
          suggestion: 'r',
          actions: [{ act: 'refresh', label: 'Try Again' }],
        },
      },
      { type: 'state', state: { signature: 'x' } },
      { type: 'notice', text: 'Copied.' },
    ]) {
      assert.deepEqual(parseMessageToPage(message, isContent), message);
    }
  });

  test('is dropped if a list exceeds its maximum length', () => {
    const isList = object({ figures: array(number, 2) });
    const read = (figures: unknown) =>
      parseMessageToPage({ type: 'content', content: { figures } }, isList);
    assert.ok(read([1, 2]) !== null);
    for (const figures of [[1, 2, 3], { length: 1, 0: 1 }, [1, '2']])
      assert.equal(read(figures), null);
  });

  test('is dropped with an unknown type, or with missing, wrong or inherited members', () => {
    const inherited = Object.create({ type: 'content', content: { figure: 1 } });
    for (const message of [
      { type: 'evil' },
      { type: 'content' },
      { type: 'content', content: { figure: Number.NaN } },
      { type: 'content', content: Object.create({ figure: 1 }) },
      { type: 'status', busy: 1, problem: null },
      {
        type: 'status',
        busy: null,
        problem: { message: 'm', suggestion: 'r', actions: [{ act: 'format-disk', label: 'x' }] },
      },
      { type: 'constructor' },
      { type: '__proto__' },
      JSON.parse('{"__proto__":{"type":"notice","words":"x"}}'),
      inherited,
      [],
      null,
      'content',
    ]) {
      assert.equal(parseMessageToPage(message, isContent), null, JSON.stringify(message));
    }
  });
});

describe('A message to a panel', () => {
  test('is accepted if every page may send it', () => {
    for (const message of [
      { type: 'ready' },
      { type: 'refresh' },
      { type: 'cancel' },
      { type: 'error-action', act: 'show-log' },
      { type: 'copy', text: 'x', what: 'Address' },
      { type: 'save', format: 'svg', name: 'route', data: '<svg/>' },
    ]) {
      assert.equal(parseMessageFromPage(message), message);
    }
  });

  test('is dropped with an unknown format or command, or an excessive size', () => {
    for (const message of [
      { type: 'save', format: 'exe', name: 'route', data: '' },
      { type: 'save', format: 'svg', name: 'x'.repeat(201), data: '' },
      { type: 'error-action', act: 'workbench.action.quit' },
      { type: 'copy', text: 1, what: '' },
      { type: 'eval', code: '1' },
      { type: ['ready'] },
      undefined,
    ]) {
      assert.equal(parseMessageFromPage(message), null, JSON.stringify(message));
    }
    assert.equal(parseTransactionRequest({ type: 'open-explorer', what: 'file', id: 'x' }), null);
  });

  test('never makes the checks throw', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (message) => {
        parseMessageFromPage(message);
        parseMessageToPage(message, isContent);
        parseTransactionRequest(message);
      }),
    );
  });
});
