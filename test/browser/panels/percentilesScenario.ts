import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { type PercentileContent, seriesKey } from '../../../src/webview/messages/percentiles.ts';
import { accessibilityViolations, panelPage } from '../panelPage.ts';
import type { Workbench } from '../workbench.ts';

interface Point {
  readonly title: string;
  readonly y: number;
}

interface Tick {
  readonly words: string;
  readonly y: number;
}

export async function comparePercentiles(page: Frame): Promise<void> {
  const content = await nextContent(page);
  const points = await pointsOf(page);
  const [answer] = content.responses;
  assert.ok(answer !== undefined && answer.series.length > 2);
  const drawn = await drawnKeys(page);
  const told = answer.series
    .filter((series) => drawn.has(seriesKey(series)))
    .flatMap(({ values }) => values.filter((value) => value !== null));
  assert.deepEqual(
    points.map(({ title }) => amountIn(title)).toSorted((a, b) => a - b),
    told.toSorted((a, b) => a - b),
  );
  const height = heights(await ticksOf(page));
  for (const { title, y } of points) {
    const amount = amountIn(title);
    if (amount > 0) assert.ok(Math.abs(y - height(amount)) < 1, `${title} stands at ${y}`);
  }
  assert.deepEqual(await page.locator('.badge').allTextContents(), [
    'Sandbox: simulated data',
    'nearest rank',
  ]);
}

/** Shows once the hours of the last day are read; until then, the page is dimmed. */
export async function overTimeOf(page: Frame, statistic: string): Promise<void> {
  await page.getByText(`over time · ${statistic}`).waitFor();
  await page.locator('.tables tbody tr').nth(10).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.tables, .legend, .picture-room')].every(
      (part) => getComputedStyle(part).opacity === '1',
    ),
  );
}

export function percentilesScenario(window: () => Workbench): void {
  let page: Frame;

  test('opens the tips from their row of the Finder', async () => {
    await window().openArbscopeView();
    await window().branches('Finder', 1).first().waitFor();
    const row = window()
      .view('Finder')
      .getByRole('treeitem', { name: /^Median tip/ });
    await window().clickOn(row, 'Open Percentiles');
    page = await panelPage(window().page, 'percentiles');
    await page.locator('.picture').waitFor();
    // An explicit choice: the default depends on the number of providers, which varies over the
    // day.
    for (const name of ['Small multiples', 'Together']) {
      await page.getByRole('radio', { name }).check({ force: true });
    }
    assert.equal(
      await page.locator('.plot-title').textContent(),
      'Tips by compute units · last 1 h',
    );
  });

  test('reads the figures of the service from labels and positions in the chart', () =>
    comparePercentiles(page));

  test('finds every figure of the chart in the table', async () => {
    const content = await nextContent(page);
    const drawn = await drawnKeys(page);
    const cells = await page
      .locator('.tables tbody tr:not([data-series^="*"]) td:not(:first-of-type)')
      .allInnerTexts();
    const told = content.responses.flatMap(({ series }) =>
      series.filter((each) => drawn.has(seriesKey(each))).flatMap(({ values }) => values),
    );
    assert.deepEqual(
      cells.map((cell) => Number(cell.replaceAll(',', ''))).toSorted((a, b) => a - b),
      told.map(Number).toSorted((a, b) => a - b),
    );
  });

  test('compares two time ranges, with the old chart visible until both have loaded', async () => {
    await page.evaluate(watchForEmpty);
    await page
      .getByLabel('Compare with', { exact: true })
      .selectOption({ label: 'Compare with: last 24 h' });
    await page.locator('.plot').nth(1).waitFor();
    assert.deepEqual(await page.locator('.plot-title').allTextContents(), [
      'Tips by compute units · last 1 h',
      'Tips by compute units · last 24 h',
    ]);
    assert.equal(await page.evaluate('window.wasEmpty'), false);
    await window().screenshot('percentiles-two-windows');
    await page
      .getByLabel('Compare with', { exact: true })
      .selectOption({ label: 'Compare with: nothing' });
    await page.locator('.plot').nth(1).waitFor({ state: 'detached' });
  });

  test('copies the amount of p80 with the keyboard only', async () => {
    const percent = page.getByRole('spinbutton', { name: 'Percentile' });
    for (let step = 0; step < 5; step++) await percent.press('ArrowUp');
    await page.locator('.marker-label').getByText('p80', { exact: true }).waitFor();
    // The first is that of the market, which has no points.
    const amount = page.locator('button.amount').nth(1);
    const lamports = Number(await amount.getAttribute('data-lamports'));
    const points = await pointsOf(page);
    const p80 = points
      .filter(({ title }) => / p80:/.test(title))
      .map(({ title }) => amountIn(title));
    assert.ok(p80.includes(lamports), `${lamports} among ${p80.join(', ')}`);
    await amount.press('Enter');
    await page.getByText(`${lamports.toLocaleString('en-US')} lamports copied.`).waitFor();
  });

  test('switches unit, scale, a line and the view over time with the keyboard only', async () => {
    const press = (key: string) => window().page.keyboard.press(key);
    const isChecked = (name: string) => page.getByRole('radio', { name, checked: true }).waitFor();
    await page.getByRole('radio', { name: 'lamports' }).press('ArrowRight');
    await isChecked('SOL');
    assert.match((await pointsOf(page))[0]?.title ?? '', / SOL /);
    await press('ArrowLeft');
    await isChecked('lamports');
    await page.getByRole('radio', { name: 'log' }).press('ArrowRight');
    await isChecked('linear');
    assert.equal((await ticksOf(page))[0]?.words, '0');
    await press('ArrowLeft');
    await isChecked('log');
    const series = page.locator('.plot .series');
    const all = await series.count();
    await page.locator('.legend').getByRole('checkbox').first().press('Space');
    await series.nth(all - 1).waitFor({ state: 'detached' });
    assert.equal(await series.count(), all - 1);
    await press('Space');
    await series.nth(all - 1).waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'By percentile' }).press('ArrowRight');
    await overTimeOf(page, 'Tips by compute units');
    await window().screenshot('percentiles-over-time');
    assert.deepEqual(await accessibilityViolations(page), []);
    await press('ArrowLeft');
  });

  test('reads a limit beside its field, and nothing is requested', async () => {
    await page.locator('summary', { hasText: 'All compute units' }).press('Enter');
    const most = page.getByRole('textbox', { name: 'Maximum' });
    await most.fill('1400001');
    await most.press('Enter');
    await page.getByText('At most 1,400,000').waitFor();
    assert.equal(await page.locator('summary', { hasText: 'All compute units' }).count(), 1);
    await most.fill('');
    await most.press('Escape');
  });

  test('switches to the fees from their row of the Finder', async () => {
    const row = window()
      .view('Finder')
      .getByRole('treeitem', { name: /^Median transaction fee/ });
    await window().clickOn(row, 'Open Percentiles');
    await page.locator('.plot-title', { hasText: 'Fees by compute units' }).waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Fees by compute units' }).isChecked());
  });
}

