// Only in test:all: it clicks from every kind of row to a transaction.

import { after, afterEach, before, describe } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { Clicks } from './clickPaths/clicks.ts';
import { otherPaths } from './clickPaths/otherPaths.ts';
import { panelPaths } from './clickPaths/panelPaths.ts';
import { viewPaths } from './clickPaths/viewPaths.ts';
import { Workbench } from './workbench.ts';

describe('A user who clicks', suiteLimit, () => {
  let workbench: Workbench;
  let clicks: Clicks;
  let done = 0;
  before(async () => {
    // Without refreshes, no row moves between reading its name and clicking on it.
    const settings = { 'arbscope.finder.refreshSeconds': 0 };
    workbench = await Workbench.open({ theme: 'dark', settings });
    clicks = new Clicks(workbench);
    await workbench.page.setViewportSize({ width: 1_280, height: 1_000 });
    await workbench.openArbscopeView();
  });
  afterEach(async (context) => {
    done += 1;
    if (!('passed' in context) || context.passed) return;
    await workbench.screenshot(`failed-click-paths-${done}`);
    // Close what the previous path left open.
    await workbench.runCommand('View: Close All Editors');
  });
  after(() => workbench?.close());

  viewPaths(() => clicks);
  panelPaths(() => clicks);
  otherPaths(() => clicks);
});
