import type { Locator } from 'playwright-core';
import { untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

/** What a hover shows once it holds a text; the pointer is moved away and back until it does. */
export async function hoverOver(
  { page }: Workbench,
  place: Locator,
  shows: RegExp,
): Promise<Locator> {
  const hover = page.locator('.monaco-hover:visible').filter({ hasText: shows });
  // The extension may still be starting, or the editor about to draw itself anew.
  await untilSeen(async (limit) => {
    await page.mouse.move(5, 5);
    await place.hover(limit);
    await hover.waitFor(limit);
  });
  return hover;
}
