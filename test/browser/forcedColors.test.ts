import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { panelContents } from './panelContents.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel } from './standalonePanel.ts';

/** Colors in drawings that are not system colors. */
const strayColors = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const known = ['CanvasText', 'Canvas', 'Highlight', 'GrayText'].map((name) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const used = [...document.querySelectorAll('main svg *')].flatMap((each) => {
    const { fill, stroke } = getComputedStyle(each);
    return [fill, stroke];
  });
  const plain = [...known, 'none', 'rgba(0, 0, 0, 0)'];
  return [...new Set(used)].filter((color) => !plain.includes(color));
})()`;

describe('With forced colors of the operating system', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const [bundle, content] of Object.entries(panelContents)) {
    for (const theme of ['dark', 'light'] as const) {
      test(`the ${bundle} page in a ${theme} theme uses no others`, async () => {
        const bare = await StandalonePanel.open(browser, bundle, { theme, hasForcedColors: true });
        await bare.post({ type: 'content', content: await content() });
        await bare.page.locator('h1').first().waitFor();
        await bare.screenshot(`forced-colors-${bundle}-${theme}`);
        assert.deepEqual(await bare.page.evaluate(strayColors), []);
        // The system determines the contrast; axe would check the page's unforced colors.
        const frame = bare.page.mainFrame();
        assert.deepEqual(await accessibilityViolations(frame, ['color-contrast']), []);
        await bare.page.close();
      });
    }
  }
});
