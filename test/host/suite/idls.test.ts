import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { sandboxAmmProgram } from '../../../src/solana/sandboxAmm.ts';
import type { SimulateContent } from '../../../src/webview/messages/simulate.ts';
import idl from '../../fixtures/sample-bot/programs/sandbox-amm/idl.json' with { type: 'json' };
import { failing } from '../../fixtures/sample-bot/transactions/cycles.ts';
import { activated, nextOf, openText, sandboxTimeout } from './window.ts';

const source = `#[error_code]
pub enum SandboxAmmError {
    LessThanMinimum,
}
`;

suite('IDLs of the workspace', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let folder = '';
  let config = '';

  /** Once the diagnostics of the IDL hold. */
  const diagnosticsOnce = (holds: (messages: readonly string[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const uri = vscode.Uri.file(join(folder, 'idl.json'));
      const check = () => {
        if (!holds(vscode.languages.getDiagnostics(uri).map(({ message }) => message))) return;
        listener.dispose();
        resolve();
      };
      const listener = vscode.languages.onDidChangeDiagnostics(check);
      check();
    });

  suiteSetup(async () => {
    access = await activated();
    await vscode.commands.executeCommand('arbscope.switchConnection', 'Sandbox');
    const [first] = vscode.workspace.workspaceFolders ?? [];
    folder = join(first?.uri.fsPath ?? '', 'another-amm');
    config = join(first?.uri.fsPath ?? '', 'Anchor.toml');
  });
  suiteTeardown(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(config, { force: true });
  });

  test('name the calls and the error of a simulation once their address is known', async () => {
    // The editor may report nothing of what comes with a new folder, and never watch folders in it.
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'src/lib.rs'), source);
    const withoutAddress = JSON.stringify({
      ...idl,
      address: undefined,
      metadata: { ...idl.metadata, name: 'another_amm' },
    });
    writeFileSync(join(folder, 'idl.json'), withoutAddress);
    await diagnosticsOnce(([message]) => /address of another_amm is unknown/.test(message ?? ''));
    writeFileSync(config, `[programs.localnet]\nanother_amm = "${sandboxAmmProgram}"\n`);
    await diagnosticsOnce((messages) => messages.length === 0);
    const content = nextOf<SimulateContent>(access.panels.simulations);
    await vscode.commands.executeCommand('arbscope.simulateTransaction', failing);
    const [only] = (await content).transactions;
    assert.equal(only?.error?.name, 'LessThanMinimum');
    assert.match(only.error.source, /another-amm\/src\/lib\.rs:3$/);
    const swaps = only.calls.filter(({ name }) => name === 'swap');
    assert.equal(swaps.length, 2);
    assert.deepEqual(swaps[1]?.names?.values[1], {
      name: 'least_out',
      value: '3100000000 (3.1 SOL)',
    });
    assert.equal(swaps[1]?.names?.accounts[1]?.name, 'trader');
  });

  test('add name, version and instructions to the hover of the program', async () => {
    const document = await openText(`const amm = '${sandboxAmmProgram}';`);
    const hover = access.editor.hovers.provideLocalHover(document, new vscode.Position(0, 20));
    const [content] = hover?.contents ?? [];
    const text = content instanceof vscode.MarkdownString ? content.value : '';
    assert.match(text.replaceAll('\\', ''), /another_amm 0\.1\.0/);
    assert.match(text, /swap/);
  });

  test('name the instructions of an inspected transaction', async () => {
    await vscode.commands.executeCommand('arbscope.inspectTransaction', failing);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /"name": "swap"/);
    assert.match(text, /"least_out"/);
  });
});
