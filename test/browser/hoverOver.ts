import type { Locator } from 'playwright-core';
import { untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

/** The content of a hover once it matches; moves the pointer away and back until then. */
export async function hoverOver(
  { page }: Workbench,
  place: Locator,
  shows: RegExp,
): Promise<Locator> {
  const hover = page.locator('.monaco-hover:visible').filter({ hasText: shows });
  // The extension may still be starting, or the editor may redraw.
  await untilSeen(async (limit) => {
    await page.mouse.move(5, 5);
    await place.hover(limit);
    await hover.waitFor(limit);
  });
  return hover;
}
