import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sampleWalletContent, sampleWallets } from '../unit/webview/wallet/sampleWallet.ts';
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
      const cut = await bare.page
        .locator('.table-place')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel),
        );
      assert.deepEqual(cut, []);
      await bare.page.close();
    });
  }

  for (const options of [
    { theme: 'light' },
    { theme: 'dark' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    test(`has no serious accessibility finding and fits with ${JSON.stringify(options)}`, async () => {
      const bare = await open(options, sampleWalletContent(4));
      const [wide, room] = await bare.page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`wallet-${Object.values(options).join('-')}`);
      await bare.page.close();
    });
  }
});

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
