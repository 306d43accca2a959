import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { panelPage } from '../panelPage.ts';
import type { Workbench } from '../workbench.ts';

export function tokenScenario(window: () => Workbench): void {
  let page: Frame;

  test('opens a token from its row of the Finder and reads the same figures there', async () => {
    await window().openArbscopeView();
    const row = window()
      .view('Finder')
      .getByRole('treeitem', { name: /^Token / })
      .first();
    await row.waitFor();
    // The Finder shows the last hours alone until the Sandbox's day is indexed, and refreshes then.
    await window().waitUntilIndexed();
    await window().clickOn(row, 'Open Token…');
    page = await panelPage(window().page, 'token');
    await page.locator('h1').waitFor();
    const market = (await page.getByRole('region', { name: 'Market' }).textContent()) ?? '';
    const [, ...figures] =
      /Gross gains(\$[\d.,]+)Net gains(\$[\d.,]+)Transactions([\d,]+)Volume/.exec(market) ?? [];
    assert.equal(figures.length, 3, market);
    const [gross, net, count] = figures;
    // `Token USDC: $119.29 gross, $82.64 net, 512 transactions in 1 h`.
    const spoken = `: ${gross} gross, ${net} net, ${count} transactions`;
    await row.and(window().page.locator(`[aria-label*="${spoken}"]`)).waitFor();
  });

  test('reads the holder of each authority', async () => {
    const token = page.getByRole('region', { name: 'Token', exact: true });
    for (const name of ['Mint authority', 'Freeze authority', 'Update authority']) {
      await token.getByText(name, { exact: true }).waitFor();
    }
  });

  test('lists pools that are not in the Finder, opens one with the keyboard, and returns', async () => {
    const pools = page.getByRole('region', { name: /^\d+ pools?\b/ }).locator('tbody tr');
    const load = page.getByRole('button', { name: 'Load Market Cache' });
    // The Finder may have loaded the Sandbox's pools already, for their names.
    await pools.first().waitFor();
    const named = await pools.count();
    if (await load.isVisible()) await load.press('Enter');
    await load.waitFor({ state: 'detached' });
    assert.ok((await pools.count()) >= named);
    await pools.first().getByRole('button').first().press('Enter');
    const pool = await panelPage(window().page, 'pool');
    await pool.getByRole('region', { name: 'Accounts of a swap' }).waitFor();
    await window().runCommand('View: Close Editor');
    page = await panelPage(window().page, 'token');
    await page.locator('h1').waitFor();
  });
}
