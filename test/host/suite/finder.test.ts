import assert from 'node:assert/strict';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import type { BackendState } from '../../../src/extension/backend/backendClient.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { activated, hasVerdict, marketProcesses, rowsOnce, sandboxTimeout } from './window.ts';

const baseTokens = 'arbscope.finder.baseTokens';

suite('The Finder', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
    await vscode.commands.executeCommand('arbscope.finder.focus');
  });

  /**
   * Response time of the shown rows. Their text has only the time of day, which wraps at midnight.
   */
  const answeredAt = (): number => access.finder.response?.answeredAtMilliseconds ?? 0;

  test('shows the recommendation, percentiles and tokens of the Sandbox, labelled as simulated', async () => {
    const rows = await rowsOnce(access, hasVerdict);
    const contexts = rows.map(({ context }) => context);
    assert.deepEqual(contexts.slice(0, 3), ['verdict', 'percentile', 'percentile']);
    assert.ok(contexts.length > 10, `${contexts.length} rows`);
    // Tokens that only an earlier response contained are listed last.
    const tokens = contexts.slice(3, contexts.at(-1) === 'note' ? -1 : undefined);
    assert.ok(tokens.every((context) => context === 'token'));
    assert.match(String(access.finder.tree.view.description), /^Sandbox/);
  });

  test('expands a token down to its pools, each with a plain-text tooltip', async () => {
    const rows = await rowsOnce(access, hasVerdict);
    const [token] = rows.filter(({ context }) => context === 'token');
    assert.ok(token !== undefined);
    const [amm] = await access.finder.tree.getChildren(token);
    assert.equal(amm?.context, 'amm');
    const [pool] = await access.finder.tree.getChildren(amm);
    assert.ok(pool?.context === 'pool');
    assert.deepEqual(await access.finder.tree.getChildren(pool), []);
    const item = access.finder.tree.getTreeItem(pool);
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.ok(item.id?.startsWith(`token:${token.id.split(':')[1]}/amm:`));
    const { tooltip } = access.finder.tree.resolveTreeItem(item, pool);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml);
    assert.match(tooltip.value, /Gross gains/);
    assert.match(item.accessibilityInformation?.label ?? '', /^Pool .* gross, .* net, /);
  });

  test('shows an invalid setting in a row above the others until it is corrected', async () => {
    await rowsOnce(access, hasVerdict);
    const settings = vscode.workspace.getConfiguration();
    await settings.update(baseTokens, ['nonsense'], vscode.ConfigurationTarget.Global);
    try {
      const [error, next] = await rowsOnce(access, ([first]) => first?.context === 'error');
      assert.match(new Map(error?.facts()).get('Reason') ?? '', /tokensMint/);
      const [remedy] = error?.children?.() ?? [];
      assert.match(remedy?.label ?? '', /setting arbscope\.finder\.baseTokens/);
      assert.equal(next?.context, 'verdict');
      assert.ok(error !== undefined);
      const { command } = access.finder.tree.getTreeItem(error);
      assert.equal(command?.command, 'workbench.action.openSettings');
      assert.deepEqual(command?.arguments, [baseTokens]);
    } finally {
      await settings.update(baseTokens, undefined, vscode.ConfigurationTarget.Global);
    }
    assert.deepEqual(settings.inspect(baseTokens)?.defaultValue, [wrappedSolMint]);
    await rowsOnce(access, hasVerdict);
  });

  test('reports that the backend died, and shows new figures after the restart', async function () {
    if (process.platform !== 'linux') this.skip();
    await rowsOnce(access, hasVerdict);
    const answeredBefore = answeredAt();
    const [pid] = marketProcesses();
    assert.ok(pid !== undefined, 'this window did not start a backend');
    const states: BackendState[] = [];
    const messages: string[] = [];
    const ready = new Promise<void>((resolve) => {
      const listening = access.backend.onState((state) => {
        states.push(state);
        messages.push(access.finder.tree.message);
        if (state.kind !== 'ready') return;
        listening.dispose();
        resolve();
      });
    });
    process.kill(pid, 'SIGKILL');
    await ready;
    const [recovering, next, ...further] = states;
    assert.ok(recovering?.kind === 'recovering');
    assert.equal(next?.kind, 'ready');
    assert.deepEqual(further, []);
    // Another suite may have killed one shortly before, which counts as an attempt.
    const attempt = `(attempt ${recovering.attempt})`;
    assert.equal(messages[0], `The backend stopped. Restarting ${attempt}…`);
    const after = await rowsOnce(
      access,
      (rows) => hasVerdict(rows) && answeredAt() > answeredBefore,
    );
    assert.ok(after.length > 10);
    assert.notEqual(marketProcesses()[0], pid);
    assert.match(String(access.finder.tree.view.description), /^Sandbox/);
  });
});
