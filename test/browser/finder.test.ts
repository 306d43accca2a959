import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { liveScenario } from './liveScenario.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

describe('A person who opens the Sandbox', suiteLimit, () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open({ theme: 'light' });
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-finder');
  });
  after(() => workbench?.close());

  test('sees the verdict and the tokens in the Finder', async () => {
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).nth(1).waitFor();
    const verdict = await workbench.treeRows('Finder', 1).first().textContent();
    assert.match(verdict ?? '', /recommended/i);
    await workbench.screenshot('finder-light');
  });

  test('expands a token to its AMMs and an AMM to its pools', async () => {
    // The verdict is the first that opens.
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

  test('reads in the log what happened to the backend', async () => {
    await workbench.runCommand('Arbscope: Show Log');
    await workbench.page
      .locator('.part.panel .view-lines')
      .filter({ hasText: /Connected.to.the.backend/ })
      .waitFor();
    await workbench.screenshot('log-light');
  });

  for (const theme of (Object.keys(themes) as ThemeName[]).filter((each) => each !== 'light')) {
    test(`keeps the tree expanded when the theme changes to ${theme}`, async () => {
      await workbench.chooseTheme(theme);
      await workbench.treeRows('Finder', 3).first().waitFor();
      await workbench.screenshot(`finder-pools-${theme}`);
    });
  }

  describe('and watches Live', () => liveScenario(() => workbench));
});
