import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { hoversAt, textOf, withHoverNetwork } from './hoverHelpers.ts';
import { activated, openText, sandboxTimeout } from './window.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const wrappedSol = 'So11111111111111111111111111111111111111112';

interface GitApi {
  openRepository(root: vscode.Uri): Thenable<unknown>;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}
interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): GitApi;
}

async function changeSettings(
  values: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const settings = vscode.workspace.getConfiguration();
  const former: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    former[name] = settings.inspect(name)?.globalValue;
    await settings.update(name, value, vscode.ConfigurationTarget.Global);
  }
  return former;
}

/**
 * Commits a file and returns its committed version, if Git and the editor's Git extension are
 * available.
 */
async function commitFile(file: string, text: string): Promise<[vscode.Uri, vscode.Disposable]> {
  const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
  if (extension === undefined || spawnSync('git', ['--version']).status !== 0) {
    const provided = vscode.workspace.registerTextDocumentContentProvider('git', {
      provideTextDocumentContent: () => text,
    });
    return [vscode.Uri.file(file).with({ scheme: 'git' }), provided];
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd: join(file, '..') });
  git('init', '--quiet');
  git('add', '.');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(...author, 'commit', '--quiet', '--no-gpg-sign', '-m', 'first');
  const exports = await extension.activate();
  const enabled = new Promise<void>((resolve) => {
    if (exports.enabled) resolve();
    else exports.onDidChangeEnablement((isEnabled) => isEnabled && resolve());
  });
  const former = await changeSettings({
    'git.enabled': true,
    // Older editors look for a repository outside of the workspace in parent folders.
    'git.openRepositoryInParentFolders': 'always',
  });
  await enabled;
  const api = exports.getAPI(1);
  await api.openRepository(vscode.Uri.file(join(file, '..')));
  const dispose = () => void changeSettings(former);
  return [api.toGitUri(vscode.Uri.file(file), 'HEAD'), { dispose }];
}

const editorsShown = (...schemes: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      const shown = vscode.window.visibleTextEditors.map(({ document: { uri } }) => uri.scheme);
      if (!schemes.every((scheme) => shown.includes(scheme))) return;
      listening.dispose();
      resolve();
    };
    const listening = vscode.window.onDidChangeVisibleTextEditors(look);
    look();
  });

suite('Hovers in every kind of document', function () {
  this.timeout(sandboxTimeout);

  suiteSetup(async () => {
    await activated();
  });

  test('explain an address in a file, an untitled document, a log, a notebook and other schemes', async () => {
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
        await openText(`mint ${usdc}`),
        await openText(`INFO gained on ${usdc}`, 'log'),
        await openText(`mint = "${usdc}"`, 'toml'),
        await vscode.workspace.openTextDocument(vscode.Uri.parse('arbscope-test:/change.ts')),
        notebook.cellAt(0).document,
      ];
      await withHoverNetwork('off', async () => {
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

  test('explain an address in an output channel', async () => {
    const channel = vscode.window.createOutputChannel('Addresses of a test');
    const shown = new Promise<vscode.TextDocument>((resolve) => {
      const look = (document: vscode.TextDocument) => {
        if (document.uri.scheme !== 'output' || !document.getText().includes(usdc)) return;
        for (const each of listening) each.dispose();
        resolve(document);
      };
      // The document may open with both lines in it.
      const listening = [
        vscode.workspace.onDidOpenTextDocument(look),
        vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
      ];
      channel.appendLine('first');
      channel.show();
      channel.appendLine(`INFO gained on ${usdc}`);
    });
    try {
      await withHoverNetwork('off', async () => {
        assert.match(textOf(await hoversAt(await shown, usdc)), /\*\*USDC\*\* · token mint/);
      });
    } finally {
      channel.dispose();
      await vscode.commands.executeCommand('workbench.action.closePanel');
    }
  });

  test('explain an address in a committed file and on both sides of a diff', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-git-'));
    const file = join(folder, 'mints.ts');
    const before = `export const mint = '${usdc}';\n`;
    await writeFile(file, before);
    const [old, git] = await commitFile(file, before);
    await writeFile(file, `export const mint = '${wrappedSol}';\n`);
    try {
      assert.equal(old.scheme, 'git');
      await vscode.commands.executeCommand('vscode.diff', old, vscode.Uri.file(file));
      const document = (uri: vscode.Uri) => vscode.workspace.openTextDocument(uri);
      await editorsShown('git', 'file');
      await withHoverNetwork('off', async () => {
        const was = textOf(await hoversAt(await document(old), usdc));
        assert.match(was, /\*\*USDC\*\* · token mint/);
        const is = textOf(await hoversAt(await document(vscode.Uri.file(file)), wrappedSol));
        assert.match(is, /\*\*SOL\*\* · token mint/);
      });
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      git.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
