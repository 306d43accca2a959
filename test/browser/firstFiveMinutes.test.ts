// Replaces dist/: `npm start` builds for development.
// Only in test:all: package.test.ts takes the same tour of the shipped package.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, newStillPage } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { FirstUse, tourEntries } from './firstUse.ts';
import { hoverOver } from './hoverOver.ts';
import { NpmStart } from './npmStart.ts';
import { patienceMilliseconds } from './patience.ts';
import { Walkthrough } from './walkthrough.ts';
import { Workbench } from './workbench.ts';

/** Wide enough for the walkthrough's pictures. */
const viewport = { width: 1600, height: 1000 } as const;

describe('The first five minutes', suiteLimit, () => {
  test('lead from npm start through every entry of the walkthrough, which match the README', async (context) => {
    const started = new NpmStart();
    context.after(() => started.kill());
    const url = await started.printedUrl();
    const browser: Browser = await launchChromium();
    try {
      const page = await newStillPage(browser, viewport);
      const failures: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (/[Aa]ctivating extension .* failed|Cannot activate/.test(text)) failures.push(text);
      });
      await page.goto(url);
      const workbench = Workbench.attach(page);
      try {
        const walkthrough = new Walkthrough(workbench);
        await seeWhatIsOpen(workbench, walkthrough);
        const tour = new FirstUse(workbench, {
          begin: async (entry) => {
            const text = await walkthrough.unfold(entry);
            assert.ok(text.length > 60, text);
            // Beside another group there is no room for it.
            await walkthrough.picture().waitFor({ state: 'attached' });
            await walkthrough.pressMain(entry);
          },
        });
        await tour.run();
        assert.deepEqual(failures, []);
      } catch (error) {
        await workbench.screenshot('failed-first-five-minutes');
        throw error;
      }
    } finally {
      await browser.close();
    }
    await started.stop();
    assert.deepEqual(await started.leftAfter(patienceMilliseconds), []);
  });
});

/** Everything is open without a click, TypeScript works, and there are no warnings. */
async function seeWhatIsOpen(workbench: Workbench, walkthrough: Walkthrough): Promise<void> {
  const { page } = workbench;
  assert.deepEqual(await walkthrough.entries(), [...tourEntries().keys()]);
  await workbench.branches('Finder', 1).nth(1).waitFor();
  await workbench.showTab(/^markets\.ts/);
  const type = workbench.editorText().getByText('ProgramAddress', { exact: true }).first();
  await hoverOver(workbench, type, /type ProgramAddress =/);
  const problems = page.locator('.statusbar-item').getByRole('button', { name: 'No Problems' });
  await problems.waitFor();
  await workbench.runCommand('Notifications: Show Notifications');
  const notifications = page.locator('.notifications-center');
  await notifications.getByText(/^No (New )?Notifications/i).waitFor();
  await workbench.runCommand('Notifications: Hide Notifications');
}
