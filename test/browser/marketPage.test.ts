import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import {
  sampleFigures,
  sampleHistory,
  sampleMarket,
  sampleStart,
} from '../unit/webview/market/marketSample.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

const start = sampleStart / 1_000;
/** One hour: four of the sample's intervals. */
const selection = { from: start + 84 * 900, to: start + 88 * 900 };
const selectedText = 'Selected: 2026-01-03 11:00 – 12:00 UTC';

const withSelection = () => {
  const content = sampleMarket();
  const total = sampleFigures({ tips: { sample: 5_000, values: [680_000, 2e6, 9e6] } });
  return sampleMarket({
    query: { ...content.query, selection },
    list: content.list && { ...content.list, total },
  });
};

describe('The market page', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleMarket()) => {
    const bare = await StandalonePanel.open(browser, 'market', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('h1').waitFor();
    return bare;
  };
  const slider = ({ page }: StandalonePanel) => page.getByRole('slider');
  const heading = ({ page }: StandalonePanel) => page.locator('aside h2');
  const asked = async (bare: StandalonePanel) => {
    const { query } = (await bare.next('ask')) as unknown as {
      query: { selection: typeof selection | null; [member: string]: unknown };
    };
    await bare.post({ type: 'state', state: query });
    return query;
  };

  test('selects a range across all rows by dragging, and clears it', async () => {
    const bare = await open();
    const box = await slider(bare).boundingBox();
    assert.ok(box !== null);
    const at = (share: number) => box.x + 46 + share * (box.width - 46 - 62);
    await bare.page.mouse.move(at(84.5 / 96), box.y + 60);
    await bare.page.mouse.down();
    await bare.page.mouse.move(at(86 / 96), box.y + 200);
    await bare.page.mouse.move(at(87.5 / 96), box.y + 300);
    await bare.page.mouse.up();
    assert.deepEqual((await asked(bare)).selection, selection);
    assert.equal(await heading(bare).textContent(), selectedText);
    const height = await bare.page.locator('.selection').getAttribute('height');
    assert.ok(Number(height) > 450, 'through all five rows');
    await bare.page.getByRole('button', { name: 'Clear Selection' }).click();
    assert.equal((await asked(bare)).selection, null);
    assert.equal(await heading(bare).textContent(), 'Whole period');
    await bare.page.close();
  });

  test('shows the same interval details by pointer and by keys', async () => {
    const bare = await open();
    const reading = bare.page.locator('.reading');
    await slider(bare).focus();
    await bare.page.keyboard.press('ArrowRight');
    const byKey = (await reading.textContent()) ?? '';
    assert.match(byKey, /^2026-01-03 13:45 – 14:00 UTC; Transactions per 15 min: succeeded /);
    assert.equal(await slider(bare).getAttribute('aria-valuetext'), byKey);
    await bare.page.keyboard.press('Escape');
    const box = await slider(bare).boundingBox();
    assert.ok(box !== null);
    await bare.page.mouse.move(box.x + box.width - 64, box.y + 100);
    assert.equal(await reading.textContent(), byKey);
    await bare.page.close();
  });

  test('requests longer intervals when it becomes narrow, once', async () => {
    const points = sampleHistory().points;
    const history = sampleHistory({
      intervalSeconds: 300,
      points: Array.from({ length: 288 }, (_, at) => points[at % 60] ?? points[0]).filter(
        (point) => point !== undefined,
      ),
    });
    const bare = await open({}, sampleMarket({ history }));
    await bare.page.setViewportSize({ width: 420, height: 900 });
    const query = await asked(bare);
    assert.ok(Number(query['maxPoints']) < 288);
    await bare.post({ type: 'content', content: { ...sampleMarket({ history }), query } });
    await bare.page.getByRole('button', { name: 'Save CSV' }).click();
    await bare.next('save');
    assert.deepEqual(
      (await bare.sent()).filter(({ type }) => type === 'ask'),
      [],
    );
    await bare.page.close();
  });

  test('has an accessible table, which it remembers', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: 'Table' }).check({ force: true });
    await bare.page.locator('.tables tbody tr').nth(95).waitFor();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    const kept = await bare.page.evaluate<{ own: { view: string } }>('keptState');
    assert.equal(kept.own.view, 'table');
    await bare.page.close();
  });

  test('saves figures and pictures; the picture states scope, window, sample and source', async () => {
    const bare = await open({}, withSelection());
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name: `Save ${name}` }).press('Enter');
    }
    const csv = String((await bare.next('save'))['data']);
    assert.equal(csv.trim().split('\r\n').length, 97);
    const svg = String((await bare.next('save'))['data']);
    for (const text of ['Market: Whole market', '115,319 transactions', 'simulated data', 'p95']) {
      assert.ok(svg.includes(text), text);
    }
    assert.ok(svg.includes('<rect') && !svg.includes('class='));
    assert.match(String((await bare.next('save'))['data']), /^iVBOR/);
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
      const bare = await open(options, withSelection());
      await bare.page.locator('.time-chart').waitFor();
      const wide = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${wide} pixels wide`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      // The policy also blocks attempts of the checker itself.
      assert.deepEqual(bare.problems, []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`market-${options.theme}-${width}`);
      await bare.page.close();
    });
  }
});

/** Texts that extend beyond the edge of the chart. */
const cutTexts = `(() => {
  const room = document.querySelector('.picture').getBoundingClientRect();
  return [...document.querySelectorAll('.picture text')]
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})()`;
