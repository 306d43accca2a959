import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import {
  sampleFigures,
  sampleHistory,
  sampleMarket,
  sampleSignatures,
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

  test('draws five rows over one time axis, with unknown times hatched and labeled', async () => {
    const bare = await open();
    const texts = await bare.page.locator('.time-chart text').allTextContents();
    for (const title of ['Transactions', 'Gains, USD', 'Volume, USD', 'Tips, lamports', 'Fees']) {
      assert.ok(
        texts.some((text) => text.startsWith(title)),
        title,
      );
    }
    assert.equal(await bare.page.locator('.hatch').count(), 5);
    await bare.page.getByText('Hatched: not indexed, unknown.').waitFor();
    await bare.page.getByText('data until 13:58:59 UTC').waitFor();
    // Tips and fees of fewer than 30 transactions.
    assert.equal(await bare.page.locator('.note-mark').count(), 2);
    assert.equal(texts.filter((text) => text === 'small sample').length, 2);
    const dashes = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.series-5 .series-line')].slice(0, 9).map((line) => line.getAttribute('stroke-dasharray') ?? '')`,
    );
    assert.ok(new Set(dashes).size >= 3);
    await bare.page.close();
  });

  test('selects a range across all rows by dragging, and lists its arbitrages', async () => {
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
    await bare.post({ type: 'content', content: withSelection() });
    await bare.page.getByText('680,000 lamports').waitFor();
    // Compared with the median of the last 24 hours.
    await bare.page.getByText('2 ×', { exact: true }).waitFor();
    await bare.page.getByRole('button', { name: 'Clear Selection' }).click();
    assert.equal((await asked(bare)).selection, null);
    assert.equal(await heading(bare).textContent(), 'Whole period');
    await bare.page.close();
  });

  test('moves and resizes the selection by keys, and shows it as text', async () => {
    const bare = await open({}, withSelection());
    const { keyboard } = bare.page;
    await slider(bare).focus();
    assert.match((await slider(bare).getAttribute('aria-valuetext')) ?? '', /11:00 – 12:00 UTC/);
    await keyboard.press('ArrowLeft');
    assert.deepEqual((await asked(bare)).selection, {
      from: selection.from - 900,
      to: selection.to - 900,
    });
    await keyboard.press('Shift+ArrowRight');
    assert.deepEqual((await asked(bare)).selection, {
      from: selection.from - 900,
      to: selection.to,
    });
    assert.match(
      (await slider(bare).getAttribute('aria-valuetext')) ?? '',
      /10:45 – 12:00 UTC \(75 min\)/,
    );
    // New content keeps focus and scroll position.
    await bare.post({ type: 'content', content: withSelection() });
    assert.equal(await slider(bare).and(bare.page.locator(':focus')).count(), 1);
    await keyboard.press('Escape');
    assert.equal((await asked(bare)).selection, null);
    assert.equal(await slider(bare).getAttribute('aria-valuetext'), 'nothing selected');
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

  test('opens the transaction of a row by click and Enter, with one tab stop', async () => {
    const bare = await open();
    const rows = bare.page.locator('.arbitrages tr[data-signature]');
    assert.equal(await rows.count(), sampleSignatures.length);
    await rows.nth(1).locator('.route').click();
    assert.equal((await bare.next('open-transaction'))['signature'], sampleSignatures[1]);
    assert.equal(
      await bare.page.locator('.arbitrages td button, .arbitrages th button').count(),
      12,
    );
    assert.equal(await bare.page.locator('.arbitrages [tabindex="0"][data-focus]').count(), 1);
    await rows.nth(0).getByRole('button').focus();
    await bare.page.keyboard.press('ArrowDown');
    await bare.page.keyboard.press('ArrowDown');
    await bare.page.keyboard.press('Enter');
    assert.equal((await bare.next('open-transaction'))['signature'], sampleSignatures[2]);
    await bare.page.getByRole('button', { name: 'Show More' }).click();
    await bare.next('more');
    await bare.page.getByRole('radio', { name: 'Newest' }).check({ force: true });
    assert.equal((await asked(bare))['order'], 'time');
    await bare.page.close();
  });

  test('requests another scope, period and interval', async () => {
    const bare = await open();
    const scope = bare.page.getByRole('combobox', { name: 'Scope' });
    await scope.selectOption({ label: 'JITO' });
    assert.deepEqual((await asked(bare))['scope'], { kind: 'provider', value: 'JITO' });
    await bare.page.getByRole('button', { name: 'Show in Live' }).click();
    await bare.next('show-live');
    await scope.selectOption({ label: 'Whole market' });
    assert.equal((await asked(bare))['scope'], null);
    await scope.selectOption({ label: 'Other…' });
    await bare.next('enter-scope');
    assert.equal(await scope.inputValue(), '');
    await bare.page.getByRole('radio', { name: 'All stored' }).check({ force: true });
    assert.equal((await asked(bare))['periodSeconds'], null);
    const interval = bare.page.getByRole('group', { name: 'Interval' });
    await interval.getByRole('radio', { name: '1 h' }).check({ force: true });
    assert.equal((await asked(bare))['intervalSeconds'], 3_600);
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
    await bare.page.getByRole('button', { name: 'Refresh' }).click();
    await bare.next('refresh');
    assert.deepEqual(
      (await bare.sent()).filter(({ type }) => type === 'ask'),
      [],
    );
    await bare.page.close();
  });

  test('shows every figure of the charts in its table, with “unknown” for missing ones', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: 'Table' }).check({ force: true });
    const rows = bare.page.locator('.tables tbody tr');
    assert.equal(await rows.count(), 96);
    const unknown = await rows
      .nth(95 - 62)
      .locator('td')
      .allTextContents();
    assert.equal(unknown.length, 11);
    assert.ok(unknown.every((text) => text === 'unknown'));
    assert.equal(await bare.page.locator('.picture').first().isVisible(), false);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    const kept = await bare.page.evaluate<{ own: { view: string } }>('keptState');
    assert.equal(kept.own.view, 'table');
    await bare.page.close();
  });

  test('saves figures and pictures; the picture states scope, window, sample and source', async () => {
    const bare = await open({}, withSelection());
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name, exact: true }).press('Enter');
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

  test('explains that a service offers no history, and which connections do', async () => {
    const content = sampleMarket({
      source: 'Remote',
      isSimulated: false,
      choices: [],
      history: null,
      list: null,
    });
    const bare = await open({}, content);
    await bare.page.getByText('Remote does not offer market history.').waitFor();
    await bare.page.getByText(/your own node, or a service that runs Arbscope/).waitFor();
    await bare.page.getByRole('button', { name: 'Switch Connection' }).click();
    assert.equal((await bare.next('error-action'))['act'], 'switch-connection');
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
