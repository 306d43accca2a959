import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { type Limit, untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

export function liveScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  before(async () => {
    workbench = opened();
    await workbench.setOpen('Finder', false);
    await rows().first().waitFor();
  });
  afterEach(() => resume());

  const live = () => workbench.view('Live');
  const rows = () => workbench.branches('Live', 1);
  const description = (text: string | RegExp) =>
    live().locator('.pane-header .description', { hasText: text });
  const transaction = () =>
    workbench.page.locator('.tabs-container').getByRole('tab', { name: /^Transaction / });
  /** Without the age, which stands before the route. */
  const gainsAndRoutes = async () => {
    const gains = await rows().locator('.label-name').allTextContents();
    const about = await rows().locator('.label-description').allTextContents();
    return gains.map((gain, at) => [gain, about[at]?.replace(/^[^·]+ · /, '')]);
  };
  const changed = async (before: string) =>
    await untilSeen(async (limit) => {
      await rows().first().filter({ hasNotText: before }).waitFor(limit);
    });
  const labelOf = async (index: number) =>
    (await rows().nth(index).locator('.monaco-icon-label').first().textContent()) ?? '';
  const routeOf = (label: string) => label.split(' · ')[0] ?? '';
  const resume = async () => {
    if (!(await description(/^Sandbox$/).isVisible())) {
      await workbench.runCommand('Arbscope: Resume Live');
    }
    await description(/^Sandbox$/).waitFor();
  };

  test('sees arbitrages arrive, labeled as simulated', async () => {
    await live().getByText('Sandbox: simulated data').waitFor();
    await changed(routeOf(await labelOf(0)));
    await workbench.screenshot('live-dark');
  });

  test('opens the transaction of a row with a click, and the rows stay', async () => {
    // New rows may move the clicked one, which then misses the click.
    await untilSeen(async (limit) => {
      await rows().filter({ hasText: '→' }).first().click(limit);
      await transaction().first().waitFor(limit);
    });
    // By then, all rows that arrived before the pause are drawn.
    const paused = description(/^paused · \d+ new$/);
    const waiting = (await paused.textContent()) ?? '';
    const before = await gainsAndRoutes();
    await paused.filter({ hasNotText: waiting }).waitFor();
    assert.deepEqual(await gainsAndRoutes(), before);
    await workbench.screenshot('live-paused-dark');
    await workbench.clickOn(live().locator('.pane-header'), /^Resume Live/);
    await description(/^Sandbox$/).waitFor();
  });

  test('reaches older rows and a transaction with the keyboard', async () => {
    const { keyboard } = workbench.page;
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Arbscope: Pause Live');
    await workbench.runCommand('Arbscope: Focus on Live View');
    const older = workbench.treeRows('Live', 1).filter({ hasText: 'Show Older' });
    await untilSeen(async (limit) => {
      await keyboard.press('End');
      await older.waitFor(limit);
    });
    const position = await older.getAttribute('aria-posinset');
    await keyboard.press('Enter');
    const further = workbench.page.locator(`:not([aria-posinset="${position}"])`);
    await untilSeen(async (limit) => {
      await keyboard.press('End');
      await older.and(further).waitFor(limit);
    });
    const first = live().locator('[role=treeitem][aria-posinset="1"].focused');
    const focusFirst = async (limit: Limit) => {
      await keyboard.press('Home');
      await first.waitFor(limit);
    };
    await untilSeen(focusFirst);
    await keyboard.press('ArrowRight');
    await workbench.treeRows('Live', 2).first().waitFor();
    await workbench.screenshot('live-links-dark');
    // Rows that arrived just before the pause may take the focus from the first one.
    await untilSeen(async (limit) => {
      await workbench.runCommand('Arbscope: Focus on Live View');
      await focusFirst(limit);
      await keyboard.press('Enter');
      await transaction().first().waitFor(limit);
    });
  });

  test('lists the arbitrages of one token, and all of them again', async () => {
    await workbench.runCommand('Arbscope: Pause Live');
    const row = rows().filter({ hasText: '→' }).first();
    await workbench.expand('Live', row);
    const token = workbench
      .treeRows('Live', 2)
      .filter({ hasText: /Token · / })
      .first();
    await workbench.clickOn(token, /^Show Arbitrages/);
    const filter = description(/ · /);
    await filter.waitFor();
    await rows().first().waitFor();
    await workbench.screenshot('live-filtered-dark');
    await workbench.clickOn(live().locator('.pane-header'), /^Clear Live Filters/);
    await filter.waitFor({ state: 'detached' });
    await rows().first().waitFor();
  });
}
