import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { accessibilityFindings, panelPage } from './panelPage.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

for (const theme of Object.keys(themes) as ThemeName[]) {
  describe(`In the ${theme} theme, a person`, { timeout: 180_000 }, () => {
    let workbench: Workbench;
    before(async () => {
      workbench = await Workbench.open({ theme });
    });
    afterEach(async (context) => {
      if ('passed' in context && !context.passed) {
        await workbench.screenshot(`failed-panel-${theme}`);
      }
    });
    after(() => workbench.close());

    test('looks a transaction up and sees its panel, which axe finds accessible', async () => {
      const signature = await sandboxSignature();
      await workbench.runCommand('Arbscope: Look Up Transaction…');
      await workbench.answer(signature);
      const page = await panelPage(workbench.page, 'routeMap');
      await page.locator('h1').waitFor();
      await workbench.screenshot(`transaction-${theme}`);
      assert.deepEqual(await accessibilityFindings(page), []);
    });
  });
}
