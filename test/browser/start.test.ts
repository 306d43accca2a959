// Replaces dist/: `npm start` builds for development.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { NpmStart } from './npmStart.ts';
import { patienceMilliseconds } from './patience.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  test(`npm start prints an address that opens the sample bot, and ${signal} leaves no process behind`, {
    ...suiteLimit,
    skip: process.platform === 'win32',
  }, async (context) => {
    const started = new NpmStart();
    context.after(() => started.kill());
    const url = await started.printedUrl();

    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patienceMilliseconds);
      await page.goto(url);
      await page.getByRole('tab', { name: 'markets.ts' }).waitFor();
    } finally {
      await browser.close();
    }

    await started.stop(signal);
    assert.deepEqual(await started.leftAfter(patienceMilliseconds), []);
  });
}
