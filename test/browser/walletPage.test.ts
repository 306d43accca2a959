import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sampleWalletContent, sampleWallets } from '../unit/webview/wallet/sampleWallet.ts';
import {
  sampleLoss,
  walletCompetitionContent,
} from '../unit/webview/wallet/sampleWalletCompetition.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

describe('The wallet page', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleWalletContent(2)) => {
    const bare = await StandalonePanel.open(browser, 'wallet', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('.picture.tips').waitFor();
    return bare;
  };

  test('has accessible tables, and remembers that choice', async () => {
    const bare = await open();
    const view = bare.page.getByRole('radio', { name: 'Tables' });
    await view.check({ force: true });
    await bare.page.locator('.picture').first().waitFor({ state: 'detached' });
    assert.equal(
      await bare.page.evaluate('window.keptState.own.view'),
      'tables',
      'for when the window comes back',
    );
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('changes the window, adds and removes a wallet with the keyboard only', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: '24 h' }).focus();
    await bare.page.keyboard.press('ArrowLeft');
    assert.equal((await bare.next('window'))['seconds'], 21_600);
    await bare.page.getByRole('button', { name: 'Compare…' }).press('Enter');
    await bare.next('compare');
    await bare.page.getByRole('button', { name: /^Remove Fs4k…9TnB/ }).press('Enter');
    assert.equal((await bare.next('leave-out'))['wallet'], sampleWallets[1]);
    await bare.page.close();
  });

  test('saves CSV, SVG and PNG as shown', async () => {
    const bare = await open();
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name: `Save ${name}` }).press('Enter');
    }
    const csv = String((await bare.next('save'))['data']);
    assert.match(csv, /^part,wallet,entry,measure,value,/);
    const svg = String((await bare.next('save'))['data']);
    assert.match(svg, /Net gains over time, last 24 h.*Sandbox: simulated data/s);
    assert.ok(svg.includes('>JITO<') && svg.includes('>main bot<'));
    assert.equal(svg.match(/<svg /g)?.length, 7, 'three drawings with their titles');
    const png = await bare.next('save');
    assert.match(String(png['data']), /^iVBOR/);
    await bare.page.close();
  });

  // Beside the side bar, 920 pixels remain of a window of 1,280.
  for (const [count, width] of [
    [1, 920],
    [2, 920],
    [4, 920],
    [4, 1_280],
  ] as const) {
    test(`shows every column in ${width} pixels, wallets compared: ${count}`, async () => {
      const bare = await open({ width }, sampleWalletContent(count));
      assert.deepEqual(await sidewaysTables(bare), []);
      await bare.page.close();
    });
  }

  const openCompetition = async (options: StandalonePanelOptions = {}) => {
    const competition = walletCompetitionContent();
    const bare = await open(options, { ...sampleWalletContent(2), competition });
    await bare.page.getByRole('tab', { name: 'Competition' }).click();
    await bare.page.locator('.tip-curve').waitFor();
    return bare;
  };

  for (const options of [
    { theme: 'light' },
    { theme: 'light', width: 920 },
    { theme: 'dark', width: 600 },
    { theme: 'high-contrast', width: 300 },
    { theme: 'light', hasForcedColors: true },
  ] as const) {
    test(`shows the competition accessibly and fits with ${JSON.stringify(options)}`, async () => {
      const bare = await openCompetition(options);
      assert.deepEqual(await sidewaysTables(bare), []);
      const [wide, room] = await bare.page.evaluate<[number, number]>(widths);
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      // The system determines forced colors; axe would check the page's own.
      const without = 'hasForcedColors' in options ? ['color-contrast'] : [];
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame(), without), []);
      await bare.screenshot(`wallet-competition-${Object.values(options).join('-')}`);
      await bare.page.getByRole('radio', { name: 'Tables' }).check({ force: true });
      await bare.page.locator('.tip-curve').waitFor({ state: 'detached' });
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame(), without), []);
      await bare.page.close();
    });
  }

  test('opens a lost opportunity with the keyboard, and saves the drawings of its competition', async () => {
    const bare = await openCompetition();
    const row = bare.page.getByRole('button', { name: /^Open competition of / }).first();
    await row.press('Enter');
    assert.equal((await bare.next('open-competition'))['signature'], sampleLoss(0).signature);
    await bare.page.getByRole('button', { name: 'Save SVG' }).press('Enter');
    const svg = String((await bare.next('save'))['data']);
    assert.match(svg, /1,204 opportunities.*What a higher tip would have won.*break-even 55\.4%/s);
    assert.doesNotMatch(svg, /Net gains over time/);
    await bare.page.close();
  });

  for (const options of [
    { theme: 'light' },
    { theme: 'dark' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    test(`has no serious accessibility finding and fits with ${JSON.stringify(options)}`, async () => {
      const bare = await open(options, sampleWalletContent(4));
      const [wide, room] = await bare.page.evaluate<[number, number]>(widths);
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`wallet-${Object.values(options).join('-')}`);
      await bare.page.close();
    });
  }
});

/** Width of the page, and of what is seen of it. */
const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';

/** Names of the tables that scroll sideways. */
const sidewaysTables = (bare: StandalonePanel) =>
  bare.page
    .locator('.table-place')
    .evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel),
    );

/** Texts that extend beyond the edge of the charts. */
const cutTexts = `[...document.querySelectorAll('.picture')].flatMap((picture) => {
  const room = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('text')]
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})`;
