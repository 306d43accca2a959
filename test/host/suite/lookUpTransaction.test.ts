import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import bs58 from 'bs58';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { TransactionContent } from '../../../src/webview/messages/transaction.ts';
import { sandboxSignatureVariable } from '../results.ts';
import { activated, sandboxTimeout, tabOnce, tabsOf } from './window.ts';

const panelType = 'arbscope.transaction';
const panelName = /^Transaction \w{4}…\w{4}$/u;

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

  test('opens the panel of the transaction, once, with what is known of it', async () => {
    const { transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const loaded = new Promise<TransactionContent>((resolve) => {
      const listening = transactions.onContent((content) => {
        listening.dispose();
        resolve(content);
      });
    });
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    const content = await loaded;
    assert.equal(content.signature, signature);
    assert.equal(content.type, 'arbitrage');
    assert.equal(content.isSimulated, true);
    assert.equal(JSON.parse(content.json).signature, signature);
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    await tabOnce(panelType, panelName);
  });

  test('opens a panel that says so for a signature that is in no index', async () => {
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', '1'.repeat(64));
    await tabOnce(panelType, 'Transaction 1111…1111');
  });

  test('refuses a secret key and whatever else is no signature', async () => {
    for (const given of [secretKey(), 'nonsense', '', '2'.repeat(1_000_000)]) {
      await vscode.commands.executeCommand('arbscope.lookUpTransaction', given);
    }
    assert.deepEqual(tabsOf(panelType), []);
  });
});
