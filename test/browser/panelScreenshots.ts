import type { Shoot } from './firstUse.ts';
import { panelPage } from './panelPage.ts';
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
}
