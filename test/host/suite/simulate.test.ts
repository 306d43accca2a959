import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { developmentAccount } from '../../../src/engine/sandbox/developmentAccounts.ts';
import { simulateCodeLensProvider } from '../../../src/extension/simulate/simulateCodeLens.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { Prompter } from '../../../src/extension/ui/prompts/prompter.ts';
import type { SimulateContent } from '../../../src/webview/messages/simulate.ts';
import { instructions, signedWithKit, wallet } from '../../fixtures/signedTransactions.ts';
import { activated, nextOf, sandboxTimeout, settingsOnce, tabOnce } from './window.ts';

/** A user who makes the choices of the test, and cancels everything else. */
class Person implements Prompter {
  readonly notifications: string[] = [];
  choices: RegExp[] = [];
  async text(): Promise<'cancelled'> {
    return 'cancelled';
  }
  async choose<Value>({ choices }: Parameters<Prompter['choose']>[0]) {
    const wanted = this.choices.shift();
    const found = choices.find(({ label }) => wanted?.test(label) === true);
    return found === undefined ? ('cancelled' as const) : { value: found.value as Value };
  }
  async confirm(): Promise<boolean> {
    return false;
  }
  async notify(_kind: string, message: string): Promise<undefined> {
    this.notifications.push(message);
  }
}

/**
 * The lens above the transaction of a document, from its provider: VS Code drops the commands in the
 * result of `vscode.executeCodeLensProvider` after 100 ms, which a busy machine exceeds.
 */
async function simulateLens(document: vscode.TextDocument): Promise<vscode.CodeLens | undefined> {
  const provider = simulateCodeLensProvider(new vscode.EventEmitter<void>().event);
  const { token } = new vscode.CancellationTokenSource();
  const lenses = (await provider.provideCodeLenses(document, token)) ?? [];
  return lenses.find(({ command }) => command?.command === 'arbscope.simulateTransaction');
}

