import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import bs58 from 'bs58';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TransactionContent } from '../../../src/webview/messages/transaction.ts';
import { FakeRpcNode } from '../../fakeRpcNode.ts';
import { FakeService } from '../../fakeService.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import type { NodeTransaction } from '../nodeTransaction.ts';
import { nodeTransactionVariable, sandboxSignatureVariable } from '../results.ts';
import { recordResults } from './recordResults.ts';
import { activated, sandboxTimeout, tabOnce, tabsOf, tabsOnce } from './window.ts';

const panelType = 'arbscope.transaction';
const panelName = /^Transaction \w{4}…\w{4}$/u;

/** A secret key in the export format of wallets: Base58 of seed and public key. */
function secretKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return bs58.encode(Buffer.concat([seed, point]));
}

const nextOf = (transactions: TestAccess['transactions']): Promise<TransactionContent> =>
  new Promise((resolve) => {
    const listening = transactions.onContent((content) => {
      listening.dispose();
      resolve(content);
    });
  });

suite('Look Up Transaction', function () {
  this.timeout(sandboxTimeout);

  setup(async () => {
    await activated();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('opens one panel with the details of a transaction', async () => {
    const { transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const loaded = nextOf(transactions);
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    const content = await loaded;
    assert.equal(content.signature, signature);
    assert.equal(content.type, 'arbitrage');
    assert.equal(content.isSimulated, true);
    assert.equal(JSON.parse(content.json).signature, signature);
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    await tabOnce(panelType, panelName);
  });

  test('leads from an attempt to the competition for it, in the panel of its transaction', async () => {
    const { transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const loaded = nextOf(transactions);
    await vscode.commands.executeCommand('arbscope.whyDidILose', signature);
    assert.equal((await loaded).signature, signature);
    await tabOnce(panelType, panelName);
    await vscode.commands.executeCommand('arbscope.whyDidILose', 'nonsense');
    assert.equal(tabsOf(panelType).length, 1);
  });

  test('replaces the tab of a restored transaction that has not been shown yet', async () => {
    const { transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const title = `Transaction ${signature.slice(0, 4)}…${signature.slice(-4)}`;
    // Simulates a restored tab: same type and title, but unknown to the extension.
    vscode.window.createWebviewPanel(panelType, title, vscode.ViewColumn.One);
    await tabOnce(panelType, title);
    const loaded = nextOf(transactions);
    await vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    await loaded;
    await tabOnce(panelType, title);
  });

  test('keeps the panel of another transaction with the same title', async () => {
    const first = `${'2'.repeat(87)}3`;
    const second = `${'2'.repeat(40)}4${'2'.repeat(46)}3`;
    const lookUp = (signature: string) =>
      vscode.commands.executeCommand('arbscope.lookUpTransaction', signature);
    await lookUp(first);
    await tabsOnce(panelType, ([tab]) => tab !== undefined);
    await lookUp(second);
    // Tabs open and close in order: after this one opens, an earlier close is complete.
    await lookUp('1'.repeat(64));
    await tabsOnce(panelType, (tabs) => tabs.some(({ label }) => label.includes('1111…1111')));
    assert.equal(tabsOf(panelType).length, 3);
  });

  test('rejects a secret key and anything else that is not a signature', async () => {
    for (const given of [secretKey(), 'nonsense', '2'.repeat(1_000_000)]) {
      await vscode.commands.executeCommand('arbscope.lookUpTransaction', given);
    }
    assert.deepEqual(tabsOf(panelType), []);
  });

  test('lists transactions, and opens the clipboard’s signature on Enter', async () => {
    const { transactions } = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    await vscode.env.clipboard.writeText(`https://solscan.io/tx/${signature}`);
    const loaded = nextOf(transactions);
    await vscode.commands.executeCommand('arbscope.lookUpTransaction');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.equal((await loaded).signature, signature);
    await tabOnce(panelType, panelName);
  });

  test('sends no request for a secret key on the clipboard', async () => {
    const access = await activated();
    const { results, stop } = recordResults(access.active.service, 'transaction');
    await vscode.env.clipboard.writeText(secretKey());
    try {
      await vscode.commands.executeCommand('arbscope.lookUpTransaction');
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      assert.deepEqual(results, []);
      assert.deepEqual(tabsOf(panelType), []);
    } finally {
      stop();
      await vscode.env.clipboard.writeText('');
    }
  });

  test('loads a transaction that the service does not know from the user’s node, with a note', async () => {
    const access = await activated();
    const file = process.env[nodeTransactionVariable] ?? '';
    const known = JSON.parse(await readFile(file, 'utf8')) as NodeTransaction;
    const service = new FakeService('look-up-key');
    const node = new FakeRpcNode('/?api-key=look-up-node');
    node.transactions.set(known.signature, known.transaction);
    service.failWith = ({ operation }) => (operation === 'transaction' ? { status: 404 } : null);
    await Promise.all([service.listen(), node.listen()]);
    const run = (command: string, ...given: unknown[]) =>
      vscode.commands.executeCommand(`arbscope.${command}`, ...given);
    const add = async (...replies: string[]) => {
      access.prompter.replace(new PrompterDouble(replies));
      await run('addConnection');
    };
    try {
      await add('Node', node.url, 'My node', '', '');
      await add('Service', service.url, 'Paid', '', 'Lowest', 'look-up-key');
      assert.equal(access.active.current.name, 'Paid');
      const loaded = nextOf(access.transactions);
      await run('lookUpTransaction', known.signature);
      const content = await loaded;
      assert.equal(content.signature, known.signature);
      assert.equal(content.source, 'My node');
      assert.equal(content.isSimulated, false);
      assert.match(
        content.sourceNote,
        /^Not found by Paid\. Fetched from the node My node and decoded on this machine\./,
      );
      assert.deepEqual(
        content.legs.map(({ pool, inputMint, inputAmount, outputMint, outputAmount }) => ({
          pool,
          inputMint,
          inputAmount: Number(inputAmount),
          outputMint,
          outputAmount: Number(outputAmount),
        })),
        known.legs.map(({ pool, inputMint, inputAmount, outputMint, outputAmount }) => ({
          pool,
          inputMint,
          inputAmount,
          outputMint,
          outputAmount,
        })),
      );
      assert.ok(service.requests.some(({ url }) => url.includes(known.signature)));
      assert.equal(node.countOf('getTransaction'), 1);
      assert.ok(!JSON.stringify(content).includes('look-up-node'));
      await tabOnce(panelType, panelName);
    } finally {
      await run('switchConnection', 'Sandbox');
      for (const name of ['Paid', 'My node']) {
        access.prompter.replace(new PrompterDouble());
        await run('removeConnection', name);
      }
      access.prompter.replace(null);
      await Promise.all([service.close(), node.close()]);
    }
  });
});
