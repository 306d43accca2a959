import { errors, type Locator } from 'playwright-core';

/** Upper limit for every wait, even on a busy machine; only a failure takes longer. */
export const patienceMilliseconds = 120_000;

/** Timeouts of consecutive attempts, within the total limit. */
const attemptMilliseconds = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000] as const;

/** Longer than an attempt, because a busy page may handle a click late. */
const clickMilliseconds = 30_000;

export interface Limit {
  readonly timeout: number;
}

/** The action may have taken effect, so it must not be repeated. */
class PerhapsDone extends Error {}

/**
 * Repeats an action until its effect is visible. Only for actions that may safely run twice; put
 * sending or changing something after it.
 */
export async function untilSeen<Seen>(attempt: (limit: Limit) => Promise<Seen>): Promise<Seen> {
  let failure: unknown;
  for (const timeout of attemptMilliseconds) {
    try {
      return await attempt({ timeout });
    } catch (error) {
      if (error instanceof PerhapsDone) throw error.cause;
      // Only timeouts are retried: a closed window or a wrong selector stays as it is.
      if (!(error instanceof errors.TimeoutError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Clicks exactly once on an element that may vanish before; `bringUp` then shows it again. */
export async function clickOnce(
  target: Locator,
  bringUp: (limit: Limit) => Promise<unknown>,
): Promise<void> {
  await untilSeen(async (limit) => {
    await bringUp(limit);
    await target.waitFor(limit);
    // The click's log shows its progress: without these lines, the page has not received it.
    await target.click({ timeout: clickMilliseconds }).catch((error: unknown) => {
      const log = String(error);
      if (log.includes('click action done')) return;
      const wasBegun = /performing click action(?![\s\S]*retrying click action)/.test(log);
      throw wasBegun ? new PerhapsDone('', { cause: error }) : error;
    });
  });
}
