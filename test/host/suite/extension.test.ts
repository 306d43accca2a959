import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

suite('The extension', () => {
  test('is loaded from its source', () => {
    const extension = vscode.extensions.getExtension('arbscope.arbscope');
    assert.ok(extension !== undefined);
  });
});
