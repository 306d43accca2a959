import assert from 'node:assert/strict';
import { setup, suite, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import {
  type MarketContent,
  type MarketScope,
  scopeKinds,
} from '../../../src/webview/messages/market.ts';
import { activated, hasVerdict, rowsOnce, sandboxTimeout, tabOnce } from './window.ts';

const openMarket = (what?: unknown) => vscode.commands.executeCommand('arbscope.openMarket', what);

suite('The market history', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  setup(async () => {
    access = await activated();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  suiteTeardown(async () => {
    access.prompter.replace(null);
    await vscode.commands.executeCommand('arbscope.switchConnection', 'Sandbox');
    await vscode.workspace
      .getConfiguration()
      .update('arbscope.connections', undefined, vscode.ConfigurationTarget.Global);
  });

  /** The first matching content: the page may request another interval immediately. */
  const contentOnce = (holds: (content: MarketContent) => boolean) =>
    new Promise<MarketContent>((resolve) => {
      const listening = access.panels.market.onContent((content) => {
        if (!holds(content)) return;
        listening.dispose();
        resolve(content);
      });
    });
  const ofScope = (scope: MarketScope | null) =>
    contentOnce(({ query }) => JSON.stringify(query.scope) === JSON.stringify(scope));
  const attempts = ({ history }: MarketContent) => {
    assert.ok(history !== null);
    const { transactions, failures } = history.total;
    return transactions + failures;
  };

  test('opens for the whole market, and for one token, AMM, pool, wallet, provider and bot', async () => {
    const next = ofScope(null);
    await openMarket();
    const whole = await next;
    await tabOnce('arbscope.market', 'Market');
    assert.ok(attempts(whole) > 0);
    assert.ok(whole.history !== null && whole.history.points.length > 20);
    assert.equal(whole.isSimulated, true);
    for (const kind of scopeKinds) {
      const choice = whole.choices.find(({ scope }) => scope.kind === kind);
      assert.ok(choice !== undefined, `no ${kind} is offered`);
      const limited = ofScope(choice.scope);
      await openMarket(choice.scope);
      const content = await limited;
      // The newest arbitrages of this scope may have names that those of the whole market lack.
      const own = content.choices.find(
        ({ scope }) => scope.kind === kind && scope.value === choice.scope.value,
      );
      assert.equal(content.scopeLabel, own?.label);
      assert.ok(attempts(content) > 0 && attempts(content) <= attempts(whole), kind);
      assert.ok((content.list?.rows.length ?? 0) > 0, kind);
      await tabOnce('arbscope.market', `Market: ${content.scopeLabel}`);
    }
  });

  test('opens from the rows of a token, its AMM and its pool in the Finder', async () => {
    await vscode.commands.executeCommand('arbscope.finder.focus');
    const rows = await rowsOnce(access, hasVerdict);
    const token = rows.find(({ context }) => context === 'token');
    const childOf = (row: TreeRow | undefined, kind: string) =>
      row?.children?.().find(({ context }) => context === kind);
    const amm = childOf(token, 'amm');
    const pool = childOf(amm, 'pool');
    for (const row of [token, amm, pool]) {
      assert.ok(row?.address !== undefined);
      const kind = scopeKinds.find((each) => each === row.context);
      assert.ok(kind !== undefined);
      const next = ofScope({ kind, value: row.address });
      await openMarket(row);
      assert.ok(attempts(await next) > 0);
    }
  });
});
