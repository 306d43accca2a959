import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { smallSamplesContent } from '../unit/webview/percentiles/sampleContent.ts';
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

  test('highlights the line under the pointer, with its amounts', async () => {
    const bare = await open();
    await row(bare, 'SOYAS').hover();
    const strokeOf = (name: string) =>
      bare.page.evaluate<string>(
        `getComputedStyle(document.querySelector('.series[data-series^="${name}"] .series-line')).strokeWidth`,
      );
    assert.equal(await strokeOf('SOYAS'), '3px');
    assert.equal(await strokeOf('JITO'), '1.8px');
    const amount = (name: string) =>
      bare.page.locator(`.values[data-series^="${name}"] text`).first();
    assert.deepEqual(
      [await amount('SOYAS').isVisible(), await amount('JITO').isVisible()],
      [true, false],
    );
    await bare.page.locator('.series[data-series^="NEXTBLOCK"] .point').nth(6).hover();
    assert.equal(await strokeOf('NEXTBLOCK'), '3px');
    await bare.page.mouse.move(1, 1);
    await bare.page.locator('.is-lit').first().waitFor({ state: 'detached' });
    await bare.page.close();
  });

  test('shows small multiples when there is little space', async () => {
    const bare = await open();
    const multiples = bare.page.getByRole('radio', { name: 'Small multiples' });
    assert.equal(await multiples.isChecked(), false);
    await bare.page.setViewportSize({ width: 560, height: 800 });
    await bare.page.locator('.plot.small').nth(4).waitFor();
    assert.equal(await multiples.isChecked(), true);
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

  test('saves a picture as shown', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: 'Small multiples' }).check({ force: true });
    await row(bare, 'JITO').getByRole('checkbox').uncheck();
    await bare.page.getByRole('button', { name: 'Save SVG' }).press('Enter');
    const svg = String((await bare.next('save'))['data']);
    assert.match(svg, /simulated data/);
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
