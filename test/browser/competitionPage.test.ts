import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  competitionContent,
  seeds,
  signatureOf,
} from '../unit/webview/competition/sampleCompetition.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import { splitRouteContent } from '../unit/webview/transaction/splitRoute.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

const content = panelContent(splitRouteContent(), {
  competition: competitionContent(),
  competitionAt: 1,
});

describe('The Competition tab', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions): Promise<StandalonePanel> => {
    const bare = await StandalonePanel.open(browser, 'transaction', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('svg.timeline').waitFor();
    return bare;
  };

  const looks: Readonly<Record<string, StandalonePanelOptions>> = {
    dark: { theme: 'dark' },
    light: { theme: 'light' },
    'high contrast': { theme: 'high-contrast' },
    'forced colors': { theme: 'light', hasForcedColors: true },
    'a narrow panel': { theme: 'dark', width: 400 },
  };
  for (const [name, options] of Object.entries(looks)) {
    test(`is accessible and fits its width: ${name}`, async () => {
      const bare = await open(options);
      await bare.screenshot(`competition-${name.replaceAll(' ', '-')}`);
      // The system determines forced colors; axe would check the page's own.
      const without = options.hasForcedColors === true ? ['color-contrast'] : [];
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame(), without), []);
      const sideways = 'document.documentElement.scrollWidth - window.innerWidth';
      assert.ok((await bare.page.evaluate<number>(sideways)) <= 0);
      await bare.page.close();
    });
  }

  test('opens a transaction of the timeline with the keyboard, and shows the focus', async () => {
    const bare = await open({ theme: 'dark' });
    await bare.page.getByRole('button', { name: 'Save Timeline as PNG' }).focus();
    const focused = () =>
      bare.page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");
    // The links of the verdict come first.
    for (let tabs = 0; tabs < 3; tabs++) await bare.page.keyboard.press('Tab');
    assert.match((await focused()) ?? '', /^trigger, /);
    const ring = "getComputedStyle(document.activeElement.querySelector('.reach')).stroke";
    assert.notEqual(await bare.page.evaluate<string>(ring), 'none');
    await bare.page.keyboard.press('Enter');
    const { signature } = await bare.next('open-transaction');
    assert.equal(signature, signatureOf(seeds.trigger));
    await bare.page.close();
  });

  test('saves its timeline as a drawing with a title', async () => {
    const bare = await open({ theme: 'light' });
    await bare.page.getByRole('button', { name: 'Save Timeline as SVG' }).click();
    const { data, format } = await bare.next('save');
    assert.equal(format, 'svg');
    assert.match(String(data), /Competition: \w{4}…\w{4}.*leader Northstake/s);
    await bare.page.close();
  });
});
