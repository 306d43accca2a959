import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseTransactionRequest } from '../../../src/webview/messages/transaction.ts';
import { parseMessageFromPage } from '../../../src/webview/messages.ts';

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
        parseTransactionRequest(message);
      }),
    );
  });
});
