import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { longRoute } from '../fixtures/hostileResponses.ts';
import { sampleCoverage } from '../unit/webview/coverage/sampleCoverage.ts';
import { sampleContent } from '../unit/webview/percentiles/sampleContent.ts';
import { sampleSimulation } from '../unit/webview/simulate/sampleSimulation.ts';
import { sampleToken } from '../unit/webview/token/tokenSample.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import { panelContents } from './panelContents.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel } from './standalonePanel.ts';

/** CSS pixels of a 1280 by 800 window at 200 %. */
const zoomed = { width: 640, height: 400 };

const source = { name: 'Sandbox', isSimulated: true, note: '' };
const pages = [
  {
    bundle: 'transaction',
    content: panelContent(buildTransactionContent(longRoute(6, 9), source)),
    shown: 'tr[data-leg="6"]',
  },
  { bundle: 'percentiles', content: sampleContent(), shown: '.picture .point' },
  { bundle: 'token', content: sampleToken(), shown: 'h1' },
  { bundle: 'simulate', content: sampleSimulation(), shown: 'tr[data-leg="3"]' },
  { bundle: 'coverage', content: sampleCoverage(), shown: '.picture.curve' },
] as const;

describe('A user with a panel of 400 pixels', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const [bundle, content] of Object.entries(panelContents)) {
    test(`sees the tables of the ${bundle} page without a number that is cut off`, async () => {
      const bare = await StandalonePanel.open(browser, bundle, { width: 400 });
      await bare.post({ type: 'content', content: await content() });
      await bare.page.locator('h1').waitFor();
      const cut = await bare.page.evaluate(`[...document.querySelectorAll('.table-place')]
        .filter((place) => place.scrollWidth > place.clientWidth)
        .map((place) => place.ariaLabel)`);
      assert.deepEqual(cut, []);
      await bare.page.close();
    });
  }
});

describe('A user who zooms to 200 % and prefers reduced motion', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const { bundle, content, shown } of pages) {
    test(`reads the ${bundle} page without scrolling sideways and without animations`, async () => {
      const bare = await StandalonePanel.open(browser, bundle, zoomed);
      await bare.page.emulateMedia({ reducedMotion: 'reduce' });
      await bare.post({ type: 'content', content });
      await bare.page.locator(shown).first().waitFor();
      const { width, room, moving } = await bare.page.evaluate<{
        width: number;
        room: number;
        moving: number;
      }>(`({
        width: document.documentElement.scrollWidth,
        room: document.documentElement.clientWidth,
        moving: document.getAnimations().length,
      })`);
      assert.ok(width <= room, `${width} pixels wide, of which ${room} are seen`);
      assert.equal(moving, 0);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.page.close();
    });
  }
});
