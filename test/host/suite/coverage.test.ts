import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { CoverageContent, ReportContent } from '../../../src/webview/messages/coverage.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { applyFix } from './quickFixes.ts';
import {
  activated,
  hasVerdict,
  nextOf,
  rowsOnce,
  sandboxTimeout,
  settingsOnce,
  tabNamed,
  tabOnce,
  tabsOf,
  tabsOnce,
} from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
const diffTitle = /↔ .*with Arbscope’s changes/;

interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): { openRepository(root: vscode.Uri): Promise<unknown> };
}

suite('Coverage of a bot config', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let prompter: PrompterDouble;
  let folder: string;
  /** A new path per test: the editor keeps a closed document for a while. */
  let path: string;
  let text: string;

  suiteSetup(async () => {
    access = await activated();
    await run('switchConnection', 'Sandbox');
    await run('finder.focus');
    await rowsOnce(access, hasVerdict);
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'arbscope-host-coverage-')));
    answering();
    prompter.pressed = ['Export Pools Anyway'];
    await run('exportFinder', { format: 'smb-mints', to: 'editor' });
    text = vscode.window.activeTextEditor?.document.getText() ?? '';
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  setup(async () => {
    answering();
    path = join(mkdtempSync(join(folder, 'test-')), 'bot.toml');
    writeFileSync(path, text);
  });
  teardown(async () => {
    for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  suiteTeardown(async () => {
    await setLens(undefined);
    access.prompter.replace(null);
    rmSync(folder, { recursive: true, force: true });
  });

  function answering(): void {
    prompter = new PrompterDouble([]);
    access.prompter.replace(prompter);
  }

  async function setLens(value: string | undefined): Promise<void> {
    const settings = () => vscode.workspace.getConfiguration('arbscope.botConfig');
    await settings().update('codeLens', value, vscode.ConfigurationTarget.Global);
    await settingsOnce(() => settings().get('codeLens') === (value ?? 'off'));
  }

  async function open(file = path): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await covered(document);
    return document;
  }

  const covered = ({ uri }: vscode.TextDocument): Promise<void> =>
    new Promise((resolve) => {
      const { documents } = access.coverage;
      const look = () => {
        if (documents.get(uri.toString()) === null) return;
        listening.dispose();
        resolve();
      };
      const listening = documents.onChange(look);
      look();
    });

  /** The editor reports changes shortly after the command. */
  const textOnce = (document: vscode.TextDocument, expected: string): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (document.getText() !== expected) return;
        listening.dispose();
        resolve();
      };
      const listening = vscode.workspace.onDidChangeTextDocument(look);
      look();
    });

  const deadPoolOnce = (document: vscode.TextDocument): Promise<vscode.Diagnostic> =>
    new Promise((resolve) => {
      const look = () => {
        const found = vscode.languages
          .getDiagnostics(document.uri)
          .find(({ code, range }) => code === 'dead-pool' && document.getText(range) === dead);
        if (found === undefined) return;
        listening.dispose();
        resolve(found);
      };
      const listening = vscode.languages.onDidChangeDiagnostics(look);
      look();
    });

  async function closePanel(): Promise<void> {
    await tabOnce('arbscope.coverage', /^Coverage /);
    await vscode.window.tabGroups.close(tabsOf('arbscope.coverage'));
    await tabsOnce('arbscope.coverage', (tabs) => tabs.length === 0);
  }

  async function panelContent(uri: vscode.Uri): Promise<CoverageContent> {
    const content = nextOf<CoverageContent>(access.panels.coverage);
    await run('showCoverage', uri);
    return await content;
  }

  const reportOf = ({ coverage }: CoverageContent): ReportContent => {
    assert.ok(coverage?.kind === 'report');
    return coverage;
  };

  test('shows the coverage of an exported config, by group and by pool, with a replay', async () => {
    const document = await open();
    const content = await panelContent(document.uri);
    await tabOnce('arbscope.coverage', 'Coverage bot.toml');
    const { covered: part, total, groups, pools } = reportOf(content);
    assert.ok(part.transactions > 0 && part.transactions <= total.transactions);
    assert.ok(part.net_gains_usd > 0 && part.net_gains_usd <= total.net_gains_usd);
    assert.equal(groups.length, content.config.groups.length);
    assert.equal(pools.length, content.config.poolCount);
    assert.ok(content.isSimulated);
    assert.deepEqual(content.faults, []);
    assert.ok(content.settings !== null);
  });

  test('shows no lenses unless turned on, then one for the file and each entry', async () => {
    const document = await open();
    const lenses = async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        1_000,
      );
      return all.map(({ command }) => command?.title ?? '');
    };
    assert.ok(!(await lenses()).some((title) => /Covers|net ·/.test(title)));
    await setLens('entriesAndPools');
    const titles = await lenses();
    const first = titles.find((title) => title.startsWith('Covers ')) ?? '';
    assert.match(first, /^Covers .+% of net gains: at most \$.+ of \$.+ · 24 h · n = [\d,]+$/);
    assert.ok(titles.includes('Show Coverage'));
    assert.ok(titles.some((title) => / net · [\d,]+ tx · #\d+ of \d+ · /.test(title)));
    assert.match(access.coverage.statusBar.item.text, /Coverage .+% · 24 h/);
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    const labels = hints.map(({ label }) => String(label));
    assert.ok(
      labels.some((label) => / net · [\d,]+ tx · #\d+ · /.test(label)),
      labels[0],
    );
    await setLens(undefined);
  });

  test('shows the earnings of a pool in its hover', async () => {
    const document = await open();
    const [pool] = access.coverage.documents.get(document.uri.toString())?.figures.pools ?? [];
    assert.ok(pool !== undefined);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(pool.start + 3),
    );
    const shown = hovers
      .flatMap(({ contents }) => contents)
      .map((each) => (typeof each === 'string' ? each : each.value));
    assert.ok(shown.some((each) => /Rank in entry/.test(each) && /simulated/.test(each)));
  });

  test('adds the best missing pools after a diff, as one edit that can be undone', async () => {
    const document = await open();
    await run('addMissingPools', { uri: document.uri.toString(), count: 3 });
    await tabNamed(diffTitle);
    assert.equal(document.getText(), text, 'a diff changes nothing');
    const before = reportOf(await panelContent(document.uri)).covered.net_gains_usd;
    await closePanel();
    await tabNamed(diffTitle, { isActive: true });
    await run('applyConfigChanges');
    assert.notEqual(document.getText(), text);
    assert.match(document.getText(), /net in 24 h/);
    const after = reportOf(await panelContent(document.uri)).covered.net_gains_usd;
    assert.ok(after > before, `${after} > ${before}`);
    // The active panel would handle the undo instead.
    await closePanel();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await textOnce(document, text);
  });

  test('refuses to apply a diff after the file has changed, and changes nothing when it is discarded', async () => {
    const document = await open();
    await run('addMissingPools', { uri: document.uri.toString(), count: 1 });
    await tabNamed(diffTitle, { isActive: true });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# changed meanwhile\n');
    await vscode.workspace.applyEdit(edit);
    await run('applyConfigChanges');
    assert.equal(document.getText(), `# changed meanwhile\n${text}`);
    await run('discardConfigChanges');
    assert.equal(document.getText(), `# changed meanwhile\n${text}`);
  });

  const dead = 'CXRZKHzwLZ1SkrYjoW5UHYTzw5ZV8v1YpxXs9tHZEfSm';
  function addDeadPool(): void {
    const withDead = text.replace(/(_pool_list = \[\s*)"/, `$1"${dead}", "`);
    assert.notEqual(withDead, text);
    writeFileSync(path, withDead);
  }

  test('fades a pool without arbitrages, and removes it with its quick fix', async () => {
    addDeadPool();
    const document = await open();
    const hint = await deadPoolOnce(document);
    assert.equal(hint.severity, vscode.DiagnosticSeverity.Hint);
    assert.deepEqual(hint.tags, [vscode.DiagnosticTag.Unnecessary]);
    await applyFix(document, hint, /^Remove pool$/);
    assert.ok(!document.getText().includes(dead));
  });

  test('removes all pools without arbitrages, and keeps the others', async () => {
    addDeadPool();
    const document = await open();
    await deadPoolOnce(document);
    await run('removeDeadPools', document.uri);
    await tabNamed(diffTitle, { isActive: true });
    await run('applyConfigChanges');
    assert.ok(!document.getText().includes(dead));
  });

  test('merges groups of a NotArb config that cover more together', async () => {
    const [one = '', two = '', three = '', four = ''] = [
      ...new Set(text.match(/"[1-9A-HJ-NP-Za-km-z]{43,44}"/g)),
    ].slice(1);
    const file = join(dirname(path), 'markets.json');
    writeFileSync(file, `[\n  [${one}, ${two}],\n  [${three}, ${four}]\n]\n`);
    const document = await open(file);
    access.prompter.replace({
      text: async () => 'cancelled',
      choose: async ({ choices: [first] }) =>
        first === undefined ? 'cancelled' : { value: first.value },
      confirm: async () => false,
      notify: async () => undefined,
    });
    await run('mergeGroups', document.uri);
    await tabNamed(diffTitle, { isActive: true });
    await run('applyConfigChanges');
    assert.equal(JSON.parse(document.getText()).length, 1);
  });

  test('compares a config with its last commit', async function () {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], {
        cwd: dirname(path),
        stdio: 'pipe',
      });
    try {
      git('init', '-q');
      git('add', 'bot.toml');
      git('commit', '-q', '-m', 'Config');
    } catch {
      this.skip();
    }
    const extension = vscode.extensions.getExtension('vscode.git');
    if (extension === undefined) this.skip();
    const exported: GitExports = await extension.activate();
    const settings = vscode.workspace.getConfiguration('git');
    // Test windows have it turned off.
    const enabled = new Promise<void>((resolve) => {
      if (exported.enabled) resolve();
      exported.onDidChangeEnablement((isEnabled) => isEnabled && resolve());
    });
    await settings.update('enabled', true, vscode.ConfigurationTarget.Global);
    try {
      await enabled;
      await exported.getAPI(1).openRepository(vscode.Uri.file(dirname(path)));
      const document = await open();
      const { commitLabel } = await panelContent(document.uri);
      assert.match(commitLabel, /^last commit [0-9a-f]{7}$/);
      const content = nextOf<CoverageContent>(access.panels.coverage);
      access.panels.coverage.replace({
        ...{ uri: document.uri.toString(), windowSeconds: 86_400, percentile: null },
        compared: { kind: 'commit' },
      });
      const { faults, compared, replay } = await content;
      assert.deepEqual(faults, []);
      assert.equal(compared?.label, commitLabel);
      assert.equal(replay?.configs.length, 2);
    } finally {
      await settings.update('enabled', false, vscode.ConfigurationTarget.Global);
    }
  });
});
