import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import bs58 from 'bs58';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import { sandboxSignatureVariable } from '../results.ts';
import { activated, sandboxTimeout } from './window.ts';

const openDocuments = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === 'arbscope');

/** A secret key as wallets export it: Base58 of the seed and the public key. */
function secretKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return bs58.encode(Buffer.concat([seed, point]));
}

suite('Look Up Transaction', function () {
  this.timeout(sandboxTimeout);

  setup(async () => {
    await activated();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('opens the answer as a read-only JSON document that names its source', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'arbscope');
    assert.equal(document.languageId, 'json');
    assert.match(document.uri.path, /\/transaction \w{4}…\w{4} \(Sandbox\)\.json$/u);
    const answer = JSON.parse(document.getText());
    assert.equal(answer.signature, signature);
    assert.equal(answer.type, 'arbitrage');
    assert.ok(Number.isInteger(answer.fees));
    assert.equal(vscode.workspace.fs.isWritableFileSystem('arbscope') ?? false, false);
  });

  test('opens nothing for a signature that is in no index', async () => {
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', '1'.repeat(64));
    assert.deepEqual(openDocuments(), []);
  });

  test('refuses a secret key and whatever else is no signature', async () => {
    for (const given of [secretKey(), 'nonsense', '', '2'.repeat(1_000_000)]) {
      await vscode.commands.executeCommand('arbscope.lookUpTransaction', given);
    }
    assert.deepEqual(openDocuments(), []);
  });
});
