import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { usdcMint } from '../../../src/solana/baseMints.ts';
import type { WalletContent } from '../../../src/webview/messages/wallet.ts';
import { FakeService } from '../../fakeService.ts';
import { readCsv } from '../../unit/extension/finder/exports/readExports.ts';
import { PrompterDouble, type Reply } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { sandboxSignatureVariable } from '../results.ts';
import { activated, nextOf, replaced, sandboxTimeout, showText, treeOnce } from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
/** An address that the Sandbox's market does not know. */
const unknownWallet = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFi7';

suite('Wallets', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let wallet = '';

  suiteSetup(async () => {
    access = await activated();
    const signature = process.env[sandboxSignatureVariable] ?? '';
    ({ wallet } = await access.active.service.transaction({ signature }));
    // Another suite may have tracked some.
    await untrackAll();
    await run('wallets.focus');
  });
  teardown(() => access.prompter.replace(null));
  suiteTeardown(() => untrackAll());

  const untrackAll = () =>
    access.trees.tracked.remove(access.trees.tracked.all.map(({ address }) => address));

  function answering(...replies: Reply[]): PrompterDouble {
    const prompter = new PrompterDouble(replies);
    access.prompter.replace(prompter);
    return prompter;
  }
  const frame = () => access.trees.wallets.tree;
  const once = (isIt: (rows: readonly TreeRow[]) => boolean) => treeOnce(frame(), isIt);
  const isAnswered = (rows: readonly TreeRow[]): boolean =>
    rows.length > 0 && rows.every(({ description }) => description !== '');
  const names = () => access.trees.tracked.all.map(({ name }) => name);

  const areLeaders = (rows: readonly TreeRow[]): boolean =>
    rows.length > 0 && rows.every(({ context }) => context === 'leader');

  test('are the leaders of the last day at first, each tracked with one click', async () => {
    const rows = await once(areLeaders);
    assert.equal(frame().message, 'Leaders by net gains, last 24 h');
    assert.match(rows[0]?.description ?? '', /^#1 · −?\$[\d,.]+M? · ([<>\d.]+%|[\d,]+ tx)$/);
    assert.equal(frame().getTreeItem(rows[0] as TreeRow).contextValue, 'leader');
    const leader = rows[1]?.address ?? '';
    await run('trackLeader', rows[1]);
    assert.deepEqual(
      access.trees.tracked.all.map(({ address }) => address),
      [leader],
    );
    const [row] = await once(([only]) => only?.description.startsWith('#') === true);
    assert.equal(row?.address, leader);
    assert.match(row.description, /^#2 · /);
    assert.equal(frame().message, '');
    const others = await frame().getChildren(frame().rows.at(-1));
    assert.ok(others.length > 0 && others.every(({ context }) => context === 'leader'));
    assert.ok(others.every(({ address }) => address !== leader));
    await access.trees.tracked.remove([leader]);
    await once(areLeaders);
  });

  test('are tracked from a hover link, which prompts only for a name', async () => {
    const prompter = answering('main bot');
    await run('trackWallet', wallet);
    assert.equal(prompter.asked.length, 1);
    // The rank arrives after the other figures.
    const [row] = await once(([first]) => first?.description.startsWith('#') === true);
    assert.equal(row?.label, 'main bot');
    assert.match(row.description, /^#\d+ · −?\$[\d,.]+M? · (−?[<>\d.]+%|[\d,]+ tx)$/);
    assert.match(String(frame().view.description), /^Sandbox/);
    const item = frame().getTreeItem(row);
    assert.equal(item.contextValue, 'wallet');
    assert.match(item.accessibilityInformation?.label ?? '', /^Wallet main bot: /);
  });

  test('list their last transactions, each of which opens its panel on click', async () => {
    const [row] = await once(isAnswered);
    const list = (await frame().getChildren(row)).at(-1);
    assert.equal(list?.label, 'Last transactions');
    const attempts = await frame().getChildren(list);
    assert.ok(attempts.length > 0 && attempts.length <= 51);
    assert.match(attempts[0]?.description ?? '', /^−?\$[\d,.]+ · (.* ago|just now)$/);
    const { command } = frame().getTreeItem(attempts[0] as TreeRow);
    assert.equal(command?.command, 'arbscope.lookUpTransaction');
    assert.deepEqual(command?.arguments, [attempts[0]?.address]);
  });

  test('are refreshed, and requested separately if their group may be incomplete', async () => {
    await run('refreshWallets');
    const [row] = await once(isAnswered);
    await run('listWallet', wallet);
    const list = (await frame().getChildren(row)).at(-1);
    const attempts = await frame().getChildren(list);
    assert.ok(attempts.length > 0 && attempts[0]?.context === 'attempt');
  });

  test('show only failures, or one provider, until the filters are cleared', async () => {
    answering('Failed only');
    await run('filterWallets');
    const [row] = await once(isAnswered);
    const list = (await frame().getChildren(row)).at(-1);
    assert.equal(list?.label, 'Last transactions');
    const failures = await frame().getChildren(list);
    assert.ok(failures.every(({ icon }) => icon !== 'pass'));
    answering('JITO');
    await run('filterWallets');
    await once(isAnswered);
    assert.equal(frame().view.description, 'Sandbox · JITO · Failed only');
    await run('clearWalletFilters');
    await once(isAnswered);
    assert.equal(frame().view.description, 'Sandbox');
  });

  test('are tracked from the selection, except addresses that are not wallets', async () => {
    const content = `const rival = '${unknownWallet}';\nconst usdc = '${usdcMint}';`;
    const editor = await showText(content, 'typescript');
    editor.selection = new vscode.Selection(0, 20, 0, 20);
    const prompter = answering(unknownWallet, 'rival');
    await run('trackWallet');
    assert.equal(prompter.choices[0]?.[0], unknownWallet);
    assert.ok(!prompter.choices[0].includes(usdcMint));
    assert.deepEqual(names(), ['main bot', 'rival']);
    const rows = await once((all) => all.length === 3 && isAnswered(all));
    assert.match(rows[1]?.description ?? '', /no transactions in 24 h/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('are tracked from the clipboard when nothing is selected', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const copied = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ';
    await vscode.env.clipboard.writeText(copied);
    answering(copied, 'copied');
    await run('trackWallet');
    assert.equal(access.trees.tracked.find(copied)?.name, 'copied');
    await access.trees.tracked.remove([copied]);
    await once((rows) => rows.length === 3 && isAnswered(rows));
  });

  test('open in a panel with their figures, history, tips and transactions', async () => {
    const { panels } = access;
    const next = nextOf(panels.wallets);
    await run('openWallet', wallet);
    const content = await next;
    const [own] = content.wallets;
    assert.equal(own?.address, wallet);
    assert.equal(own.label, 'main bot');
    assert.ok(own.isTracked && content.isSimulated && content.isOffered);
    assert.ok((own.figures?.rank ?? 0) >= 1 && (content.walletsTotal ?? 0) > 1);
    // The first and the last hour are partial, unless the window begins with an hour.
    assert.ok([24, 25].includes(own.history.length));
    assert.ok(own.tips.length > 0 && content.marketTips.length > 0);
    assert.ok(own.tokens.length > 0 && own.amms.length > 0);
    assert.ok(content.transactions.length > 0);
    assert.ok(content.transactions.every((each) => each.wallet === wallet));
    assert.deepEqual(content.faults, []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('can be renamed, moved and dragged as addresses', async () => {
    const [first, second] = await once(isAnswered);
    answering('other');
    await run('renameWallet', second);
    await run('moveWalletUp', second);
    assert.deepEqual(names(), ['other', 'main bot']);
    await run('moveWalletDown', second);
    assert.deepEqual(names(), ['main bot', 'other']);
    const { WalletDragController } = await import(
      '../../../src/extension/wallets/walletDragController.ts'
    );
    const drag = new WalletDragController(access.trees.tracked);
    const data = new vscode.DataTransfer();
    drag.handleDrag([second as TreeRow], data);
    assert.equal(await data.get('text/plain')?.asString(), unknownWallet);
    await drag.handleDrop(first, data);
    assert.deepEqual(names(), ['other', 'main bot']);
  });

  test('are compared in the panel of the first, in the order of the selection', async () => {
    const { panels } = access;
    const [other, own] = await once(isAnswered);
    const labels = async (next: ReturnType<typeof nextOf<WalletContent>>) =>
      (await next).wallets.map(({ label }) => label);
    const all = nextOf(panels.wallets);
    await run('compareWallets');
    assert.deepEqual(await labels(all), ['other', 'main bot']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const selected = nextOf(panels.wallets);
    await run('compareWallets', own, [own, other]);
    assert.deepEqual(await labels(selected), ['main bot', 'other']);
    const [leader] = await access.trees.wallets.loadLeaders(new AbortController().signal);
    const changed = nextOf(panels.wallets);
    answering(leader?.wallet.slice(0, 4) ?? '');
    await run('compareWallets', own, [own]);
    assert.deepEqual(
      (await changed).wallets.map(({ address }) => address),
      [wallet, leader?.wallet],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('give a bot config of the pools that one of them tried', async () => {
    const leaders = await access.trees.wallets.loadLeaders(new AbortController().signal);
    const leader = leaders.find(({ bot }) => bot === 'SMB' || bot === 'NOTARB');
    assert.ok(leader !== undefined);
    const prompter = answering('NotArb markets.toml');
    await run('rebuildConfig', leader.wallet);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^\[\[group\]\]$/m, prompter.told.join());
    assert.match(text, /simulated/i);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('are exported as CSV without formulas in names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-wallets-'));
    const file = join(folder, 'wallets.csv');
    let chosen: vscode.Uri | undefined;
    const window = replaced(vscode.window, { showSaveDialog: async () => chosen });
    const [other, own] = await once(isAnswered);
    const formula = '=HYPERLINK("http://x.y","bot")';
    try {
      answering('Last 24 hours');
      await run('exportWallets');
      assert.deepEqual(await readdir(folder), []);
      chosen = vscode.Uri.file(file);
      answering(formula, 'Last 24 hours');
      await run('renameWallet', own);
      await run('exportWallets');
      const days = readCsv(await readFile(file, 'utf8'));
      assert.deepEqual(
        days.map((line) => [line['wallet'], line['name'], line['source'], line['provider']]),
        [
          [unknownWallet, 'other', 'Sandbox', 'all'],
          [wallet, `'${formula}`, 'Sandbox', 'all'],
        ],
      );
      const shown = access.trees.wallets;
      const { overviewOf } = await shown.loadOverviews(
        access.trees.tracked.all,
        new AbortController().signal,
      );
      const figures = overviewOf(wallet)?.overview;
      assert.equal(Number(days[1]?.['gains_usd_total']), figures?.gains.USD.total);
      assert.equal(Number(days[1]?.['transactions_total']), figures?.transactions.total);

      answering('Last transactions');
      await run('exportWallets', own, [own]);
      const attempts = readCsv(await readFile(file, 'utf8'));
      const [row] = (await once(isAnswered)).filter(({ address }) => address === wallet);
      const list = (await frame().getChildren(row)).at(-1);
      const rows = await frame().getChildren(list);
      assert.deepEqual(
        attempts.map((line) => line['signature']),
        rows.filter(({ context }) => context === 'attempt').map(({ address }) => address),
      );
      assert.ok(attempts.every((line) => line['wallet'] === wallet));
      assert.notEqual(other?.address, wallet);
    } finally {
      window.dispose();
      await rm(folder, { recursive: true });
    }
    answering('main bot');
    await run('renameWallet', own);
  });

  test('keep their rows after a refused key, with a row that shows the reason', async () => {
    const service = new FakeService('wallet-key');
    await service.listen();
    service.failWith = ({ operation }) =>
      operation === 'walletOverview' ? { status: 401, body: '{"message":"no such key"}' } : null;
    const settings = vscode.workspace.getConfiguration();
    const target = vscode.ConfigurationTarget.Global;
    try {
      answering('Service', service.url, 'Wrong', '', 'Lowest', 'wallet-key');
      await run('addConnection');
      const rows = await once(([row]) => row?.context === 'error');
      assert.match(rows[0]?.label ?? '', /API key refused/);
      assert.equal(frame().getTreeItem(rows[0] as TreeRow).contextValue, 'error-unauthorized');
      assert.deepEqual(
        rows.slice(1).map(({ label }) => label),
        ['other', 'main bot'],
      );
    } finally {
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'Wrong');
      await settings.update('arbscope.connections', undefined, target);
      await service.close();
    }
    await once(isAnswered);
  });

  test('are removed after a confirmation', async () => {
    const rows = await once(isAnswered);
    const prompter = answering();
    prompter.isSure = false;
    await run('removeWallet', rows[0], rows);
    assert.equal(names().length, 2);
    prompter.isSure = true;
    await run('removeWallet', rows[0], rows);
    assert.deepEqual(prompter.asked.at(-1), 'Stop tracking other, main bot?');
    await once(areLeaders);
  });
});
