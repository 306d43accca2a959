import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  type ConnectionOverview,
  getConnectionPhase,
} from '../../../src/extension/backend/connectionPhase.ts';
import type { ConnectionPhase } from '../../../src/extension/base/connections.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { usdcMint } from '../../../src/solana/baseMints.ts';
import { FakeService, type ServiceRequest } from '../../fakeService.ts';
import { PrompterDouble, type Reply } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import {
  activated,
  HeldTimer,
  hasVerdict,
  marketProcesses,
  rowsOnce,
  sandboxTimeout,
  tabNamed,
  viewsShown,
} from './window.ts';

const name = 'Double';
const key = 'host-key-0123456789';
const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
const settings = () => vscode.workspace.getConfiguration();

suite('Connections', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let service: FakeService;
  let elsewhere: FakeService;

  suiteSetup(async () => {
    access = await activated();
    service = new FakeService(key);
    elsewhere = new FakeService('another key');
    await Promise.all([service.listen(), elsewhere.listen()]);
    await vscode.commands.executeCommand('arbscope.finder.focus');
  });
  teardown(() => {
    service.failWith = () => null;
    service.encoding = 'brackets';
    access.prompter.replace(null);
  });
  suiteTeardown(async () => {
    await run('switchConnection', 'Sandbox');
    access.prompter.replace(new PrompterDouble());
    await run('removeConnection', name);
    access.prompter.replace(null);
    await settings().update('arbscope.connections', undefined, vscode.ConfigurationTarget.Global);
    await Promise.all([service.close(), elsewhere.close()]);
  });

  const entry = () => ({
    name,
    kind: 'service',
    baseUrl: service.url,
    requestsPerMinute: { finder: 1_000 },
  });

  function answering(...replies: Reply[]): PrompterDouble {
    const prompter = new PrompterDouble(replies);
    access.prompter.replace(prompter);
    return prompter;
  }

  const once = (isIt: (overview: ConnectionOverview) => boolean) =>
    new Promise<ConnectionOverview>((resolve) => {
      const look = (overview: ConnectionOverview) => {
        if (!isIt(overview)) return;
        listening.dispose();
        resolve(overview);
      };
      const listening = access.active.onOverview(look);
      look(access.active.overview);
    });
  const phase = (wanted: ConnectionPhase) =>
    once((overview) => getConnectionPhase(overview) === wanted);
  const error = async () => {
    const [row] = await rowsOnce(access, ([first]) => first?.context === 'error');
    assert.ok(row !== undefined);
    return row;
  };
  const itemOf = (row: TreeRow) => access.finder.tree.getTreeItem(row);
  const isAnswered = (rows: readonly TreeRow[]): boolean =>
    hasVerdict(rows) &&
    rows.some((row) => row.facts().some(([fact, value]) => fact === 'Source' && value === name));

  test('start with the Sandbox, which the status bar labels as simulated', async () => {
    await rowsOnce(access, hasVerdict);
    await phase('ready');
    const { text, tooltip, accessibilityInformation } = access.statusBar.item;
    assert.match(text, /^\$\(beaker\) Sandbox/);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml);
    assert.match(tooltip.value, /Simulated data/);
    assert.match(accessibilityInformation?.label ?? '', /^Arbscope connection, Sandbox, ready/);
  });

  test('are added step by step, respond at once and store no key in the settings', async () => {
    answering('Service', service.url, name, '', 'Lowest', key);
    await run('addConnection');
    const rows = await rowsOnce(access, isAnswered);
    assert.doesNotMatch(access.finder.tree.message, /simulated/i);
    assert.equal(rows[0]?.context, 'verdict');
    const inspected = settings().inspect('arbscope.connections');
    assert.deepEqual(inspected?.globalValue, [{ name, kind: 'service', baseUrl: service.url }]);
    await once(({ status }) => (status?.latencyMilliseconds ?? null) !== null);
    assert.match(
      access.statusBar.item.text,
      /^\$\(cloud\) Double · [\d,]+ ms · finder: \d+\/12 left$/,
    );
    // The following tests send more requests than a plan allows.
    await settings().update('arbscope.connections', [entry()], vscode.ConfigurationTarget.Global);
    await rowsOnce(access, isAnswered);
    await once(({ status }) => status?.budgets.some(({ requests }) => requests === 1_000) === true);
  });

  test('are switched by name, and never show rows under another connection’s name', async () => {
    await run('switchConnection', 'Sandbox');
    assert.equal(access.active.current.name, 'Sandbox');
    assert.ok(!access.finder.tree.rows.some(({ context }) => context === 'verdict'));
    await rowsOnce(access, (rows) => hasVerdict(rows) && !isAnswered(rows));
    answering(name);
    // A row's own button passes the row, which names no connection.
    await run('switchConnection', { id: 'a row of the tree' });
    await rowsOnce(access, isAnswered);
  });

  test('receive no requests for a hidden Finder until it is shown again', async () => {
    const { service: calls } = access.active;
    const isFinder = ({ operation }: ServiceRequest) => operation === 'finder';
    const finders = () => service.requests.filter(isFinder);
    /** Sends another call; an earlier request of the Finder would have arrived before it. */
    async function call(): Promise<void> {
      await calls.tokenInfo({ token: usdcMint }, { forceRefresh: true });
      assert.equal(service.requests.at(-1)?.operation, 'tokenInfo');
    }
    const isNewer = (before: typeof access.finder.response) =>
      rowsOnce(access, () => access.finder.response !== before);
    const seconds = 7_654;
    const timer = new HeldTimer(seconds * 1_000);
    const target = vscode.ConfigurationTarget.Global;
    const [every, percentile] = ['arbscope.finder.refreshSeconds', 'arbscope.finder.feePercentile'];
    try {
      await viewsShown(access, true);
      let { response } = access.finder;
      await settings().update(every, seconds, target);
      await isNewer(response);
      ({ response } = access.finder);
      await timer.runOut();
      await isNewer(response);

      // The automatic refresh becomes due while the view is hidden.
      await viewsShown(access, false);
      ({ response } = access.finder);
      let before = finders().length;
      await timer.runOut();
      await call();
      assert.equal(finders().length, before);
      assert.equal(access.finder.response, response);
      await viewsShown(access, true);
      await isNewer(response);

      // So does a refresh after a changed setting.
      await viewsShown(access, false);
      ({ response } = access.finder);
      before = finders().length;
      await settings().update(percentile, 61, target);
      await call();
      assert.equal(finders().length, before);
      assert.equal(access.finder.response, response);
      await viewsShown(access, true);
      await isNewer(response);
      assert.equal(finders().length, before + 1);
      assert.match(finders().at(-1)?.url ?? '', /percentilesFees=p61/);
    } finally {
      timer.dispose();
      await settings().update(every, undefined, target);
      await settings().update(percentile, undefined, target);
    }
    await rowsOnce(access, isAnswered);
  });

  test('show a refused key in a row whose button prompts for a new key', async () => {
    service.key = 'a newer key';
    service.proofKey = key;
    await run('refreshFinder');
    const row = await error();
    assert.equal(row.label, 'API key refused (HTTP 401)');
    assert.match(row.accessibilityLabel, /Finder not refreshed: API key refused/);
    assert.doesNotMatch(JSON.stringify([row, row.facts()]), new RegExp(key));
    const { command, contextValue } = itemOf(row);
    assert.equal(contextValue, 'error-unauthorized');
    assert.deepEqual(command?.arguments, [name]);
    await phase('troubled');
    const prompter = answering('a-newer-key');
    service.key = 'a-newer-key';
    service.proofKey = null;
    await vscode.commands.executeCommand(command?.command ?? '', ...(command?.arguments ?? []));
    assert.match(prompter.asked[0] ?? '', new RegExp(`sent to ${service.url} only \\(secret\\)`));
    await rowsOnce(access, isAnswered);
  });

  test('show what to do while the key is missing, and rows once it is entered', async () => {
    answering();
    await run('removeKey', name);
    await phase('needs-secret');
    await rowsOnce(access, (rows) => rows.length === 0);
    // The editor shows welcome content only without a message.
    assert.equal(access.finder.tree.message, '');
    assert.match(access.statusBar.item.text, /no API key/);
    service.key = key;
    answering(key);
    await run('setKey', { id: 'a row of the tree' });
    await rowsOnce(access, isAnswered);
  });

  test('count down to the next request when rate-limited, and then continue', async () => {
    service.failWith = ({ operation }) =>
      operation === 'finder' ? { status: 429, headers: { 'retry-after': '5' } } : null;
    const waiting = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (
          !/^Too many requests \(HTTP 429\)\. Retrying in [1-5] s\.$/.test(
            access.finder.tree.message,
          )
        )
          return;
        clearInterval(timer);
        resolve();
      }, 20);
    });
    await run('refreshFinder');
    await waiting;
    assert.ok(!access.finder.tree.rows.some(({ context }) => context === 'error'));
    const before = service.requests.length;
    service.failWith = () => null;
    await rowsOnce(access, (rows) => isAnswered(rows) && service.requests.length > before);
  });

  test('show the problem after a failure or an unreadable response, with a way to retry', async () => {
    for (const [trouble, pattern, contextValue] of [
      [{ status: 402 }, /Not in your plan \(HTTP 402\)/, 'error-plan-lacks-operation'],
      [{ status: 500 }, /Service error \(HTTP 500\)/, 'error-service-failing'],
      [{ status: 200, body: '<html>' }, /web page|not valid JSON/, 'error-unreadable-answer'],
    ] as const) {
      service.failWith = () => trouble;
      await run('refreshFinder');
      const [row] = await rowsOnce(access, ([first]) =>
        pattern.test(first?.accessibilityLabel ?? ''),
      );
      assert.ok(row !== undefined);
      assert.equal(itemOf(row).contextValue, contextValue);
      assert.match(row.accessibilityLabel, /Press Enter: /);
    }
    service.failWith = () => null;
    await run('refreshFinder');
    await rowsOnce(access, isAnswered);
  });

  test('never send their key to another origin, even when the settings change the URL', async () => {
    const moved = { ...entry(), baseUrl: elsewhere.url };
    await settings().update('arbscope.connections', [moved], vscode.ConfigurationTarget.Global);
    await phase('needs-secret');
    await rowsOnce(access, (rows) => rows.length === 0);
    assert.deepEqual(elsewhere.requests, []);
    await settings().update('arbscope.connections', [entry()], vscode.ConfigurationTarget.Global);
    await rowsOnce(access, isAnswered);
  });

  test('cannot be set by a workspace, neither in the settings editor nor in its files', async () => {
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    const evil = [{ name: 'Evil', kind: 'service', baseUrl: elsewhere.url }];
    for (const target of [Workspace, WorkspaceFolder]) {
      await assert.rejects(
        Promise.resolve(settings().update('arbscope.connections', evil, target)),
      );
    }
    const file = vscode.workspace.workspaceFile?.fsPath ?? '';
    const before = await readFile(file, 'utf8');
    const workspace = JSON.parse(before);
    const heard = new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('arbscope.finder.feePercentile')) return;
        listening.dispose();
        resolve();
      });
    });
    const hostile = {
      'arbscope.connections': evil,
      'http.proxy': elsewhere.url,
      'arbscope.finder.feePercentile': 60,
      '[typescript]': { 'arbscope.connections': evil },
    };
    const changed = { ...workspace.settings, ...hostile };
    await writeFile(file, JSON.stringify({ ...workspace, settings: changed }));
    try {
      await heard;
      assert.deepEqual(
        access.store.all.map((connection) => connection.name),
        ['Sandbox', name],
      );
      await run('refreshFinder');
      await rowsOnce(access, isAnswered);
      assert.deepEqual(elsewhere.requests, []);
    } finally {
      await writeFile(file, before);
    }
  });

  test('reopen automatically after the backend has died', async function () {
    if (process.platform !== 'linux') this.skip();
    await rowsOnce(access, isAnswered);
    const [pid] = marketProcesses();
    assert.ok(pid !== undefined);
    const before = service.requests.length;
    const recovering = phase('recovering');
    process.kill(pid, 'SIGKILL');
    await recovering;
    // The killed process may have sent a request just before.
    await phase('ready');
    await rowsOnce(access, (rows) => isAnswered(rows) && service.requests.length > before);
    assert.equal(access.active.current.name, name);
    // Reconnect does not start a second process.
    const seen = () => ({ processes: marketProcesses(), state: access.backend.state.kind });
    const running = seen();
    await run('reconnect');
    assert.deepEqual(seen(), running);
    assert.equal(running.state, 'ready');
  });

  test('are tested with a report, which saves the working encoding with one click', async () => {
    service.encoding = 'commas';
    const prompter = answering();
    prompter.pressed = ['Save Encoding'];
    const kept = once(
      ({ connection }) => connection.kind === 'service' && connection.encoding === 'commas',
    );
    await run('testConnection', name);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'arbscope-report');
    const text = document.getText();
    assert.match(text, /API key +accepted/);
    assert.match(text, /Encoding +commas/);
    assert.match(text, /^Token info +brackets +[\d,]+ ms +ok/m);
    assert.match(text, /^Finder +brackets +[\d,]+ ms +Request refused/m);
    assert.match(text, /^Finder +commas +[\d,]+ ms +ok/m);
    assert.ok(!text.includes(key));
    await kept;
    assert.match(prompter.told[0] ?? '', /Detected encoding: commas/);
    const inspected = settings().inspect('arbscope.connections')?.globalValue;
    assert.deepEqual(inspected, [{ ...entry(), parameterEncoding: 'commas' }]);
    await rowsOnce(access, isAnswered);
    service.key = 'yet another key';
    service.proofKey = key;
    await run('testConnection', name);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!/API key +refused/.test(document.getText())) return;
        listening.dispose();
        resolve();
      };
      const listening = vscode.workspace.onDidChangeTextDocument(look);
      look();
    });
    assert.match(prompter.told.at(-1) ?? '', /API key refused/);
    assert.match(document.getText(), /Result +failed: API key refused/);
    assert.doesNotMatch(document.getText(), /understood|nothing/);
    service.key = key;
    service.proofKey = null;
    await settings().update('arbscope.connections', [entry()], vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('are tested once when the command runs twice', async () => {
    const prompter = answering();
    const before = service.requests.length;
    await Promise.all([run('testConnection', name), run('testConnection', name)]);
    assert.equal(prompter.told.filter((message) => /still running/.test(message)).length, 1);
    const infos = service.requests
      .slice(before)
      .filter(({ operation }) => operation === 'tokenInfo');
    assert.equal(infos.length, 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('keep their key when edited at the same origin, and respond under the new name', async () => {
    answering('<keep>', 'Renamed', '', 'Middle', '');
    await run('editConnection', name);
    assert.equal(access.active.current.name, 'Renamed');
    await rowsOnce(access, hasVerdict);
    answering('<keep>', name, '', '<keep>', '');
    await run('editConnection', 'Renamed');
    await rowsOnce(access, isAnswered);
  });

  test('fall back to the Sandbox when they are removed', async () => {
    const prompter = answering();
    await run('removeConnection', name);
    assert.deepEqual(prompter.asked, [`Remove the connection ${name}?`]);
    assert.equal(access.active.current.name, 'Sandbox');
    assert.equal(settings().inspect('arbscope.connections')?.globalValue, undefined);
    await rowsOnce(access, hasVerdict);
  });

  test('require a confirmation before their key is sent to a service that cannot prove itself', async () => {
    const unproven = new FakeService('unproven-key');
    unproven.isUnproven = true;
    await unproven.listen();
    const keys = () => unproven.requests.flatMap((request) => request.key ?? []);
    try {
      answering('Service', unproven.url, 'Unproven', '', 'Lowest', unproven.key);
      await run('addConnection');
      const row = await error();
      assert.match(row.label, /^Service not verified/);
      const careful = answering();
      careful.isSure = false;
      await run('testConnection', 'Unproven');
      assert.deepEqual(careful.asked, [`Send the API key of Unproven to ${unproven.url}?`]);
      assert.deepEqual(keys(), []);
      const { command } = itemOf(row);
      const sure = answering();
      await vscode.commands.executeCommand(command?.command ?? '', ...(command?.arguments ?? []));
      assert.equal(sure.asked.length, 1);
      await rowsOnce(access, hasVerdict);
      assert.ok(keys().every((each) => each === unproven.key) && keys().length > 0);
      const kept = { name: 'Unproven', kind: 'service', baseUrl: unproven.url };
      assert.deepEqual(settings().inspect('arbscope.connections')?.globalValue, [kept]);
      await run('testConnection', 'Unproven');
      assert.equal(sure.asked.length, 1);
      // The confirmation is removed with the connection.
      await run('removeConnection', 'Unproven');
      answering('Service', unproven.url, 'Unproven', '', 'Lowest', unproven.key);
      await run('addConnection');
      assert.match((await error()).label, /^Service not verified/);
    } finally {
      answering();
      await run('removeConnection', 'Unproven');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await unproven.close();
    }
    await rowsOnce(access, hasVerdict);
  });

  test('have a walkthrough and a page about workspace trust', async () => {
    for (const [command, label] of [
      ['getStarted', /Walkthrough|Get Started|Welcome/],
      ['manageTrust', /Workspace Trust/],
    ] as const) {
      await run(command);
      await tabNamed(label);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  test('log the events of the backend', async () => {
    await run('showLog');
    const log = new Promise<string>((resolve) => {
      const look = () => {
        const texts = vscode.window.visibleTextEditors.map(({ document }) => document.getText());
        const text = texts.find((each) => /Connected to the backend/.test(each));
        if (text === undefined) return;
        for (const each of listening) each.dispose();
        resolve(text);
      };
      const listening = [
        vscode.window.onDidChangeVisibleTextEditors(look),
        vscode.workspace.onDidChangeTextDocument(look),
      ];
      look();
    });
    assert.match(await log, /The backend ended unexpectedly/);
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });
});
