// Replaces dist/: `npm start` builds for development.
// Only in test:all: it opens windows with npm start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { NpmStart } from './npmStart.ts';
import { patienceMilliseconds } from './patience.ts';

const options = { ...suiteLimit, skip: process.platform === 'win32' };

// Opens no window: the same code ends the processes with one, and the test of the first five
// minutes covers SIGINT with a window.
for (const signal of ['SIGKILL', 'SIGTERM', 'SIGHUP'] as const) {
  test(
    `npm start prints an address, and ${signal} leaves no process behind`,
    options,
    async (context) => {
      const started = new NpmStart();
      context.after(() => started.kill());
      await started.printedUrl();
      await started.stop(signal);
      assert.deepEqual(await started.leftAfter(patienceMilliseconds), []);
    },
  );
}
