import { errors, type Locator } from 'playwright-core';

/** Nothing that a test waits for takes longer, however busy the machine is: only a failure does. */
export const patienceMilliseconds = 120_000;

/** How long each attempt waits for its effect, until the patience is used up. */
const attemptMilliseconds = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000] as const;

/** A click that has begun is not given up early: the page may be too busy to hear of it. */
const clickMilliseconds = 30_000;

/** As every act and every wait of the browser takes it. */
export interface Limit {
  readonly timeout: number;
}

/** What was begun may have had its effect: it is not begun again. */
class PerhapsDone extends Error {}

/**
 * Acts, and waits for the effect of it, again and again until the effect is there. Only for what
 * does no harm when it is done twice: what sends or changes something belongs behind it.
 */
export async function untilSeen<Seen>(attempt: (limit: Limit) => Promise<Seen>): Promise<Seen> {
  let failure: unknown;
  for (const timeout of attemptMilliseconds) {
    try {
      return await attempt({ timeout });
    } catch (error) {
      if (error instanceof PerhapsDone) throw error.cause;
      // Only time may help: a window that is gone, or a wrong selector, stays so.
      if (!(error instanceof errors.TimeoutError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Clicks once on what may vanish before it is clicked; `bringUp` is then done again. */
export async function clickOnce(
  target: Locator,
  bringUp: (limit: Limit) => Promise<unknown>,
): Promise<void> {
  await untilSeen(async (limit) => {
    await bringUp(limit);
    await target.waitFor(limit);
    // The log of a click tells how far it came: without these words the page has seen nothing of it.
    await target.click({ timeout: clickMilliseconds }).catch((error: unknown) => {
      const log = String(error);
      if (log.includes('click action done')) return;
      const wasBegun = /performing click action(?![\s\S]*retrying click action)/.test(log);
      throw wasBegun ? new PerhapsDone('', { cause: error }) : error;
    });
  });
}
