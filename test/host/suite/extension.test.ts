import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/extension/contributions/commands.ts';
import { activated } from './window.ts';

suite('The extension', () => {
  test('loads and starts without an error', async () => {
    await activated();
    assert.equal(vscode.extensions.getExtension('arbscope.arbscope')?.isActive, true);
  });

  test('registers every command that it declares', async () => {
    await activated();
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.keys(commands).filter((id) => !known.has(id)),
      [],
    );
  });
});
