import assert from 'node:assert/strict';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import { randomSecretKey } from '../../fixtures/scan/secretKeys.ts';
import { largestVersion1 } from '../../fixtures/signedTransactions.ts';
import { sandboxSignatureVariable } from '../results.ts';
import { activated, sandboxTimeout, showText } from './window.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

suite('Addresses and signatures', function () {
  this.timeout(sandboxTimeout);

  setup(async () => {
    await activated();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('are links in an editor, but secret keys are not', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const key = randomSecretKey();
    const { document } = await showText(`${usdc} ${signature}\n${key.base58}\n`);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const ours = links.filter(({ target }) => target?.scheme === 'command');
    assert.deepEqual(
      ours.map(({ range }) => document.getText(range)),
      [usdc, signature],
    );
    for (const { target } of ours) assert.equal(target?.path, 'arbscope.lookUp');
  });

  test('are links in a terminal, with a tooltip', async () => {
    const { editor, transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const line = `sent ${signature} for ${usdc} with ${randomSecretKey().base58}`;
    const links = editor.terminalLinks.provideTerminalLinks({ line });
    assert.deepEqual(
      links.map(({ startIndex, length }) => line.slice(startIndex, startIndex + length)),
      [signature, usdc],
    );
    assert.deepEqual(
      links.map(({ tooltip }) => tooltip),
      ['Open Transaction', 'Look Up USDC'],
    );
    const content = new Promise<string>((resolve) => {
      const listening = transactions.onContent((one) => {
        listening.dispose();
        resolve(one.signature);
      });
    });
    const [first] = links;
    assert.ok(first !== undefined);
    await editor.terminalLinks.handleTerminalLink(first);
    assert.equal(await content, signature);
  });

  test('open the transaction of the signature at the cursor', async () => {
    const access = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const editor = await showText(`sent ${signature} in 3 ms`);
    editor.selection = new vscode.Selection(0, 20, 0, 20);
    const content = new Promise<string>((resolve) => {
      const listening = access.transactions.onContent((one) => {
        listening.dispose();
        resolve(one.signature);
      });
    });
    await vscode.commands.executeCommand('arbscope.lookUp');
    assert.equal(await content, signature);
  });

  test('show a transaction of version 1 with the limits of its header as JSON', async () => {
    const text = Buffer.from(await largestVersion1(usdc)).toString('base64');
    const editor = await showText(`const wire = '${text}';`);
    editor.selection = new vscode.Selection(0, 40, 0, 40);
    await vscode.commands.executeCommand('arbscope.inspectTransaction');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'arbscope-wire');
    const read = JSON.parse(document.getText());
    assert.deepEqual([read.version, read.sizeBytes, read.lookupTables], [1, 4_096, []]);
    assert.equal(read.signatures[0].state, 'valid');
    assert.deepEqual(read.computeBudget, {
      unitLimit: 300_000,
      unitPriceMicroLamports: null,
      priorityFeeLamports: 4_321,
    });
  });

  test('open a serialized transaction at the cursor as a read-only JSON document', async () => {
    // One signer, no instructions, not signed.
    const bytes = Buffer.alloc(1 + 64 + 3 + 1 + 32 + 32 + 1);
    bytes[0] = 1;
    bytes[65] = 1;
    bytes[68] = 1;
    bytes.fill(7, 69, 133);
    const editor = await showText(`const wire = '${bytes.toString('base64')}';`);
    editor.selection = new vscode.Selection(0, 40, 0, 40);
    for (const command of ['arbscope.lookUp', 'arbscope.inspectTransaction']) {
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand(command);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.scheme, 'arbscope-wire', command);
      assert.equal(document.languageId, 'json');
      const read = JSON.parse(document.getText());
      assert.equal(read.version, 'legacy');
      assert.equal(read.signatures[0].state, 'missing');
    }
  });

  test('can be copied, but other text cannot', async () => {
    await vscode.env.clipboard.writeText('before');
    for (const given of ['rm -rf /', '', 7, randomSecretKey().base58]) {
      await vscode.commands.executeCommand('arbscope.copyAddress', given);
    }
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    await vscode.commands.executeCommand('arbscope.copyAddress', usdc);
    assert.equal(await vscode.env.clipboard.readText(), usdc);
  });
});
