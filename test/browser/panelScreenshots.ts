import type { Shoot } from './firstUse.ts';
import { panelPage } from './panelPage.ts';
import { exampleArbitrage, simulateSwap, writeUnsignedSwap } from './unsignedSwap.ts';
import type { Workbench } from './workbench.ts';

/** Pictures of `docs/` beyond the tour. */
export async function panelScreenshots(workbench: Workbench, shoot: Shoot): Promise<void> {
  const { page } = workbench;
  await workbench.setOpen('Landings', false);
  const row = workbench.view('Finder').getByRole('treeitem', { name: /^Median tip/ });
  await workbench.clickOn(row.first(), 'Open Percentile Charts');
  await (await panelPage(page, 'percentiles')).locator('.picture').waitFor();
  await page.mouse.move(5, 5);
  await shoot('percentiles');
  await writeUnsignedSwap(workbench, await exampleArbitrage(workbench));
  // Room for the source and the panel beside it; commands need an editor that has the focus.
  await workbench.openFile('swap.ts');
  await workbench.runCommand('View: Close Other Editors in Group');
  // The config that the tour has exported was never saved.
  await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await simulateSwap(workbench);
  await workbench.restPointer();
  await shoot('simulate');
}
