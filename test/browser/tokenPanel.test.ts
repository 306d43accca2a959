import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { accessibilityFindings, panelPage } from './panelPage.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

for (const theme of Object.keys(themes) as ThemeName[]) {
  describe(`The token panel in the ${theme} theme: a person`, { timeout: 300_000 }, () => {
    let workbench: Workbench;
    let page: Frame;
    before(async () => {
      workbench = await Workbench.open({ theme });
      workbench.page.setDefaultTimeout(90_000);
    });
    afterEach(async (context) => {
      if ('passed' in context && !context.passed) {
        await workbench.screenshot(`failed-token-${theme}`);
      }
    });
    after(() => workbench.close());

    test('opens a token from its row of the Finder and reads the same figures there', async () => {
      await workbench.openArbscopeView();
      const row = workbench.branches('Finder', 1).first();
      await row.waitFor();
      const spoken = (await row.getAttribute('aria-label')) ?? '';
      await row.hover();
      await row.getByRole('button', { name: 'Open Token…' }).click();
      page = await panelPage(workbench.page, 'token');
      await page.locator('h1').waitFor();
      const market = await page.getByRole('region', { name: 'Market' }).allTextContents();
      // `Token USDC: $119.29 gross, $82.64 net, 512 transactions in 1 h`.
      const [, gross = '', net = '', count = ''] =
        /: (\S+) gross, (\S+) net, ([\d,]+) transactions/.exec(spoken) ?? [];
      for (const figure of [gross, net, count]) {
        assert.ok(figure !== '' && market.join(' ').includes(figure), `${figure} of ${spoken}`);
      }
      await workbench.screenshot(`token-${theme}`);
    });

    test('reads what each authority allows, and axe finds nothing serious', async () => {
      const authorities = page.getByRole('region', { name: 'Who may do what to the token' });
      assert.equal(await authorities.locator('tbody tr').count(), 4);
      assert.deepEqual(await accessibilityFindings(page), []);
    });

    test('loads the pools that the Finder does not name, and copies a pool, by the keyboard', async () => {
      const pools = page.getByRole('region', { name: /^\d+ pools?\./ }).locator('tbody tr');
      const named = await pools.count();
      const load = page.getByRole('button', { name: 'Load the market cache' });
      await load.focus();
      await workbench.page.keyboard.press('Enter');
      await load.waitFor({ state: 'detached' });
      assert.ok((await pools.count()) >= named);
      await pools.first().getByRole('button').first().focus();
      await workbench.page.keyboard.press('Enter');
      await page.getByText('Address of the pool copied.').waitFor();
      await workbench.screenshot(`token-pools-${theme}`);
    });
  });
}
