import type { Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { BarePage } from '../browser/barePage.ts';
import { busyContent } from '../unit/webview/percentiles/content.ts';
import type { Bench } from './benchResult.ts';

const rounds = 15;

/**
 * The percentile charts in the browser: from the answer's message to the first paint that shows it,
 * 12 percentiles of 12 providers with a day of kept answers. The reference is the browser's own
 * work: the same page as ready markup, put in and painted.
 */
export const bench: Bench = async () => {
  const browser = await launchChromium();
  try {
    const times: number[] = [];
    const references: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await BarePage.open(browser, 'percentiles');
      times.push(await painted(bare.page, postContent));
      const markup = await bare.page.locator('#page').evaluate((place) => place.outerHTML);
      await bare.page.close();
      const blank = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
      references.push(await painted(blank, `document.body.innerHTML = ${JSON.stringify(markup)}`));
      await blank.close();
    }
    const value = median(times);
    const reference = median(references);
    return [
      {
        name: 'panel.percentiles',
        value,
        unit: 'ms',
        reference: { name: 'the same page as ready markup', value: reference },
        ratio: reference / value,
      },
    ];
  } finally {
    await browser.close();
  }
};

const postContent = `window.postMessage(${JSON.stringify({ type: 'content', content: busyContent() })}, '*')`;

/** Milliseconds from a script to the paint after the picture is there. */
const painted = (page: Page, script: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    const look = () => {
      if (document.querySelector('.picture .point') === null) return requestAnimationFrame(look);
      // The task after the frame that was painted with it.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - start);
      requestAnimationFrame(() => port2.postMessage(null));
    };
    requestAnimationFrame(look);
    ${script};
  })`);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
