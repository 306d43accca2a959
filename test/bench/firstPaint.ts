import type { CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { StandalonePanel } from '../browser/standalonePanel.ts';
import type { BenchResult } from './benchResult.ts';

/** The first pages of a browser are slower. */
const warmUpRounds = 5;
const rounds = 40;
const frameMilliseconds = 1_000 / 60;

/**
 * Start time of a round within a frame. A measurement ends with a frame, so it depends on its start
 * within one. Otherwise all rounds of a run would start at the same time in a frame; this spreads
 * them evenly.
 */
const beginOf = (round: number): number => ((round * 0.618) % 1) * frameMilliseconds;

export interface FirstPaint {
  readonly name: string;
  readonly bundle: string;
  readonly content: unknown;
  /** Selector of an element that exists once the content is rendered. */
  readonly shown: string;
}

interface Painted {
  /** From the script's start to the paint. */
  readonly milliseconds: number;
  /** Busy time of the page's main thread meanwhile, not rounded to frames. */
  readonly workMilliseconds: number;
}

/**
 * A panel's page in the browser: time from the response's message to the first paint with it, and
 * the busy time within. The reference is the same page inserted as finished markup without styles.
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
    const pages: Painted[] = [];
    const references: Painted[] = [];
    for (let round = -warmUpRounds; round < rounds; round++) {
      const intoFrame = beginOf(Math.abs(round));
      const panel = await StandalonePanel.open(browser, bundle);
      const ofPage = await paint(panel.page, shown, post, intoFrame);
      const markup = await panel.page.locator('#page').evaluate((place) => place.outerHTML);
      await panel.page.close();
      const blank = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
      const put = `document.body.innerHTML = ${JSON.stringify(markup)}`;
      const ofMarkup = await paint(blank, shown, put, intoFrame);
      await blank.close();
      if (round < 0) continue;
      pages.push(ofPage);
      references.push(ofMarkup);
    }
    const result = (
      of: string,
      unit: string,
      figureOf: (painted: Painted) => number,
    ): BenchResult => {
      const value = trimmedMean(pages.map(figureOf));
      const reference = trimmedMean(references.map(figureOf));
      return {
        name: of,
        value,
        unit,
        reference: { name: 'the same page as ready markup', value: reference },
        ratio: reference / value,
      };
    };
    return [
      result(name, 'ms', ({ milliseconds }) => milliseconds),
      result(`${name}.work`, 'ms of the main thread', ({ workMilliseconds }) => workMilliseconds),
    ];
  } finally {
    await browser.close();
  }
}

/** Runs a script `intoFrame` milliseconds into a frame and waits for the paint of its content. */
async function paint(
  page: Page,
  shown: string,
  script: string,
  intoFrame: number,
): Promise<Painted> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await taskMilliseconds(session);
  const [milliseconds, waited] = await page.evaluate<[number, number]>(`new Promise((resolve) => {
    let begin;
    let start;
    const look = () => {
      if (document.querySelector(${JSON.stringify(shown)}) === null) {
        return requestAnimationFrame(look);
      }
      // The task after the frame that painted it.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve([performance.now() - start, start - begin]);
      requestAnimationFrame(() => port2.postMessage(null));
    };
    requestAnimationFrame((frameTime) => {
      begin = performance.now();
      const turn = new MessageChannel();
      turn.port1.onmessage = () => {
        if (performance.now() < frameTime + ${intoFrame}) return turn.port2.postMessage(null);
        start = performance.now();
        requestAnimationFrame(look);
        ${script};
      };
      turn.port2.postMessage(null);
    });
  })`);
  // The wait within the frame keeps the thread busy, so it is subtracted.
  const workMilliseconds = (await taskMilliseconds(session)) - before - waited;
  return { milliseconds, workMilliseconds };
}

async function taskMilliseconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** The mean without the outermost tenths: times differ by whole frames. */
function trimmedMean(values: readonly number[]): number {
  const cut = Math.floor(values.length / 10);
  const kept = values.toSorted((one, other) => one - other).slice(cut, values.length - cut);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}
