// Replaces dist/: `npm start` builds for development.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { launchChromium, newStillPage } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { NpmStart } from './npmStart.ts';
import { patienceMilliseconds } from './patience.ts';
import { viewport } from './workbench.ts';

const options = { ...suiteLimit, skip: process.platform === 'win32' };

async function openInBrowser(url: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await newStillPage(browser, viewport);
    page.setDefaultTimeout(patienceMilliseconds);
    await page.goto(url);
    await page.getByRole('tab', { name: 'markets.ts' }).waitFor();
  } finally {
    await browser.close();
  }
}

async function assertNothingLeft(
  context: TestContext,
  signal: NodeJS.Signals,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const started = new NpmStart();
  context.after(() => started.kill());
  await use(await started.printedUrl());
  await started.stop(signal);
  assert.deepEqual(await started.leftAfter(patienceMilliseconds), []);
}

test(
  'npm start prints an address that opens the sample bot, and SIGKILL leaves no process behind',
  options,
  (context) => assertNothingLeft(context, 'SIGKILL', openInBrowser),
);

// Opening a window takes most of the time, and the same code ends the processes without one. SIGINT
// ends them with one in the test of the first five minutes.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(`npm start prints an address, and ${signal} leaves no process behind`, options, (context) =>
    assertNothingLeft(context, signal, async () => undefined),
  );
}
