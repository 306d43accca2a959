import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

export async function writeUnsignedSwap({ folder }: Workbench, signed: Uint8Array): Promise<void> {
  const bytes = signed.slice();
  bytes.fill(0, 1, 1 + 64 * (bytes[0] ?? 0));
  const text = Buffer.from(bytes).toString('base64');
  const source = `// Built by the bot.\nexport const swap =\n  '${text}';\n`;
  await writeFile(join(folder, 'swap.ts'), source);
}

export async function exampleArbitrage(workbench: Workbench): Promise<Uint8Array> {
  await workbench.choose(/An arbitrage over two pools/, () =>
    workbench.runCommand('Arbscope: Land an Example Transaction'),
  );
  await workbench.option(/Send to Sandbox/).waitFor();
  await workbench.leave();
  const example = workbench.editorText().filter({ hasText: /[\w+/]{200}/ });
  await example.waitFor();
  return Buffer.from((await example.textContent()) ?? '', 'base64');
}

/** Clicks *Simulate* above the transaction in swap.ts; returns the panel once it shows a route. */
export async function simulateSwap(workbench: Workbench): Promise<Frame> {
  await workbench.openFile('swap.ts');
  // Wait until the lenses of the previously open file are gone.
  await workbench
    .editorText()
    .filter({ hasText: /Built\sby\sthe\sbot/ })
    .waitFor();
  const { page } = workbench;
  const lens = page.locator('.codelens-decoration a', { hasText: /^Simulate$/ });
  // A lens that is being redrawn misses clicks; a second click only repeats the simulation.
  await untilSeen(async (limit) => {
    await lens.click(limit);
    await page.locator('iframe.webview.ready:visible').first().waitFor(limit);
  });
  const panel = await panelPage(workbench.page, 'simulate');
  await panel.locator('.route-map').waitFor();
  return panel;
}
