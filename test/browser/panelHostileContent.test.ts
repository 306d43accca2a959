import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import type { PercentileContent } from '../../src/webview/messages/percentiles.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sampleContent } from '../unit/webview/percentiles/sampleContent.ts';
import { sampleToken } from '../unit/webview/token/tokenSample.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel } from './standalonePanel.ts';

const markup = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';
const long = 'x'.repeat(1_900);
const backwards = '\u202ekcolB\u2066';

const hostilePercentiles = (): PercentileContent => {
  const content = sampleContent();
  const [answer] = content.responses;
  assert.ok(answer);
  const names = [markup, long, backwards, '__proto__', 'constructor', '', '\u0000', 'UЅDС'];
  const values = [0, null, -5, 2 ** 64, 1e-9, 5, 6, 7, 8, 9, 10, 1e21];
  const series = Array.from({ length: 120 }, (_, at) => ({
    provider: `${names[at % names.length]}${at}`,
    mint: at % 7 === 0 ? markup : null,
    symbol: markup,
    unit: at % 5 === 0 ? ('percentage' as const) : ('lamports' as const),
    sample: at,
    values,
  }));
  return { ...content, responses: [{ ...answer, series, faults: [markup] }], source: markup };
};

describe('Untrusted content', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const troubles = (bare: StandalonePanel): string[] => {
    const told: string[] = [];
    bare.page.on('pageerror', (error) => told.push(error.message));
    return told;
  };

  test('is shown as plain text in the percentile charts', async () => {
    const bare = await StandalonePanel.open(browser, 'percentiles');
    const told = troubles(bare);
    await bare.post({ type: 'content', content: hostilePercentiles() });
    await bare.page.locator('.picture').waitFor();
    await bare.page.getByRole('button', { name: 'Show All' }).click();
    for (const name of ['Together', 'linear', 'USD', 'SOL', 'Small multiples', 'log']) {
      await bare.page.getByRole('radio', { name, exact: true }).check({ force: true });
    }
    await bare.page.getByRole('tab', { name: 'Over time' }).click();
    await bare.page.getByRole('tab', { name: 'By percentile' }).click();
    assert.equal(await bare.page.locator('#page img, #page script').count(), 0);
    assert.equal(await bare.page.evaluate('window.wasRun'), undefined);
    const drawn = await bare.page.locator('.picture').evaluate((picture) => picture.outerHTML);
    assert.ok(!/NaN|Infinity/.test(drawn));
    assert.ok((await bare.page.locator('.tables tbody tr').count()) >= 120);
    assert.deepEqual(told, []);
    await bare.page.close();
  });

  test('is shown as plain text in the token panel, with its warnings', async () => {
    const bare = await StandalonePanel.open(browser, 'token');
    const told = troubles(bare);
    const strange = `${markup}${backwards}${long}`;
    await bare.post({
      type: 'content',
      content: sampleToken({
        name: strange,
        symbol: strange,
        facts: [{ name: strange, value: strange }],
        warnings: [strange],
        metadata: [{ field: 'Name', onChain: strange, offChain: markup }],
        imageUrl: 'javascript:alert(1)',
        marketNote: markup,
      }),
    });
    await bare.page.getByRole('alert', { name: 'Warning' }).waitFor();
    assert.equal(await bare.page.locator('#page img, #page script').count(), 0);
    assert.equal(await bare.page.evaluate('window.wasRun'), undefined);
    const width = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 1_300, `the page is ${width} wide`);
    assert.deepEqual(told, []);
    await bare.page.close();
  });

  test('is dropped when no panel sends it, and the page stays unchanged', async () => {
    const bare = await StandalonePanel.open(browser, 'percentiles');
    const told = troubles(bare);
    await bare.post({ type: 'content', content: sampleContent() });
    await bare.page.locator('.picture').waitFor();
    const before = await bare.page.locator('.picture').evaluate((picture) => picture.outerHTML);
    for (const wrong of [null, 'content', { type: 'run', code: 'window.wasRun = true' }]) {
      await bare.post(wrong);
    }
    // Valid content, but from another frame and from another origin.
    const foreign = JSON.stringify({ type: 'content', content: sampleContent([60]) });
    for (const from of [
      'source: null, origin: origin',
      "source: window, origin: 'https://e.vil'",
    ]) {
      await bare.page.evaluate(
        `dispatchEvent(new MessageEvent('message', { data: ${foreign}, ${from} }))`,
      );
    }
    await bare.post({ type: 'status', busy: null, problem: null });
    await bare.page.locator('body[data-busy=false]').waitFor();
    const picture = await bare.page.locator('.picture').evaluate((each) => each.outerHTML);
    assert.equal(picture, before);
    assert.deepEqual(told, []);
    await bare.page.close();
  });

  for (const theme of ['light', 'dark', 'high-contrast'] as const) {
    test(`leaves the token panel accessible in the ${theme} theme, with a working message for each button`, async () => {
      const bare = await StandalonePanel.open(browser, 'token', { theme });
      await bare.post({ type: 'content', content: sampleToken() });
      await bare.page.getByRole('button', { name: 'Show Picture' }).click();
      await bare.page.getByRole('button', { name: /^Copy 7GCi/ }).press('Enter');
      await bare.page.getByRole('button', { name: 'Load Market Cache' }).press('Enter');
      assert.deepEqual(
        (await bare.sent()).map(({ type }) => type),
        ['ready', 'show-image', 'copy', 'load-pools'],
      );
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.page.close();
    });
  }

  test('of an unknown token leaves its address, the error and the remedy visible', async () => {
    const bare = await StandalonePanel.open(browser, 'token');
    const { mint } = sampleToken();
    await bare.post({
      type: 'content',
      content: sampleToken({
        name: '',
        symbol: '',
        isKnown: false,
        warnings: [],
        facts: [],
        metadata: [],
      }),
    });
    await bare.post({
      type: 'status',
      busy: null,
      problem: {
        message: 'Nothing is known of it.',
        suggestion: 'Check the address.',
        actions: [{ act: 'refresh', label: 'Try Again' }],
      },
    });
    const problem = bare.page.getByRole('alert', { name: 'Problem' });
    await problem.getByText('Check the address.').waitFor();
    assert.equal(await bare.page.locator('h1').textContent(), 'Unknown token');
    assert.equal(await bare.page.getByRole('button', { name: mint }).count(), 1);
    await bare.screenshot('token-not-known');
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await problem.getByRole('button', { name: 'Try Again' }).press('Enter');
    assert.deepEqual((await bare.sent()).at(-1), { type: 'error-action', act: 'refresh' });
    await bare.page.close();
  });

  test('leaves charts of two time ranges without a serious accessibility finding', async () => {
    const bare = await StandalonePanel.open(browser, 'percentiles', {
      theme: 'light',
      width: 1_600,
    });
    await bare.post({ type: 'content', content: sampleContent([3_600, 86_400]) });
    await bare.page.locator('.plot').nth(1).waitFor();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.getByRole('tab', { name: 'Over time' }).click();
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('is exported as shown, as CSV and as pictures in the colors of the theme', async () => {
    const bare = await StandalonePanel.open(browser, 'percentiles');
    await bare.post({ type: 'content', content: sampleContent() });
    await bare.page.locator('.picture').waitFor();
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name: `Save ${name}` }).press('Enter');
    }
    const [csv, svg, png] = [
      await bare.next('save'),
      await bare.next('save'),
      await bare.next('save'),
    ];
    assert.deepEqual(
      [csv, svg, png].map(({ format }) => format),
      ['csv', 'svg', 'png'],
    );
    assert.deepEqual(
      (await bare.sent()).map(({ type }) => type),
      ['ready'],
    );
    assert.equal(String(csv['data']).trim().split('\r\n').length, 13);
    assert.match(String(svg['data']), /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(String(svg['data']), /stroke="rgb\(55, 148, 255\)"/);
    assert.ok(!/var\(|class=/.test(String(svg['data'])));
    assert.equal(Buffer.from(String(png['data']), 'base64').subarray(1, 4).toString(), 'PNG');
    await bare.page.close();
  });
});
