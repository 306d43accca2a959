import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { FakeService } from '../../fakeService.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import {
  activated,
  hasVerdict,
  marketProcesses,
  rowsOnce,
  sandboxTimeout,
  tabOnce,
  treeOnce,
} from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);

suite('Live', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
    // A panel that another suite left open would be reused, without a new tab.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('live.focus');
  });
  teardown(async () => {
    access.prompter.replace(null);
    await run('resumeLive');
    await run('clearLiveFilters');
  });
  suiteTeardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const tree = () => access.live.view.tree;
  const description = () => tree().view.description;
  /** The filter follows the connection's name. */
  const isFiltered = () => description().includes(' · ');
  const isArbitrage = ({ context }: TreeRow) => context === 'arbitrage';
  const once = (isIt: (rows: readonly TreeRow[]) => boolean) => treeOnce(tree(), isIt);
  const arbitrages = async () => (await once((rows) => rows.some(isArbitrage))).filter(isArbitrage);
  const routed = (rows: readonly TreeRow[]) =>
    rows.find(({ description }) => description.includes('→'));

  test('lists the newest arbitrages of the Sandbox without duplicates', async () => {
    const rows = await arbitrages();
    assert.ok(rows.length > 5 && rows.length <= 50);
    assert.equal(new Set(rows.map(({ address }) => address)).size, rows.length);
    for (const row of rows) {
      assert.match(row.label, /^\u2007*[+−]\$[\d,.]+M?$/);
      assert.equal(row.description.split(' · ').length, 3, row.description);
    }
    const [item] = rows.map((row) => tree().getTreeItem(row));
    assert.equal(item?.contextValue, 'arbitrage');
    assert.match(item.accessibilityInformation?.label ?? '', /^(Gain|Loss|Failed|No swap): /);
    assert.equal(tree().view.description, 'Sandbox');
    await once(() => tree().message === 'Sandbox: simulated data');
    await run('refreshLive');
    const again = (await arbitrages()).map(({ address }) => address);
    assert.equal(new Set(again).size, again.length);
  });

  test('opens the transaction of a row from the same connection', async () => {
    const row = routed(await arbitrages());
    assert.equal(row?.click?.command, 'arbscope.lookUpTransaction');
    const opened = tabOnce('arbscope.transaction', /^Transaction /);
    await vscode.commands.executeCommand(row.click.command, ...(row.click.arguments ?? []));
    await opened;
    const { signature } = await access.active.service.transaction({
      signature: row.address ?? '',
    });
    assert.equal(signature, row.address);
  });

  test('shows the arbitrages of a row’s wallet, tokens and pools', async () => {
    const rows = await once((all) => routed(all.filter(isArbitrage)) !== undefined);
    const row = routed(rows.filter(isArbitrage));
    assert.ok(row !== undefined);
    const links = await tree().getChildren(row);
    for (const kind of ['wallet', 'token', 'pool']) {
      const link = links.findLast(({ context }) => context === kind);
      assert.ok(link !== undefined, kind);
      await run('showArbitrages', link);
      await once((all) => isFiltered() && all.some(isArbitrage));
      const shown = tree().rows.filter(isArbitrage);
      assert.ok(shown.some(({ address }) => address === row.address) || shown.length >= 50);
      // An attempt without a swap is shown for the pools that it tried, and has no route.
      const below = await tree().getChildren(routed(shown) as TreeRow);
      assert.ok(
        below.some(({ address }) => address === link.address),
        kind,
      );
    }
    await run('clearLiveFilters');
    await once((all) => all.some(isArbitrage) && !isFiltered());
  });

  test('opens from a token, an AMM and a pool of the Finder', async () => {
    await run('finder.focus');
    const rows = await rowsOnce(access, (all) => hasVerdict(all) && all.length > 5);
    const token = rows.find(({ context }) => context === 'token');
    const [amm] = token?.children?.() ?? [];
    const [pool] = amm?.children?.() ?? [];
    for (const row of [token, amm, pool]) {
      await run('showArbitrages', row);
      const isRouted = (all: readonly TreeRow[]) => routed(all.filter(isArbitrage)) !== undefined;
      await once((all) => isFiltered() && isRouted(all));
      const first = routed(tree().rows.filter(isArbitrage));
      assert.ok(first !== undefined);
      if (row?.context === 'amm') continue;
      const links = await tree().getChildren(first);
      assert.ok(
        links.some(({ address }) => address === row?.address),
        row?.context,
      );
    }
  });

  test('filters by outcome and by gains, and shows the filter in the title', async () => {
    access.prompter.replace(new PrompterDouble(['Outcome', 'any', { leave: 'cancelled' }]));
    await run('filterLive');
    await once((all) => isFiltered() && all.some(isArbitrage));
    assert.match(description(), /· any outcome$/);
    const failures = await once((all) =>
      all.some((row) => /^Failed: /.test(row.accessibilityLabel)),
    );
    const failed = failures.find((row) => /^Failed: /.test(row.accessibilityLabel));
    await run('copySignature', failed);
    assert.equal(await vscode.env.clipboard.readText(), failed?.address);
    access.prompter.replace(new PrompterDouble(['Min net gains', '5', { leave: 'cancelled' }]));
    await run('editLiveFilters');
    await once(() => /any outcome.*\$5\.00/.test(description()));
    await run('clearLiveFilters');
    const shown = await once((all) => !isFiltered() && all.some(isArbitrage));
    assert.ok(!shown.some((row) => /^Failed: /.test(row.accessibilityLabel)));
  });

  test('pauses on demand, counts what arrives, and resumes with the newest', async () => {
    const [before] = await arbitrages();
    await run('pauseLive');
    const { view } = tree();
    await once(() => /^paused · \d+ new$/.test(String(view.description)));
    assert.equal(tree().rows.find(isArbitrage)?.address, before?.address);
    await run('resumeLive');
    await once(() => !/paused/.test(String(view.description)));
    assert.notEqual(tree().rows.find(isArbitrage)?.address, before?.address);
  });

  test('shows older ones below the last', async () => {
    const rows = await once((all) => all.at(-1)?.id === 'older');
    const known = new Set(rows.map(({ id }) => id));
    await run('showOlderArbitrages');
    const all = tree().rows.filter(isArbitrage);
    assert.equal(new Set(all.map(({ address }) => address)).size, all.length);
    assert.ok(all.length > 50 && all.length <= 200);
    assert.ok(all.slice(0, 50).every(({ id }) => known.has(id)));
    assert.equal(access.live.view.isPaused, true);
  });

  test('keeps its rows when the backend is killed, and shows no duplicates after the restart', async () => {
    await arbitrages();
    const before = tree()
      .rows.filter(isArbitrage)
      .map(({ address }) => address);
    const [pid] = marketProcesses();
    assert.ok(pid !== undefined);
    const restarted = new Promise<void>((resolve) => {
      const listening = access.backend.onState(({ kind }) => {
        if (kind === 'ready') {
          listening.dispose();
          resolve();
        } else {
          const kept = tree()
            .rows.filter(isArbitrage)
            .map(({ address }) => address);
          assert.ok(before.every((address) => kept.includes(address)));
        }
      });
    });
    process.kill(pid, 'SIGKILL');
    await restarted;
    const rows = await once((all) => {
      const [first] = all.filter(isArbitrage);
      return first !== undefined && !before.includes(first.address);
    });
    const addresses = rows.filter(isArbitrage).map(({ address }) => address);
    assert.equal(new Set(addresses).size, addresses.length);
  });

  test('shows tracked wallets if the service has no stream, and explains which connections do', async () => {
    const service = new FakeService('live-key');
    const url = await service.listen();
    access.prompter.replace(
      new PrompterDouble(['Service', url, 'No stream', '', 'Lowest', 'live-key']),
    );
    try {
      await run('addConnection');
      await once(() => /A node or an Arbscope serve streams/.test(tree().message));
    } finally {
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'No stream');
      const { Global } = vscode.ConfigurationTarget;
      await vscode.workspace.getConfiguration().update('arbscope.connections', undefined, Global);
      await service.close();
    }
    await arbitrages();
  });
});
