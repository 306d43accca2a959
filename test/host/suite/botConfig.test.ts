import assert from 'node:assert/strict';
import { suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { notArbPrograms, smbPoolLists } from '../../../src/botConfig/botPrograms.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { applyFix } from './quickFixes.ts';
import { activated, sandboxTimeout, showText } from './window.ts';

interface SandboxPool {
  readonly pool: string;
  readonly program: string;
  readonly mintA: string;
  readonly mintB: string;
  /** Empty if unknown. */
  readonly lookupTable: string;
}

const answerMilliseconds = 30_000;

const solMint = 'So11111111111111111111111111111111111111112';

const listOf = ({ program }: SandboxPool): string => smbPoolLists.get(program) ?? '';
const tokenOf = ({ mintA, mintB }: SandboxPool): string => (mintA === solMint ? mintB : mintA);

async function showDocument(content: string, language = 'plaintext'): Promise<vscode.TextDocument> {
  const { document } = await showText(content, language);
  return document;
}

const codesOf = (diagnostics: readonly vscode.Diagnostic[]) =>
  diagnostics.map(({ code }) => String(code)).sort();

/**
 * Resolves when Arbscope's diagnostics have the expected codes; rejects after the deadline. Ignores
 * `missing-table` unless expected, since it depends on the day of the Sandbox.
 */
function diagnosticsOnce(
  { uri }: vscode.TextDocument,
  codes: readonly string[],
): Promise<readonly vscode.Diagnostic[]> {
  const expected = [...codes].sort().join();
  const isAskedFor = (code: unknown) => code !== 'missing-table' || codes.includes('missing-table');
  return new Promise((resolve, reject) => {
    const deadline = AbortSignal.timeout(answerMilliseconds);
    deadline.addEventListener('abort', () => {
      const found = codesOf(vscode.languages.getDiagnostics(uri)).join();
      reject(new Error(`Diagnostics: ${found}; expected: ${expected}`));
    });
    const look = () => {
      const found = vscode.languages
        .getDiagnostics(uri)
        .filter(({ source, code }) => source === 'Arbscope' && isAskedFor(code));
      if (codesOf(found).join() !== expected) return;
      listening.dispose();
      resolve(found);
    };
    const listening = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

function only(diagnostics: readonly vscode.Diagnostic[], code: string): vscode.Diagnostic {
  const found = diagnostics.find((each) => each.code === code);
  assert.ok(found !== undefined, `no diagnostic ${code}`);
  return found;
}

async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const position = document.positionAt(document.getText().indexOf(text) + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((each) => (typeof each === 'string' ? each : each.value))
    .join('\n');
}

const completionsAt = (document: vscode.TextDocument, offset: number) =>
  vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    document.positionAt(offset),
  );

async function configOnce({ botConfig }: TestAccess, document: vscode.TextDocument) {
  const found = await botConfig.documents.get(document);
  assert.ok(found !== null, 'not recognized');
  return found;
}

suite('Bot configs', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let first: SandboxPool;
  let second: SandboxPool;
  let foreign: SandboxPool;
  /**
   * A pool of NotArb's programs, and one with a lookup table, which some days of the Sandbox lack.
   */
  let ofNotArb: SandboxPool;
  let withTable: SandboxPool | undefined;

  suiteSetup(async () => {
    access = await activated();
    const { pools } = access.trees;
    await pools.load({}, {});
    const { rows } = await pools.page({ filter: {}, offset: 0, limit: 2_000 }, {});
    const usable = rows.filter(
      (row) => listOf(row) !== '' && (row.mintA === solMint) !== (row.mintB === solMint),
    );
    const byToken = Map.groupBy(usable, tokenOf);
    const pair = [...byToken.values()]
      .map((all) => [all[0], all.find(({ program }) => program !== all[0]?.program)])
      .find((each) => each[1] !== undefined);
    const [one, other] = pair ?? [];
    assert.ok(one !== undefined && other !== undefined);
    const elsewhere = usable.find(
      (row) => tokenOf(row) !== tokenOf(one) && row.program === one.program,
    );
    assert.ok(elsewhere !== undefined);
    [first, second, foreign] = [one, other, elsewhere];
    const supported = rows.find(({ program }) => notArbPrograms.has(program));
    assert.ok(supported !== undefined);
    ofNotArb = supported;
    withTable = usable.find(({ lookupTable }) => lookupTable !== '');
  });
  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const entry = (...lists: readonly (readonly [key: string, ...pools: string[]])[]) => [
    '[[routing.mint_config_list]]',
    `mint = "${tokenOf(first)}"`,
    'process_delay = 400',
    ...lists.map(([key, ...pools]) =>
      [`${key} = [`, ...pools.map((pool) => `  "${pool}",`), ']'].join('\n'),
    ),
  ];

  test('flag each problem in place, with fixes that resolve it, in a file with Windows line ends', async () => {
    const text = entry(
      [listOf(first), first.pool, first.pool, second.pool, foreign.pool],
      ['vertigo_pol_list'],
    )
      .join('\n')
      .replaceAll('\n', '\r\n');
    const document = await showDocument(text);
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    const codes = ['wrong-program', 'duplicate-pool', 'foreign-pool', 'unknown-key'];
    const found = await diagnosticsOnce(document, codes);
    const textOf = (code: string) => document.getText(only(found, code).range);
    assert.equal(textOf('wrong-program'), second.pool);
    assert.equal(textOf('duplicate-pool'), first.pool);
    assert.equal(textOf('foreign-pool'), foreign.pool);
    assert.equal(textOf('unknown-key'), 'vertigo_pol_list');
    assert.match(
      only(found, 'wrong-program').message,
      /^Wrong list: this pool belongs to .+, not /,
    );
    const duplicate = only(found, 'duplicate-pool');
    assert.deepEqual(duplicate.tags, [vscode.DiagnosticTag.Unnecessary]);
    const [related] = duplicate.relatedInformation ?? [];
    assert.ok(related !== undefined);
    assert.equal(related.location.range.start.line, duplicate.range.start.line - 1);

    await applyFix(document, only(found, 'unknown-key'), /^Rename to vertigo_pool_list$/);
    const renamed = await diagnosticsOnce(
      document,
      codes.filter((code) => code !== 'unknown-key'),
    );
    await applyFix(document, only(renamed, 'duplicate-pool'), /^Remove duplicate pool$/);
    const unique = await diagnosticsOnce(document, ['wrong-program', 'foreign-pool']);
    await applyFix(document, only(unique, 'wrong-program'), /^Move to /);
    await diagnosticsOnce(document, ['foreign-pool']);
    const { config } = await configOnce(access, document);
    const moved = config.entries[0]?.lists.find(({ key }) => key === listOf(second));
    assert.deepEqual(
      moved?.pools.map(({ address }) => address),
      [second.pool],
    );
    assert.ok(!/[^\r]\n/.test(document.getText()), 'a line end has changed');
  });

  test('fix all unambiguous problems at once', async () => {
    const text = entry([listOf(first), first.pool, first.pool], ['vertigo_pol_list']).join('\n');
    const document = await showDocument(text);
    await diagnosticsOnce(document, ['duplicate-pool', 'unknown-key']);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 0, 0, 0),
      'source.fixAll.arbscope',
    );
    assert.equal(actions.length, 1);
    const edit = actions[0]?.edit;
    assert.ok(edit !== undefined);
    await vscode.workspace.applyEdit(edit);
    await diagnosticsOnce(document, []);
    assert.match(document.getText(), /^vertigo_pool_list = /m);
  });

  test('add the lookup table that a pool’s routes need, in the style of the file', async function () {
    if (withTable === undefined) return this.skip();
    const { pool, lookupTable } = withTable;
    const text = entry([listOf(withTable), pool]).join('\n');
    const document = await showDocument(text.replace(tokenOf(first), tokenOf(withTable)));
    const found = await diagnosticsOnce(document, ['missing-table']);
    await applyFix(document, only(found, 'missing-table'), /^Add missing lookup tables$/);
    const { config } = await configOnce(access, document);
    assert.deepEqual(
      config.entries[0]?.lookupTables.map(({ address }) => address),
      [lookupTable],
    );
    assert.ok(document.getText().includes(`lookup_table_accounts = [\n  "${lookupTable}",\n]`));
  });

  test('flag and fix NotArb’s markets, in JSON and in TOML', async () => {
    const { pool } = ofNotArb;
    const groups = JSON.stringify([[pool, pool]]);
    const old = Date.now() - 600_000;
    const json = `{ "groups": ${groups}, "update_timestamp": ${old} }\n`;
    const markets = await showDocument(json, 'json');
    const found = await diagnosticsOnce(markets, ['duplicate-pool', 'stale']);
    await applyFix(markets, only(found, 'duplicate-pool'), /^Remove duplicate pool$/);
    await diagnosticsOnce(markets, ['stale']);
    assert.deepEqual(JSON.parse(markets.getText()), { groups: [[pool]], update_timestamp: old });

    const toml = `# mine\n[[group]]\nmarkets = [\n  "${pool}", # kept\n  "${pool}",\n]\n`;
    const document = await showDocument(toml);
    const repeated = await diagnosticsOnce(document, ['duplicate-pool']);
    await applyFix(document, only(repeated, 'duplicate-pool'), /^Remove duplicate pool$/);
    await diagnosticsOnce(document, []);
    assert.equal(document.getText(), toml.replace(`  "${pool}",\n`, ''));
    assert.equal((await configOnce(access, document)).config.form, 'notarb-toml');
  });

  test('complete keys of the table, and pools of the list’s program by pair', async () => {
    const text = `${entry([listOf(first), '']).join('\n')}\nwhirl`;
    const document = await showDocument(text);
    await configOnceLatest(access, document);
    const keys = await completionsAt(document, text.length);
    // The editor also offers words of the document.
    const labels = keys.items
      .filter(({ kind }) => kind === vscode.CompletionItemKind.Property)
      .map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('vertigo_pool_list'), labels.join());
    assert.ok(!labels.includes('mint'), 'a key that is there already');

    await access.finder.response?.pairs?.loaded;
    const pools = await completionsAt(document, text.indexOf('""') + 1);
    const offered = pools.items.map(({ insertText }) => insertText);
    assert.ok(offered.includes(first.pool), 'the pool of the list’s program is not offered');
    assert.ok(!offered.includes(second.pool), 'a pool of another program is offered');
    const item = pools.items.find(({ insertText }) => insertText === first.pool);
    assert.match(typeof item?.label === 'object' ? item.label.label : '', / \/ /);
  });

  test('explain a key on hover, with its type and unit', async () => {
    const document = await showDocument(entry([listOf(first), first.pool]).join('\n'));
    await configOnce(access, document);
    const text = await hoverAt(document, 'process_delay');
    assert.match(text, /an integer, 0 or more · milliseconds · required/);
    assert.match(text, /Pause between two attempts/);
  });
});

/** Resolves when the document is recognized as a config, valid or not. */
async function configOnceLatest({ botConfig }: TestAccess, document: vscode.TextDocument) {
  assert.ok((await botConfig.documents.read(document)) !== null, 'not recognized');
}
