import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import {
  sampleBounds,
  sampleCoverage,
  sampleReport,
} from '../unit/webview/coverage/sampleCoverage.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

describe('The coverage page', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleCoverage()) => {
    const bare = await StandalonePanel.open(browser, 'coverage', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('h1').waitFor();
    return bare;
  };

  test('keeps the labels of a flat curve clear of the curve and the axis', async () => {
    const report = sampleReport();
    const { missing_pools: pools, total, covered } = report;
    const usdAt = (share: number): number => share * total.net_gains_usd;
    const coverage = {
      ...report,
      covered: { ...covered, net_gains_usd: usdAt(0.405) },
      missing_pools: pools.map((pool, at) => ({ ...pool, covers_usd: usdAt(0.41 + at * 0.003) })),
    };
    const bare = await open({}, { ...sampleCoverage(), coverage });
    const slider = bare.page.getByRole('slider', { name: 'Number of missing pools to add' });
    for (const key of ['End', 'PageDown']) {
      await slider.press(key);
      const collisions = await bare.page.evaluate(`(() => {
        const curve = document.querySelector('.picture.curve');
        const line = curve.querySelector('.series-line');
        const points = Array.from({ length: 500 }, (_, at) =>
          line.getPointAtLength((at / 499) * line.getTotalLength()));
        const labels = [...curve.querySelectorAll('.end-label')];
        return labels.flatMap((label) => {
          const own = label.getBBox();
          const meets = ({ x, y, width = 0, height = 0 }) =>
            x < own.x + own.width && own.x < x + width && y < own.y + own.height && own.y < y + height;
          const others = [...curve.querySelectorAll('text')].filter((text) => text !== label);
          return [
            ...(points.some((point) => meets({ x: point.x, y: point.y, width: 0.1, height: 0.1 }))
              ? ['the curve'] : []),
            ...others.filter((text) => meets(text.getBBox())).map((text) => text.textContent),
            ...(own.y + own.height > Number(curve.querySelector('.axis').getAttribute('y1'))
              ? ['the axis'] : []),
          ].map((other) => label.textContent + ' on ' + other);
        }).concat(labels.length === 2 ? [] : ['not two labels']);
      })()`);
      assert.deepEqual(collisions, [], key);
    }
  });

  test('selects the number of pools with the pointer on the curve', async () => {
    const bare = await open();
    const slider = bare.page.getByRole('slider', { name: 'Number of missing pools to add' });
    const box = await slider.boundingBox();
    assert.ok(box !== null);
    await bare.page.mouse.click(box.x + box.width - 14, box.y + 60);
    assert.equal(await slider.getAttribute('aria-valuenow'), '30');
    await bare.page.close();
  });

  test('saves figures and pictures; the pictures state window, sample and source', async () => {
    const bare = await open();
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name: `Save ${name}` }).press('Enter');
    }
    const csv = await bare.next('save');
    assert.equal(csv['name'], 'Coverage bot.toml');
    assert.match(String(csv['data']), /^part,entry,name,measure,value,from,to,indexed,percentile/);
    const svg = String((await bare.next('save'))['data']);
    for (const text of [
      '>bot.toml<',
      'Sandbox: simulated data',
      'n: 72,184 arbitrages',
      'Pool not in the file: 36.3%',
      'Gain from more pools',
      '11 pools: 81.6%',
      'Net gain, USD per hour',
    ]) {
      assert.ok(svg.includes(text), text);
    }
    assert.ok(!svg.includes('class='));
    assert.match(String((await bare.next('save'))['data']), /^iVBOR/);
    await bare.page.close();
  });

  test('is accessible with tables instead of charts, and with bounds', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: 'Table', exact: true }).check({ force: true });
    await bare.page.getByLabel('Number of missing pools to add').waitFor();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.post({ type: 'content', content: sampleBounds() });
    await bare.page.getByText(/Bounds: Remote provides only rollups/).waitFor();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  for (const options of [
    { theme: 'dark' },
    { theme: 'light' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    const width = 'width' in options ? options.width : 1_280;
    test(`is accessible and fits in the ${options.theme} theme at ${width} pixels`, async () => {
      const bare = await open(options);
      await bare.page.locator('.picture.curve').waitFor();
      const wide = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${wide} pixels wide`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      assert.deepEqual(bare.problems, []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`coverage-${options.theme}-${width}`);
      await bare.page.close();
    });
  }
});

/** Texts that extend beyond the edge of their drawing. */
const cutTexts = `[...document.querySelectorAll('.picture')].flatMap((picture) => {
  const room = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('text')]
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})`;
