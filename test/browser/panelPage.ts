import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { patienceMilliseconds } from './patience.ts';

/**
 * The page of the panel in front: a webview is a frame in a frame, drawn over the editor, and a
 * hidden one has no page at all.
 */
export async function panelPage(window: Page, bundle: string): Promise<Frame> {
  // Text, not functions: the tests are compiled without a browser's names.
  const test = `document.visibilityState === 'visible' &&
    document.querySelector('script[src*="/dist/webview/${bundle}.js"]') !== null`;
  const isOurs = (frame: Frame) => frame.evaluate<boolean>(test).catch(() => false);
  // A frame comes with its outer one, which comes with the tab.
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end) {
    const outer = window.locator('iframe.webview.ready:visible');
    await outer.first().waitFor();
    for (const frame of window.frames()) if (await isOurs(frame)) return frame;
    await outer.last().contentFrame().locator('iframe#active-frame').waitFor();
  }
  throw new Error(`No page of ${bundle} was shown`);
}

/** Impacts that no page may have. */
const seriousImpacts: ReadonlySet<unknown> = new Set(['serious', 'critical']);

/**
 * What axe finds wrong with a page that a person with a disability would stumble over, in words;
 * rules are left out where axe cannot judge them.
 */
export async function accessibilityViolations(
  frame: Frame,
  leftOut: readonly string[] = [],
): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // By the debugger's way in, which the page's policy does not see.
  await frame.evaluate(await readFile(axe, 'utf8'));
  const violations = await frame.evaluate<AxeResults['violations']>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations
    .filter(({ id, impact }) => seriousImpacts.has(impact) && !leftOut.includes(id))
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
          .join('; ')}`,
    );
}