suite('Simulate Transaction', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let person: Person;
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-host-simulate-'));

  const simulate = (given?: unknown) =>
    vscode.commands.executeCommand('arbscope.simulateTransaction', given);
  const nextContent = () => nextOf<SimulateContent>(access.panels.simulations);
  /** An unsigned transfer from a wallet that the Sandbox has funded. */
  async function transfer(lamports: bigint): Promise<string> {
    const payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
    const { address } = await wallet(2);
    const bytes = await signedWithKit({
      version: 0,
      payer,
      blockhash: String(await vscode.commands.executeCommand('arbscope.copyBlockhash')),
      instructions: [instructions.transfer(payer.address, address, lamports)],
    });
    bytes.fill(0, 1, 65);
    return Buffer.from(bytes).toString('base64');
  }

  suiteSetup(async () => {
    access = await activated();
    await vscode.commands.executeCommand('arbscope.switchConnection', 'Sandbox');
  });
  setup(async () => {
    person = new Person();
    access.prompter.replace(person);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  suiteTeardown(() => {
    access.prompter.replace(null);
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows the effects of an unsigned transfer, and sends nothing', async () => {
    const before = access.landings.entries.length;
    const content = nextContent();
    await simulate(await transfer(5_000_000n));
    const { transactions, isSandbox, slot, source } = await content;
    await tabOnce('arbscope.simulate', /^Simulation /);
    const [only] = transactions;
    assert.equal(only?.isSuccess, true);
    assert.equal(only?.signing, 'unsigned');
    assert.ok(isSandbox && slot !== null && slot > 0);
    assert.equal(source.uri, null);
    assert.equal(only?.balances.length, 1);
    assert.ok((only?.computeUnits ?? 0) > 0);
    assert.equal(access.landings.entries.length, before);
  });

  test('shows the route and the net gain of an arbitrage of the Sandbox', async () => {
    person.choices = [/An arbitrage over two pools/];
    await vscode.commands.executeCommand('arbscope.landExample');
    const file = vscode.window.activeTextEditor?.document.uri;
    assert.ok(file !== undefined, 'the example is open');
    const content = nextContent();
    await simulate(file);
    const { transactions, source } = await content;
    const [only] = transactions;
    assert.equal(only?.signing, 'signed');
    assert.ok((only?.record?.legs.length ?? 0) >= 2, JSON.stringify(only?.error));
    assert.ok((only?.record?.netGainsSol ?? 0) > 0);
    assert.ok(only?.advice.some(({ kind }) => kind === 'unit-limit'));
    assert.ok((only?.calls.length ?? 0) > 2);
    assert.match(source.label, /example-/);
  });

  test('simulates a transaction in source code again on save, and compares the runs', async () => {
    const path = join(folder, 'bot.ts');
    writeFileSync(path, `export const tx = '${await transfer(1_000_000n)}';\n`);
    const document = await vscode.workspace.openTextDocument(path);
    const editor = await vscode.window.showTextDocument(document);
    const lens = await simulateLens(document);
    assert.equal(lens?.command?.title, 'Simulate');
    const first = nextContent();
    await vscode.commands.executeCommand(
      'arbscope.simulateTransaction',
      ...(lens?.command?.arguments ?? []),
    );
    const { source } = await first;
    assert.deepEqual([source.variable, source.line], ['tx', 0]);
    const { simulations } = access.panels;
    const [state] = simulations.states.filter(({ source: { uri } }) => uri === source.uri);
    assert.ok(state !== undefined);
    const followed = nextContent();
    simulations.replace({ ...state, isOnSave: true });
    assert.equal((await followed).isOnSave, true);
    // New line above and another amount: found again by its name.
    const changed = `// new\nexport const tx = '${await transfer(2_000_000n)}';\n`;
    const saved = nextContent();
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, 9, 0), changed));
    assert.ok(await document.save());
    const again = await saved;
    assert.equal(again.source.line, 1);
    assert.equal(again.key, state.key);
    assert.deepEqual(
      again.transactions[0]?.runs.map(({ number }) => number),
      [1, 2, 3],
    );
  });

  test('does not simulate on save unless turned on, and shows no lens when turned off', async () => {
    const path = join(folder, 'quiet.ts');
    writeFileSync(path, `const quiet = '${await transfer(1_500_000n)}';\n`);
    const document = await vscode.workspace.openTextDocument(path);
    const editor = await vscode.window.showTextDocument(document);
    const shown = async (): Promise<number> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      return lenses.length;
    };
    assert.ok((await shown()) > 0);
    const lens = await simulateLens(document);
    const first = nextContent();
    await simulate(lens?.command?.arguments?.[0]);
    assert.equal((await first).isOnSave, false);
    const next = nextContent();
    const changed = `const quiet = '${await transfer(1_600_000n)}';\n`;
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, 9, 0), changed));
    assert.ok(await document.save());
    // The next simulation is the one requested here.
    await simulate(await transfer(1_700_000n));
    assert.equal((await next).source.uri, null);
    const id = 'arbscope.simulate.codeLens';
    const settings = () => vscode.workspace.getConfiguration();
    await settings().update(id, false, vscode.ConfigurationTarget.Global);
    try {
      await settingsOnce(() => settings().get(id) === false);
      assert.equal(await shown(), 0);
    } finally {
      await settings().update(id, undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test('simulates several as a bundle, each after the previous ones', async () => {
    const texts = [await transfer(1_000_000n), await transfer(2_000_000n)];
    const content = nextContent();
    await simulate(texts);
    const { transactions, isBundle } = await content;
    assert.equal(transactions.length, 2);
    assert.equal(isBundle, true);
  });

  test('rejects a secret key, and text that is not a transaction', async () => {
    await simulate(`[${developmentAccount(1).secretKey.join(',')}]`);
    assert.match(person.notifications[0] ?? '', /secret key/);
    await simulate('AAAA');
    assert.equal(person.notifications.length, 2);
  });

  test('is an action in the hover of a transaction', async () => {
    const path = join(folder, 'hover.txt');
    writeFileSync(path, await transfer(3_000_000n));
    const document = await vscode.workspace.openTextDocument(path);
    const hover = access.editor.hovers.provideLocalHover(document, new vscode.Position(0, 20));
    const [contents] = hover?.contents ?? [];
    assert.ok(contents instanceof vscode.MarkdownString);
    assert.match(contents.value, /\[Simulate\]\(command:arbscope\.simulateTransaction/);
  });
});
