import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { transactionContent } from '../../src/extension/panels/transactionContent.ts';
import { longRoute } from '../fixtures/hostileAnswers.ts';
import { busyContent } from '../unit/webview/percentiles/content.ts';
import { sampleToken } from '../unit/webview/tokenSample.ts';
import { BarePage } from './barePage.ts';
import { accessibilityFindings } from './panelPage.ts';

/** A window of 1280 by 800 at 200 % has this many of its own pixels for the page. */
const zoomed = { width: 640, height: 400 };

const source = { name: 'Sandbox', isSimulated: true, note: '' };
const pages = [
  {
    bundle: 'routeMap',
    content: transactionContent(longRoute(6, 9), source, 0),
    shown: 'tr[data-leg="6"]',
  },
  { bundle: 'percentiles', content: busyContent(), shown: '.picture .point' },
  { bundle: 'token', content: sampleToken(), shown: 'h1' },
] as const;

describe('A person who enlarges everything to 200 % and wants nothing to move', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const { bundle, content, shown } of pages) {
    test(`reads the ${bundle} page without scrolling sideways, and nothing in it moves`, async () => {
      const bare = await BarePage.open(browser, bundle, zoomed);
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
      assert.deepEqual(await accessibilityFindings(bare.page.mainFrame()), []);
      await bare.page.close();
    });
  }
});
