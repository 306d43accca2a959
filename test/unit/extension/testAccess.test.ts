import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { ExtensionMode, replaceVscode } from './vscodeDouble.ts';

replaceVscode();
const { testExports } = await import('../../../src/extension/testAccess.ts');

test('other extensions get no part of this one, outside a test run', () => {
  let loads = 0;
  const start = (extensionMode: number) =>
    testExports({ extensionMode } as vscode.ExtensionContext, () => {
      loads += 1;
      return new Promise(() => undefined);
    });
  assert.equal(start(ExtensionMode.Production), undefined);
  assert.equal(start(ExtensionMode.Development), undefined);
  assert.equal(loads, 0);
  void start(ExtensionMode.Test)?.access;
  assert.equal(loads, 1);
});
