import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import type { TransactionDetail } from '../../src/api/transaction.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sol, solMint } from '../unit/webview/route/routeSamples.ts';
import { panelContent } from '../unit/webview/transaction/panelContent.ts';
import { splitRouteContent } from '../unit/webview/transaction/splitRoute.ts';
import { StandalonePanel } from './standalonePanel.ts';

describe('On the page of a transaction', suiteLimit, () => {
  let browser: Browser;
  let bare: StandalonePanel;
  let shown = 0;
  before(async () => {
    browser = await launchChromium();
    bare = await StandalonePanel.open(browser, 'transaction', { width: 1_400, height: 900 });
  });
  after(() => browser.close());

  const show = async (members: Partial<TransactionDetail> = {}) => {
    await bare.post({ type: 'content', content: panelContent(splitRouteContent(members)) });
    // Messages are handled in order, so the content is shown once this unique text is.
    shown += 1;
    const text = `Content ${shown}.`;
    await bare.post({ type: 'notice', text });
    await bare.page.locator('.notice').filter({ hasText: text }).waitFor();
  };

  test('the longest provider name is not cut off in the steps', async () => {
    const tips = [{ ...sol, amount: 1_000_000n, mint: solMint, type: 'SPEEDLANDING', to: ['one'] }];
    await show({ tips_details: tips });
    const lefts = await bare.page.evaluate<number[]>(
      `[...document.querySelectorAll('.waterfall .name')].map((name) => name.getBBox().x)`,
    );
    assert.equal(lefts.length, 6);
    assert.deepEqual(
      lefts.filter((left) => left < 0),
      [],
    );
    await show();
  });

  test('the picture can be zoomed with Ctrl and the wheel, moved by dragging, and reset to fit', async () => {
    const viewBox = () => bare.page.locator('.route-map').getAttribute('viewBox');
    const whole = await viewBox();
    const box = await bare.page.locator('.route-map').boundingBox();
    assert.ok(box !== null && whole !== null);
    await bare.page.mouse.move(box.x + 30, box.y + 30);
    await bare.page.keyboard.down('Control');
    await bare.page.mouse.wheel(0, -200);
    await bare.page.keyboard.up('Control');
    await bare.page.locator(`.route-map:not([viewBox="${whole}"])`).waitFor();
    const near = await viewBox();
    await bare.page.mouse.down();
    await bare.page.mouse.move(box.x + 130, box.y + 90, { steps: 4 });
    await bare.page.mouse.up();
    assert.notEqual(await viewBox(), near);
    await bare.page.getByRole('button', { name: 'Fit' }).click();
    assert.equal(await viewBox(), whole);
  });

  test('the route of a failed transaction is gray', async () => {
    await show({ isSuccess: false, type: 'failed', failure: 'custom program error: 0x1771' });
    const colors = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.route-map .line, .route-map .disc')].map((each) => getComputedStyle(each).stroke)`,
    );
    assert.deepEqual([...new Set(colors)], ['rgba(204, 204, 204, 0.5)'], 'no token keeps its own');
    await bare.screenshot('transaction-failed');
    await show();
  });

  test('route, waterfall, legs and the check are on one screen', async () => {
    await bare.page.setViewportSize({ width: 1_280, height: 900 });
    await show();
    await bare.screenshot('transaction-wide');
    const height = await bare.page.evaluate<number>('document.documentElement.scrollHeight');
    assert.ok(height <= 900, `the page is ${height} high`);
  });

  for (const width of [600, 400]) {
    test(`every text is readable and nothing is cut off at ${width} pixels`, async () => {
      await bare.page.setViewportSize({ width, height: 900 });
      await show();
      await bare.screenshot(`transaction-${width}`);
      const pageWidth = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(pageWidth <= width, `the page is ${pageWidth} wide`);
      // The size on the screen, because the letters of a drawing shrink with it.
      const sizes = await bare.page.evaluate<Record<string, number>>(
        `Object.fromEntries([...document.querySelectorAll('svg text')].map((text) => [text.textContent,
          parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a]))`,
      );
      const small = Object.entries(sizes).filter(([, size]) => size < 10.99);
      assert.deepEqual(small, []);
      const space = await bare.page.evaluate<number>(
        `document.querySelector('.route-map .label').getBoundingClientRect().top -
          document.querySelector('.bar').getBoundingClientRect().bottom`,
      );
      assert.ok(space < 50, `${space} pixels are empty above the map`);
      const wrapped = await bare.page.evaluate<string[]>(
        `[...document.querySelectorAll('.facts .value, .facts .more')].filter((line) =>
          line.scrollWidth > line.clientWidth).map((line) => line.textContent)`,
      );
      assert.deepEqual(wrapped, [], 'facts that do not fit into their column');
    });
  }

  test('the selected tab has a different background in high contrast', async () => {
    const contrast = await StandalonePanel.open(browser, 'transaction', { theme: 'high-contrast' });
    await contrast.post({ type: 'content', content: panelContent(splitRouteContent()) });
    await contrast.page.getByRole('tab', { name: 'Route' }).waitFor();
    const backgroundOf = (isSelected: boolean) =>
      contrast.page.evaluate<string>(
        `getComputedStyle(document.querySelector('[role=tab][aria-selected=${isSelected}]')).backgroundColor`,
      );
    assert.equal(await backgroundOf(true), 'rgb(255, 255, 255)');
    assert.notEqual(await backgroundOf(false), 'rgb(255, 255, 255)');
    await contrast.page.close();
  });

  test('every fact and tool fits into a narrow window', async () => {
    await bare.page.setViewportSize({ width: 900, height: 600 });
    await show();
    await bare.screenshot('transaction-narrow');
    const width = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 900, `the page is ${width} wide`);
    // The facts must line up in columns.
    const lefts = await bare.page.evaluate<number[]>(
      `[...document.querySelectorAll('.facts > div')].map((each) => Math.round(each.getBoundingClientRect().left))`,
    );
    const columns = new Set(lefts).size;
    assert.ok(columns > 1 && columns < lefts.length / 2, lefts.join());
  });

  test('no fact is cut off beside a side bar at 200 %', async () => {
    await bare.page.setViewportSize({ width: 270, height: 600 });
    await show();
    const cut = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.facts .value')]
        .filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => each.textContent)`,
    );
    assert.deepEqual(cut, []);
  });
});
