import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Workbench } from './workbench.ts';

export function finderScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  before(() => {
    workbench = opened();
  });

  test('sees the verdict and the tokens in the Finder', async () => {
    const verdict = await workbench.treeRows('Finder', 1).first().textContent();
    assert.match(verdict ?? '', /recommended/i);
    await workbench.screenshot('finder-light');
  });

  test('expands a token to its AMMs and an AMM to its pools', async () => {
    // The recommendation is the first expandable row.
    await workbench.expand('Finder', workbench.branches('Finder', 1).nth(1));
    await workbench.expand('Finder', workbench.branches('Finder', 2).first());
    assert.ok((await workbench.treeRows('Finder', 3).count()) > 0);
    await workbench.screenshot('finder-pools-light');
  });

  test('reads whole rows in a side bar of 300 px', async () => {
    const sideBar = await workbench.page.locator('.part.sidebar').boundingBox();
    assert.ok(sideBar !== null && sideBar.width <= 301, `${sideBar?.width} px`);
    const rows = workbench.treeRows('Finder', 1).locator('.monaco-icon-label-container');
    for (const row of (await rows.all()).slice(0, 6)) {
      const cut = await row.evaluate((label) => label.scrollWidth - label.clientWidth);
      assert.ok(cut <= 0, `${await row.textContent()} is cut off by ${cut} px`);
    }
  });

  for (const theme of ['high-contrast', 'dark'] as const) {
    test(`keeps the tree expanded when the theme changes to ${theme}`, async () => {
      await workbench.chooseTheme(theme);
      await workbench.treeRows('Finder', 3).first().waitFor();
      await workbench.screenshot(`finder-pools-${theme}`);
    });
  }
}
