import assert from 'node:assert/strict';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { randomSecretKey } from '../../fixtures/scan/secretKeys.ts';
import { sandboxSignatureVariable } from '../results.ts';
import { activated, hasVerdict, rowsOnce, sandboxTimeout } from './window.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const network = 'arbscope.hover.network';

const opened = (content: string, language = 'plaintext') =>
  vscode.workspace.openTextDocument({ content, language });

/** The Markdown of every hover of this extension at the place of a text in a document. */
async function hoversAt(
  document: vscode.TextDocument,
  text: string,
): Promise<vscode.MarkdownString[]> {
  const position = document.positionAt(document.getText().indexOf(text) + 5);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .filter((one) => one instanceof vscode.MarkdownString);
}

const textOf = (hovers: readonly vscode.MarkdownString[]): string =>
  hovers.map(({ value }) => value).join('\n---\n');

async function withSetting(value: unknown, act: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  await settings.update(network, value, vscode.ConfigurationTarget.Global);
  try {
    await act();
  } finally {
    await settings.update(network, undefined, vscode.ConfigurationTarget.Global);
  }
}

suite('Hovers', function () {
  this.timeout(sandboxTimeout);

  suiteSetup(async () => {
    await activated();
  });

  test('say what an address is in a file, an untitled document, a log, a notebook and other schemes', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('arbscope-test', {
      provideTextDocumentContent: () => `- const mint = '${usdc}';`,
    });
    const cell = new vscode.NotebookCellData(
      vscode.NotebookCellKind.Code,
      `mint = '${usdc}'`,
      'python',
    );
    try {
      const notebook = await vscode.workspace.openNotebookDocument(
        'jupyter-notebook',
        new vscode.NotebookData([cell]),
      );
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder !== undefined);
      const documents = [
        await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'src/markets.ts')),
        await opened(`mint ${usdc}`),
        await opened(`INFO gained on ${usdc}`, 'log'),
        await opened(`mint = "${usdc}"`, 'toml'),
        await vscode.workspace.openTextDocument(vscode.Uri.parse('arbscope-test:/change.ts')),
        notebook.cellAt(0).document,
      ];
      await withSetting('off', async () => {
        for (const document of documents) {
          const text = textOf(await hoversAt(document, usdc));
          assert.match(text, /\*\*USDC\*\* · token mint/, document.uri.toString());
          assert.match(text, /\| Decimals \| 6 \|/);
        }
      });
    } finally {
      provider.dispose();
    }
  });

  test('say what an address in an output channel is', async () => {
    const channel = vscode.window.createOutputChannel('Addresses of a test');
    const shown = new Promise<vscode.TextDocument>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== 'output' || !document.getText().includes(usdc)) return;
        listening.dispose();
        resolve(document);
      });
      channel.appendLine('first');
      channel.show();
      channel.appendLine(`INFO gained on ${usdc}`);
    });
    try {
      await withSetting('off', async () => {
        assert.match(textOf(await hoversAt(await shown, usdc)), /\*\*USDC\*\* · token mint/);
      });
    } finally {
      channel.dispose();
      await vscode.commands.executeCommand('workbench.action.closePanel');
    }
  });

  test('trust nothing but the extension’s own links, and no HTML', async () => {
    const hovers = await hoversAt(await opened(`mint ${usdc}`), usdc);
    assert.ok(hovers.length > 0);
    for (const { isTrusted, supportHtml } of hovers) {
      assert.ok(typeof isTrusted === 'object');
      for (const command of isTrusted.enabledCommands) assert.match(command, /^arbscope\./);
      assert.ok(!isTrusted.enabledCommands.some((command) => /land|send/i.test(command)));
      assert.ok(supportHtml !== true);
    }
  });

  test('tell what the Sandbox knows of a transaction, and that it is simulated', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    const text = textOf(await hoversAt(await opened(`sent ${signature}`), signature));
    assert.match(text, /transaction signature/);
    assert.match(text, /Open transaction.*command:arbscope.lookUpTransaction/);
    assert.match(text, /\| Net gains \|.*\n\| Route \| .* → /);
    assert.match(text, /\| Source \| Sandbox\\?: simulated data \|/);
  });

  test('tell what the Finder’s last answer says of a token', async () => {
    const access = await activated();
    await vscode.commands.executeCommand('arbscope.finder.focus');
    const rows = await rowsOnce(access, hasVerdict);
    const mint = rows.find(({ context }) => context === 'token')?.id.split(':')[1] ?? '';
    const text = textOf(await hoversAt(await opened(`mint ${mint}`), mint));
    assert.match(text, /token mint/);
    assert.match(text, /\| Rank \| \d+ by gross gains \|/);
    assert.match(text, /\| Mint authority \|/);
  });

  test('ask nobody where the setting says so, and offer to where it says that', async () => {
    const signature = process.env[sandboxSignatureVariable] ?? '';
    // Another character asks anew: what was answered already is kept.
    const other = `${signature.slice(0, -1)}${signature.endsWith('2') ? '3' : '2'}`;
    await withSetting('off', async () => {
      const text = textOf(await hoversAt(await opened(`sent ${other}`), other));
      assert.match(text, /transaction signature/);
      assert.doesNotMatch(text, /askService|index holds no/);
    });
    await withSetting('onDemand', async () => {
      const document = await opened(`sent ${other}`);
      assert.match(textOf(await hoversAt(document, other)), /command:arbscope.askService/);
      await vscode.commands.executeCommand('arbscope.askService', other);
      assert.match(textOf(await hoversAt(document, other)), /index holds no arbitrage/);
    });
  });

  test('show of a secret key its public key alone', async () => {
    for (const form of ['base58', 'lines']) {
      const key = randomSecretKey(form);
      const text = textOf(await hoversAt(await opened(`const key = ${key.written};`), key.written));
      assert.match(text, /\*\*Secret key\*\*/);
      assert.ok(text.includes(key.publicKey));
      assert.ok(!text.includes(key.base58.slice(0, 12)));
    }
  });

  test('are there in a minified file of 5 MB', async () => {
    const piece = `var a="x";function b(c){return c+1};`;
    const half = piece.repeat(Math.ceil(2_500_000 / piece.length));
    const document = await opened(`${half}d="${raydium}";${half}`, 'javascript');
    assert.match(textOf(await hoversAt(document, raydium)), /Raydium AMM v4/);
  });

  test('say nothing over what only looks like an address', async () => {
    const text =
      'integrity sha512-GOd1x97XX9uYtlBrb/AEGKkgSShRnyaHcB0jSIMy/A7piwSWKtgzUbTMTZ368uLNsX3R8WBawaPKRVAK917G/w==';
    assert.deepEqual(await hoversAt(await opened(text), 'A7piwS'), []);
  });
});
