import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  failedTransaction,
  incompleteTransaction,
  sampleSimulation,
  sampleTransaction,
} from '../unit/webview/simulate/sampleSimulation.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

describe('The simulation page', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleSimulation()) => {
    const bare = await StandalonePanel.open(browser, 'simulate', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('h1').waitFor();
    return bare;
  };

  test('exports SVG and PNG that are labeled as a simulation', async () => {
    const bare = await open();
    await bare.page.getByRole('button', { name: 'Save SVG' }).press('Enter');
    assert.match(String((await bare.next('save'))['data']), /Simulation · simulated at slot/);
    await bare.page.getByRole('button', { name: 'Save PNG' }).press('Enter');
    assert.match(String((await bare.next('save'))['data']), /^iVBOR/);
    await bare.page.close();
  });

  test('moves to the log of a row, and has no serious accessibility finding in any tab', async () => {
    const bare = await open();
    const link = bare.page.getByRole('button', { name: 'Show the log of SMB bot Arbitrage' });
    await link.press('Enter');
    const summary = bare.page.locator('.log summary:focus');
    assert.match((await summary.textContent()) ?? '', /3\. SMB bot/);
    assert.deepEqual(bare.problems, []);
    for (const name of ['Logs', 'Balances', 'JSON']) {
      await bare.page.getByRole('tab', { name }).click();
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    }
    await bare.post({ type: 'content', content: sampleSimulation([incompleteTransaction()]) });
    await bare.page.getByText('⚠ incomplete').waitFor();
    await bare.page.getByRole('tab', { name: 'Result' }).click();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  for (const options of [
    { theme: 'light' },
    { theme: 'dark' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    test(`has no serious accessibility finding and fits with ${JSON.stringify(options)}`, async () => {
      const several = [sampleTransaction({ signing: 'signed' }), failedTransaction()];
      const bare = await open(options, sampleSimulation(several));
      const [wide, room] = await bare.page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`simulate-${Object.values(options).join('-')}`);
      await bare.page.close();
    });
  }
});
