import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** What a hover shows once it holds a text; the pointer is moved away and back until it does. */
export async function hoverOver(
  { page }: Workbench,
  place: Locator,
  shows: RegExp,
): Promise<Locator> {
  const hover = page.locator('.monaco-hover:visible').filter({ hasText: shows });
  for (let attempt = 1; attempt < 5; attempt++) {
    try {
      await page.mouse.move(5, 5);
      await place.hover({ timeout: 10_000 });
      await hover.waitFor({ timeout: 10_000 });
      return hover;
    } catch {
      // The extension is still starting, or the editor was about to draw itself anew.
    }
  }
  await place.hover();
  await hover.waitFor();
  return hover;
}
