import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { sampleContent, smallSamplesContent } from '../unit/webview/percentiles/sampleContent.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

const isHighContrast = ({ theme }: StandalonePanelOptions) => theme === 'high-contrast';

describe('The percentile page', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = smallSamplesContent()) => {
    const bare = await StandalonePanel.open(browser, 'percentiles', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('.picture').waitFor();
    return bare;
  };
  const row = ({ page }: StandalonePanel, name: string) =>
    page.locator('.legend tbody tr', { hasText: name });
  const litLines = ({ page }: StandalonePanel) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.series.is-lit')].map((line) => line.dataset.series)`,
    );

  test('draws the market and the large samples, and the others on request', async () => {
    const bare = await open();
    const names = bare.page.locator('.legend tbody th');
    assert.deepEqual(await names.allTextContents(), [
      'Market',
      'JITO',
      'NEXTBLOCK',
      'SOYAS',
      'RAZOR',
      'TEMPORAL',
    ]);
    const lines = bare.page.locator('.plot .series');
    assert.equal(await lines.count(), 6);
    await bare.page.getByRole('button', { name: '14 providers with n below 30' }).click();
    assert.equal(await names.count(), 20);
    assert.equal(await lines.count(), 6);
    await row(bare, 'GLAIVE').getByRole('checkbox').check();
    await bare.page.locator('.plot .series[data-series^="GLAIVE"]').waitFor();
    await bare.page.getByRole('button', { name: 'Draw All' }).click();
    await bare.page.getByRole('button', { name: 'Hide All' }).waitFor();
    // Each plot has the market's line in addition to its own.
    assert.equal(await lines.count(), 19);
    await bare.page.close();
  });

  test('moves the marker to the percentile closest to a click', async () => {
    const bare = await open();
    const { page } = bare;
    // A click outside the axis selects its nearest end.
    const clicks = { p00: -6, p90: 5, p99: 6 };
    for (const [name, offset] of Object.entries(clicks)) {
      const tick = page.locator('.plot .tick').getByText(name, { exact: true }).first();
      const place = await tick.boundingBox();
      const area = await page.locator('.plot-area').first().boundingBox();
      assert.ok(place !== null && area !== null);
      await page.mouse.click(place.x + place.width / 2 + offset, area.y + 10);
      await page.locator('.marker-label').getByText(name, { exact: true }).waitFor();
    }
    await bare.page.close();
  });

  test('highlights the line under the pointer, in the chart and in the legend', async () => {
    const bare = await open();
    assert.deepEqual(await litLines(bare), []);
    await row(bare, 'SOYAS').hover();
    const [soyas = ''] = await litLines(bare);
    assert.match(soyas, /^SOYAS /);
    const strokeOf = (name: string) =>
      bare.page.evaluate<string>(
        `getComputedStyle(document.querySelector('.series[data-series^="${name}"] .series-line')).strokeWidth`,
      );
    assert.equal(await strokeOf('SOYAS'), '3px');
    assert.equal(await strokeOf('JITO'), '1.8px');
    const amounts = bare.page.locator(`.values[data-series="${soyas}"] text`);
    assert.ok((await amounts.count()) >= 6);
    assert.ok(await amounts.first().isVisible());
    assert.equal(
      await bare.page.locator('.values[data-series^="JITO"] text').first().isVisible(),
      false,
    );
    assert.equal(await bare.page.locator('.series.is-faded').count(), 5);
    await bare.page.locator('.series[data-series^="NEXTBLOCK"] .point').nth(6).hover();
    assert.match(String(await litLines(bare)), /^NEXTBLOCK [^,]*$/);
    assert.ok(await row(bare, 'NEXTBLOCK').evaluate((each) => each.classList.contains('is-lit')));
    await bare.page.mouse.move(1, 1);
    assert.deepEqual(await litLines(bare), []);
    await bare.page.close();
  });

  test('has one tab stop for its legend, with arrow keys to highlight lines', async () => {
    const bare = await open();
    const { keyboard } = bare.page;
    const focused = () =>
      bare.page.evaluate<string>(`document.activeElement.dataset.focus?.split(' ', 2).join(' ')`);
    assert.equal(await bare.page.locator('.legend [tabindex="0"]').count(), 1);
    await bare.page.getByRole('slider').focus();
    await keyboard.press('Tab');
    assert.equal(await focused(), 'box *');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    assert.equal(await focused(), 'box NEXTBLOCK');
    assert.match(String(await litLines(bare)), /^NEXTBLOCK /);
    await keyboard.press('Space');
    await bare.page
      .locator('.series[data-series^="NEXTBLOCK"]')
      .first()
      .waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'box NEXTBLOCK');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowRight');
    assert.equal(await focused(), 'amount 0');
    await keyboard.press('Enter');
    assert.match(String((await bare.next('copy'))['what']), /lamports$/);
    await keyboard.press('End');
    assert.equal(await focused(), 'all');
    await keyboard.press('Tab');
    assert.equal(await bare.page.locator('.legend :focus').count(), 0);
    await keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'all');
    await bare.page.close();
  });

  test('keeps focus, highlight and scroll position when new figures arrive', async () => {
    const bare = await open({ height: 500 });
    const box = row(bare, 'SOYAS').getByRole('checkbox');
    await box.focus();
    await bare.page.keyboard.press('ArrowDown');
    await bare.page.keyboard.press('ArrowUp');
    await bare.page.evaluate('window.scrollTo(0, 150)');
    const content = smallSamplesContent();
    const responses = content.responses.map((each) => ({
      ...each,
      answeredAtMilliseconds: each.answeredAtMilliseconds + 60_000,
    }));
    await bare.post({ type: 'content', content: { ...content, responses } });
    await bare.page.getByText('12:35:56 UTC').first().waitFor();
    assert.equal(await box.and(bare.page.locator(':focus')).count(), 1);
    assert.match(String(await litLines(bare)), /^SOYAS /);
    assert.equal(await bare.page.evaluate('window.scrollY'), 150);
    await bare.page.close();
  });

  test('shows small multiples for many providers or little space, unless another view is chosen', async () => {
    const isMultiples = ({ page }: StandalonePanel) =>
      page.getByRole('radio', { name: 'Small multiples' }).isChecked();
    const few = await open();
    assert.equal(await isMultiples(few), false);
    await few.page.setViewportSize({ width: 560, height: 800 });
    await few.page.locator('.plot.small').nth(4).waitFor();
    assert.equal(await isMultiples(few), true);
    await few.page.close();

    const many = await open({}, sampleContent());
    assert.equal(await isMultiples(many), true);
    // One for each of eleven providers, with the market behind it, a ring, and a shared axis.
    assert.equal(await many.page.locator('.plot.small').count(), 11);
    assert.equal(await many.page.locator('.plot.small .context').count(), 11);
    assert.equal(await many.page.locator('.plot.small .marker-ring').count(), 11);
    const axes = await many.page.evaluate<string[]>(
      `[...document.querySelectorAll('.plot.small')].map((plot) =>
        [...plot.querySelectorAll('.tick[text-anchor="end"]')].map((tick) => tick.textContent).join())`,
    );
    assert.equal(new Set(axes).size, 1);
    await many.page.getByRole('radio', { name: 'Together' }).check({ force: true });
    await many.page.locator('.plot:not(.small)').waitFor();
    assert.equal(await many.page.locator('.plot').count(), 1);
    const saved = await many.page.evaluate<{ own: { choices: { view: string } } }>('keptState');
    assert.equal(saved.own.choices.view, 'together');
    await many.page.close();
  });

  test('draws markers hollow if fewer than five transactions are above', async () => {
    const bare = await open();
    const hollow = (name: string) =>
      bare.page.locator(`.series[data-series^="${name}"] .point.hollow title`).allTextContents();
    assert.deepEqual(
      (await hollow('TEMPORAL')).map((title) => /p\d\d/.exec(title)?.[0]),
      ['p90', 'p95', 'p99'],
    );
    assert.equal((await hollow('JITO')).length, 1);
    await bare.page.close();
  });

  test('draws no line across a time without measurements', async () => {
    const bare = await open();
    await bare.page.getByRole('tab', { name: 'Over time' }).click();
    const path = await bare.page
      .locator('.series[data-series^="JITO"] .series-line')
      .getAttribute('d');
    assert.equal(path?.match(/M/g)?.length, 2);
    assert.match(path ?? '', /^[MLZ\d.,]+$/);
    await bare.page.close();
  });

  for (const width of [400, 356]) {
    test(`fits a panel of ${width} pixels, without names at the ends of the lines`, async () => {
      const bare = await open({ width });
      for (const view of ['Small multiples', 'Together']) {
        await bare.page.getByRole('radio', { name: view }).check({ force: true });
        for (const tab of ['Over time', 'By percentile']) {
          await bare.page.getByRole('tab', { name: tab }).click();
          const [wide, room] = await bare.page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          );
          assert.ok(
            wide <= room,
            `${view}, ${tab}: ${wide} pixels wide, of which ${room} are seen`,
          );
          const cut = await bare.page.evaluate<string[]>(cutTexts);
          assert.deepEqual(cut, [], `${view}, ${tab}`);
        }
      }
      for (const summary of await bare.page.locator('summary').all()) {
        await summary.click();
        const wide = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(wide <= width, `${await summary.textContent()}: ${wide} pixels wide`);
        await bare.page.keyboard.press('Escape');
      }
      assert.equal(await bare.page.locator('.end-label').count(), 0);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`percentiles-${width}`);
      await bare.page.close();
    });
  }

  for (const options of [{ theme: 'dark' }, { theme: 'high-contrast' }] as const) {
    test(`shows the selected segment by its background in the ${options.theme} theme`, async () => {
      const bare = await open(options);
      const backgroundOf = (value: string) =>
        bare.page.evaluate<string>(
          `getComputedStyle(document.querySelector('[value="${value}"] + span')).backgroundColor`,
        );
      const [selected, other] = [await backgroundOf('lamports'), await backgroundOf('SOL')];
      assert.notEqual(selected, other);
      if (isHighContrast(options)) assert.equal(selected, 'rgb(255, 255, 255)');
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.page.close();
    });
  }

  test('saves pictures and figures as shown', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: 'Small multiples' }).check({ force: true });
    await row(bare, 'JITO').getByRole('checkbox').uncheck();
    for (const name of ['CSV', 'SVG']) {
      await bare.page.getByRole('button', { name, exact: true }).press('Enter');
    }
    const csv = String((await bare.next('save'))['data']);
    assert.deepEqual(
      csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[9]),
      ['MARKET', 'RAZOR', 'NEXTBLOCK', 'SOYAS', 'TEMPORAL'],
    );
    const svg = String((await bare.next('save'))['data']);
    assert.ok(svg.includes('>TEMPORAL<') && !svg.includes('>JITO<') && !svg.includes('>FAST<'));
    await bare.page.close();
  });
});

/** Texts that extend beyond the edge of the chart. */
const cutTexts = `(() => {
  const room = document.querySelector('.picture').getBoundingClientRect();
  return [...document.querySelectorAll('.picture text')]
    .filter((text) => getComputedStyle(text).visibility === 'visible')
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})()`;
