import { panelPage } from './panelPage.ts';
import type { Workbench } from './workbench.ts';

/** What the README shows beyond the newcomer's walk. */
export async function panelScreenshots(
  workbench: Workbench,
  shoot: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = workbench;
  const row = (name: RegExp) => workbench.view('Finder').getByRole('treeitem', { name }).first();
  const open = async (name: RegExp, button: string) => {
    await workbench.clickOn(row(name), button);
  };
  await open(/^Tip p50/, 'Open Percentile Charts');
  await (await panelPage(page, 'percentiles')).locator('.picture').waitFor();
  await shoot('percentiles');
  await open(/^Token USDC/, 'Open Token…');
  await (await panelPage(page, 'token')).locator('h1').waitFor();
  await shoot('token');
}
