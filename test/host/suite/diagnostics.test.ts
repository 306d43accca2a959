import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { randomSecretKey } from '../../fixtures/scan/secretKeys.ts';
import { activated, sandboxTimeout, showText } from './window.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const typo = usdc.replace('5', 'l');
const poisoned = 'EPjF8cmNRRDVuHq3jC1bgB7a9rVPAw3nGqoXUaYgDt1v';

/** Repeat a request if the editor has not responded by then. */
const answerMilliseconds = 20_000;

const arbscopeDiagnostics = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Arbscope');

async function showDocument(content: string, language: string): Promise<vscode.TextDocument> {
  const { document } = await showText(content, language);
  return document;
}

function diagnosticsOnce(uri: vscode.Uri, count: number): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve) => {
    const look = () => {
      const found = arbscopeDiagnostics(uri);
      if (found.length !== count) return;
      listening.dispose();
      resolve(found);
    };
    const listening = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

async function applyFix(document: vscode.TextDocument, range: vscode.Range): Promise<string> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const action = actions.find(({ title }) => /^Replace with /.test(title));
  assert.ok(action?.edit !== undefined, 'there is no quick fix');
  await vscode.workspace.applyEdit(action.edit);
  return document.getText();
}

suite('Problems in source', function () {
  this.timeout(sandboxTimeout);

  suiteSetup(async () => {
    await activated();
  });
  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('report a secret key as an error, with a quick fix that uses an environment variable instead', async () => {
    const key = randomSecretKey();
    const cases = [
      [
        'typescript',
        `const key = decode('${key.base58}');`,
        /decode\(process\.env\.SOLANA_SECRET_KEY/,
      ],
      ['python', `key = Keypair.from_base58_string("${key.base58}")`, /\(os\.environ\["SOLANA/],
      ['rust', `let key = from("${key.base58}");`, /from\(&std::env::var\("SOLANA_SECRET_KEY"\)/],
      ['json', `{"key": "${key.base58}"}`, /"key": "\$\{SOLANA_SECRET_KEY\}"/],
    ] as const;
    for (const [language, text, fixed] of cases) {
      const document = await showDocument(text, language);
      const [found] = await diagnosticsOnce(document.uri, 1);
      assert.ok(found !== undefined);
      assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
      assert.ok(!found.message.includes(key.base58.slice(0, 8)));
      assert.match(await applyFix(document, found.range), fixed);
      await diagnosticsOnce(document.uri, 0);
    }
  });

  test('explain a malformed address, with a quick fix to the intended one', async () => {
    const document = await showDocument(`const mint = new PublicKey('${typo}');`, 'typescript');
    const [found] = await diagnosticsOnce(document.uri, 1);
    assert.match(found?.message ?? '', /“l” at position 8/);
    assert.ok(found !== undefined);
    assert.equal(await applyFix(document, found.range), `const mint = new PublicKey('${usdc}');`);
    await diagnosticsOnce(document.uri, 0);
  });

  test('flag a constant with a typo of a known address, with a hover and a quick fix', async () => {
    const document = await showDocument(
      `const MINT = '${typo.replace('G4', '04')}';`,
      'typescript',
    );
    const [found] = await diagnosticsOnce(document.uri, 1);
    assert.match(found?.message ?? '', /Did you mean USDC \(EPjF…Dt1v\)\?/);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 20),
    );
    const said = hovers
      .flatMap(({ contents }) => contents)
      .map((one) => (one instanceof vscode.MarkdownString ? one.value : ''));
    assert.ok(said.some((text) => /Malformed address[\s\S]*USDC[\s\S]*EPjFWdd5/.test(text)));
    assert.ok(found !== undefined);
    assert.equal(await applyFix(document, found.range), `const MINT = '${usdc}';`);
  });

  test('flag an address that looks like a known one during typing', async () => {
    const document = await showDocument('mint = "', 'toml');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 8), `${poisoned}"`);
    await vscode.workspace.applyEdit(edit);
    const [found] = await diagnosticsOnce(document.uri, 1);
    assert.match(found?.message ?? '', /Same first and last characters as USDC/);
    assert.ok(found !== undefined);
    assert.equal(await applyFix(document, found.range), `mint = "${usdc}"`);
  });

  test('disappear when the setting is turned off', async () => {
    const settings = vscode.workspace.getConfiguration();
    const document = await showDocument(`mint = "${poisoned}"`, 'toml');
    await diagnosticsOnce(document.uri, 1);
    const id = 'arbscope.diagnostics.enabled';
    await settings.update(id, false, vscode.ConfigurationTarget.Global);
    try {
      await diagnosticsOnce(document.uri, 0);
    } finally {
      await settings.update(id, undefined, vscode.ConfigurationTarget.Global);
    }
    await diagnosticsOnce(document.uri, 1);
  });
});

suite('Names in source', function () {
  this.timeout(sandboxTimeout);

  suiteSetup(async () => {
    await activated();
  });

  const hintsOf = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
  const lensesOf = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
  const source = `const USDC = '${usdc}';\nsend('${usdc}');\n`;

  /**
   * Results of `ask` once the setting is on. Sets it again if the editor reverts it, which happens
   * while it is still reading the old settings file. Repeats `ask`, since the feature loads only
   * after it is turned on.
   */
  async function onceOn<Found>(
    id: string,
    ask: () => Thenable<readonly Found[]>,
  ): Promise<readonly Found[]> {
    const isOn = () => vscode.workspace.getConfiguration().get<boolean>(id);
    const turn = (value: true | undefined) =>
      vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
    const end = Date.now() + sandboxTimeout / 2;
    try {
      while (Date.now() < end) {
        if (isOn() !== true) await turn(true);
        const all = await Promise.race([ask(), setTimeout(answerMilliseconds, [])]);
        if (all.length > 0) return all;
      }
      throw new Error(`Nothing is there with ${id}: ${isOn()}`);
    } finally {
      await turn(undefined);
    }
  }

  test('are shown after known addresses once inlay hints are turned on', async () => {
    const document = await showDocument(source, 'plaintext');
    assert.deepEqual(await hintsOf(document), []);
    const hints = await onceOn('arbscope.inlayHints.enabled', () => hintsOf(document));
    assert.deepEqual(
      hints.map(({ label, position }) => `${label} ${position.line}:${position.character}`),
      ['USDC 0:59', 'USDC 1:51'],
    );
  });

  test('are shown above constants once CodeLens is turned on', async () => {
    const document = await showDocument(source, 'plaintext');
    assert.deepEqual(await lensesOf(document), []);
    const lenses = await onceOn('arbscope.codeLens.enabled', () => lensesOf(document));
    assert.deepEqual(
      lenses.map(({ command, range }) => `${command?.title} ${range.start.line}`),
      ['USDC · token mint 0'],
    );
    assert.deepEqual(lenses[0]?.command?.arguments, [usdc]);
  });

  test('are completed to addresses inside a string, and nowhere else', async () => {
    const document = await showDocument('const mint = "USD";\nconst other = USD;', 'plaintext');
    const at = (line: number, character: number) =>
      vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(line, character),
      );
    const named = (list: vscode.CompletionList, name: string) =>
      list.items.find(({ label }) => typeof label !== 'string' && label.label === name);
    const inside = await at(0, 17);
    assert.equal(named(inside, 'USDC')?.insertText, usdc);
    assert.equal(
      named(inside, 'Raydium AMM v4')?.insertText,
      '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    );
    const [first] = inside.items
      .filter(({ label }) => typeof label !== 'string' && label.label.startsWith('US'))
      .sort((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));
    assert.equal(first, named(inside, 'USDC'), 'before memecoins with such a name');
    assert.equal(named(await at(1, 17), 'USDC'), undefined);
  });

  test('share completions with a snippet that lands a transaction in TypeScript, Rust and Python', async () => {
    for (const language of ['typescript', 'rust', 'python']) {
      const document = await showDocument('', language);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(0, 0),
      );
      const labels = list.items.map(({ label }) =>
        typeof label === 'string' ? label : label.label,
      );
      assert.ok(labels.includes('arbscope-land'), language);
    }
  });
});
