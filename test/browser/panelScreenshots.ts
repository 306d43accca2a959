import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shoot } from './firstUse.ts';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import { exampleArbitrage, simulateSwap, writeUnsignedSwap } from './unsignedSwap.ts';
import type { Workbench } from './workbench.ts';

/** The config exported by the tour with the earnings of its entries, and its coverage. */
async function coverageScreenshots(workbench: Workbench, shoot: Shoot): Promise<void> {
  const { page } = workbench;
  const settings = join(workbench.folder, '.vscode');
  await mkdir(settings, { recursive: true });
  await writeFile(
    join(settings, 'settings.json'),
    JSON.stringify({ 'arbscope.botConfig.codeLens': 'entriesAndPools' }),
  );
  await workbench.showTab(/SMB config/);
  await page
    .locator('.codelens-decoration')
    .filter({ hasText: /net gain/ })
    .first()
    .waitFor();
  await workbench.restPointer();
  await shoot('config-lenses', { maxHeight: 480 });
  await workbench.runCommand('Arbscope: Show Coverage');
  const panel = await panelPage(page, 'coverage');
  await panel.getByRole('heading', { name: 'Replay' }).waitFor();
  await workbench.runCommand('View: Toggle Maximize Editor Group');
  await workbench.restPointer();
  await shoot('coverage');
  await workbench.runCommand('View: Toggle Maximize Editor Group');
  await workbench.runCommand('View: Close Editor');
}

/** Of a failed attempt of the leader that the tour tracks, and of one that tells why it lost if there is. */
async function competitionScreenshot(workbench: Workbench, shoot: Shoot): Promise<void> {
  await workbench.setOpen('Wallets', true);
  await workbench.expand('Wallets', workbench.branches('Wallets', 1).first());
  const list = workbench.treeRows('Wallets', 2).filter({ hasText: 'Last transactions' });
  await workbench.expand('Wallets', list);
  const failed = await workbench
    .view('Wallets')
    .getByRole('treeitem', { level: 3, name: /, Failed/ })
    .all();
  // The oldest first: the newest slots have no slots behind them yet.
  for (const row of failed.toReversed()) {
    await workbench.clickOn(row, /^Why Did I Lose/);
    const panel = await panelPage(workbench.page, 'transaction');
    await panel.locator('svg.timeline').waitFor();
    if (row === failed[0] || (await panel.locator('.verdict.lost').isVisible())) break;
    await workbench.runCommand('View: Close Editor');
  }
  await hideSideBar(workbench);
  await workbench.restPointer();
  await shoot('competition');
  await workbench.runCommand('View: Close Editor');
}

async function hideSideBar(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

/** Pictures for `docs/` in addition to the tour's. */
export async function panelScreenshots(workbench: Workbench, shoot: Shoot): Promise<void> {
  const { page } = workbench;
  await workbench.setOpen('Landings', false);
  const row = workbench.view('Finder').getByRole('treeitem', { name: /^Median tip/ });
  await workbench.clickOn(row.first(), 'Open Percentiles');
  await (await panelPage(page, 'percentiles')).locator('.picture').waitFor();
  await page.mouse.move(5, 5);
  await shoot('percentiles');
  await competitionScreenshot(workbench, shoot);
  await coverageScreenshots(workbench, shoot);
  await writeUnsignedSwap(workbench, await exampleArbitrage(workbench));
  // Makes room for the source with the panel beside it; commands need a focused editor.
  await workbench.openFile('swap.ts');
  await workbench.runCommand('View: Close Other Editors in Group');
  // The config exported by the tour is still unsaved.
  await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
  await simulateSwap(workbench);
  await workbench.restPointer();
  await shoot('simulate');
  await namedCallsScreenshot(workbench, shoot);
}

/** The sample’s failing transaction, whose program has an IDL in the workspace. */
export async function namedCallsScreenshot(workbench: Workbench, shoot: Shoot): Promise<void> {
  const { page } = workbench;
  await workbench.openFile('cycles.ts');
  const lenses = page.locator('.codelens-decoration a', { hasText: /^Simulate$/ });
  await lenses.nth(1).waitFor();
  // A lens that is being redrawn misses clicks; a second click only repeats the simulation.
  await untilSeen(async (limit) => {
    await lenses.nth(1).click(limit);
    await page.locator('iframe.webview.ready:visible').first().waitFor(limit);
  });
  const panel = await panelPage(page, 'simulate');
  await panel
    .getByText(/LessThanMinimum/)
    .first()
    .waitFor();
  await workbench.runCommand('View: Toggle Maximize Editor Group');
  await panel.getByRole('button', { name: 'Show Log' }).click();
  const call = panel.locator('details.call:has(> .idl-names)').last();
  await call.locator('.idl-names summary').first().click();
  const first = panel.locator('details.call:has(> .idl-names)').first();
  await first.evaluate((shown: { scrollIntoView(): void }) => shown.scrollIntoView());
  await workbench.restPointer();
  await shoot('named-calls', { part: page.locator('.part.editor') });
  await workbench.runCommand('View: Toggle Maximize Editor Group');
}
