import type { Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { StandalonePanel } from '../browser/standalonePanel.ts';
import type { BenchResult } from './benchResult.ts';

/** Times are whole frames, of which a median of few tells little. */
const rounds = 31;

export interface FirstPaint {
  readonly name: string;
  /** Page of the panel. */
  readonly bundle: string;
  readonly content: unknown;
  /** What is there once the content is drawn. */
  readonly shown: string;
}

/**
 * A panel's page in the browser: from the response's message to the first paint that shows it. The
 * reference is the browser's own work: the same page as ready markup, put in and painted. What no script
 * can save is measured as well: the same markup with the styles of the page.
 */
export async function firstPaint({
  name,
  bundle,
  content,
  shown,
}: FirstPaint): Promise<readonly BenchResult[]> {
  const browser = await launchChromium();
  const post = `window.postMessage(${JSON.stringify({ type: 'content', content })}, '*')`;
  try {
    const times: number[] = [];
    const references: number[] = [];
    const styled: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await StandalonePanel.open(browser, bundle);
      times.push(await painted(bare.page, shown, post));
      const markup = await bare.page.locator('#page').evaluate((place) => place.outerHTML);
      const styles = await bare.page.evaluate<string>(ownStyles);
      await bare.page.close();
      const put = `document.body.innerHTML = ${JSON.stringify(markup)}`;
      for (const [list, style] of [
        [references, ''],
        [styled, styles],
      ] as const) {
        const blank = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
        if (style !== '') await blank.addStyleTag({ content: style });
        list.push(await painted(blank, shown, put));
        await blank.close();
      }
    }
    const reference = { name: 'the same page as ready markup', value: median(references) };
    const result = (of: string, value: number, unit: string): BenchResult => ({
      name: of,
      value,
      unit,
      reference,
      ratio: reference.value / value,
    });
    return [
      result(name, median(times), 'ms'),
      result(`${name}.styles`, median(styled), 'ms of that markup with the styles of the page'),
    ];
  } finally {
    await browser.close();
  }
}

/** The rules of a page, those of imported sheets among them. */
const ownStyles = `(() => {
  const rulesOf = ({ cssRules }) =>
    [...cssRules].map((rule) => (rule.styleSheet ? rulesOf(rule.styleSheet) : rule.cssText)).join('');
  return [...document.styleSheets].map(rulesOf).join('');
})()`;

/** Milliseconds from a script to the paint after what it shows is there. */
const painted = (page: Page, shown: string, script: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    const look = () => {
      if (document.querySelector(${JSON.stringify(shown)}) === null) {
        return requestAnimationFrame(look);
      }
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
