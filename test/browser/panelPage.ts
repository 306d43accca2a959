import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { patienceMilliseconds } from './patience.ts';

/**
 * The page of the front panel: a webview is a frame within a frame, drawn over the editor; a hidden
 * one has no page.
 */
export async function panelPage(window: Page, bundle: string): Promise<Frame> {
  // As text, because tests are compiled without the browser's global names.
  const test = `document.visibilityState === 'visible' &&
    document.querySelector('script[src*="/dist/webview/${bundle}.js"]') !== null`;
  const isOurs = (frame: Frame) => frame.evaluate<boolean>(test).catch(() => false);
  // The inner frame appears after the outer one, which appears after the tab.
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end) {
    const outer = window.locator('iframe.webview.ready:visible');
    await outer.first().waitFor();
    for (const frame of window.frames()) if (await isOurs(frame)) return frame;
    await outer.last().contentFrame().locator('iframe#active-frame').waitFor();
  }
  throw new Error(`No page of ${bundle} was shown`);
}

const seriousImpacts: ReadonlySet<unknown> = new Set(['serious', 'critical']);

/**
 * Serious and critical findings of axe as text; `leftOut` lists rules that axe cannot judge here.
 */
export async function accessibilityViolations(
  frame: Frame,
  leftOut: readonly string[] = [],
): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // Injected through the debugger, which the page's policy does not restrict.
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