async function nextContent(page: Frame): Promise<PercentileContent> {
  await page.locator('body[data-busy=false]').waitFor();
  // `void`, because evaluate would wait for the promise. Content before loading starts belongs to
  // the previous response: it is also sent when the remaining requests change.
  await page.evaluate(`void (window.nextContent = new Promise((resolve) => {
    let isLoading = false;
    let content = null;
    addEventListener('message', function heard({ data }) {
      if (data.type === 'status' && data.busy !== null) isLoading = true;
      if (isLoading && data.type === 'content') content = data.content;
      if (content === null || data.type !== 'status' || data.busy !== null) return;
      removeEventListener('message', heard);
      resolve(content);
    });
  }))`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const content = await page.evaluate<PercentileContent>('window.nextContent');
  await page.locator('body[data-busy=false]').waitFor();
  return content;
}

const drawnKeys = async (page: Frame): Promise<ReadonlySet<string>> =>
  new Set(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll('.picture .series')].map((line) => line.dataset.series)`,
    ),
  );

const pointsOf = (page: Frame): Promise<Point[]> =>
  page.evaluate<Point[]>(`[...document.querySelectorAll('.picture .plot .point')].map((point) => ({
    title: point.querySelector('title').textContent,
    y: Number(/ ([\\d.]+)\\)$/.exec(point.getAttribute('transform'))[1]),
  }))`);

const ticksOf = (page: Frame): Promise<Tick[]> =>
  page.evaluate<
    Tick[]
  >(`[...document.querySelectorAll('.picture .tick[text-anchor="end"]')].map((tick) => ({
    words: tick.textContent,
    y: Number(tick.getAttribute('y')) - 4,
  }))`);

/** `JITO p50: 12,345 lamports (n 678)`. */
const amountIn = (title: string): number =>
  Number(/: ([\d,]+) lamports? \(/.exec(title)?.[1]?.replaceAll(',', '') ?? Number.NaN);

/** Maps an amount to its height, based only on the axis labels. */
function heights(ticks: readonly Tick[]): (amount: number) => number {
  const scale = { k: 1e3, M: 1e6, B: 1e9 } as const;
  const read = ticks
    .map(({ words, y }) => {
      const [, figure = '', letter = ''] = /^([\d.,]+)([kMB]?)$/.exec(words) ?? [];
      return { amount: Number(figure) * (scale[letter as keyof typeof scale] ?? 1), y };
    })
    .filter(({ amount }) => amount > 0);
  const [first, last] = [read[0], read.at(-1)];
  assert.ok(first && last && first !== last);
  const slope = (last.y - first.y) / Math.log(last.amount / first.amount);
  return (amount) => first.y + slope * Math.log(amount / first.amount);
}

const watchForEmpty = `
  window.wasEmpty = false;
  new MutationObserver(() => {
    if (document.querySelector('.picture .point') === null) window.wasEmpty = true;
  }).observe(document.body, { subtree: true, childList: true });
`;
