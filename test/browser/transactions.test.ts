// Only in test:all: it lands and looks up transactions in a window; the tour of package.test.ts lands one.

import { after, afterEach, before, describe } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { addressScenario, addressSettings } from './addressScenario.ts';
import { landingScenario, landingSettings } from './landingScenario.ts';
import { lookUpScenario } from './lookUpScenario.ts';
import { Workbench } from './workbench.ts';

describe('A user', suiteLimit, () => {
  let workbench: Workbench;
  let done = 0;
  before(async () => {
    const settings = { ...landingSettings, ...addressSettings };
    workbench = await Workbench.open({ settings, theme: 'dark' });
  });
  afterEach(async (context) => {
    done += 1;
    if (!('passed' in context) || context.passed) return;
    await workbench.screenshot(`failed-transactions-${done}`);
  });
  after(() => workbench?.close());

  describe('with a signed transaction', () => landingScenario(() => workbench));
  describe('who looks up a transaction', () => lookUpScenario(() => workbench));
  describe('at an address', () => addressScenario(() => workbench));
});
