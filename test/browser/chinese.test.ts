// Only in test:all: it opens a window in Chinese.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { manifestWords } from '../../scripts/manifest.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { panelPage } from './panelPage.ts';
import { Workbench } from './workbench.ts';

const words = manifestWords('zh-cn');
const finder = words['view.finder.name'] ?? '';
const command = (name: string) => `Arbscope: ${words[`command.${name}.title`]}`;

const unknownSignature = encodeBase58(createHash('sha512').update('nobody').digest());

describe('A user with the editor in Chinese', suiteLimit, () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open({ language: 'zh-cn' });
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-chinese');
  });
  after(() => workbench.close());

  test('reads the views and their rows in Chinese', async () => {
    await workbench.openArbscopeView(finder);
    await workbench.branches(finder, 1).nth(1).waitFor();
    const rows = await workbench.treeRows(finder, 1).allTextContents();
    assert.match(rows[0] ?? '', /套利/);
    // The connection's name is not translated; the rest of the status bar is.
    const status = workbench.page.locator('.statusbar-item', { hasText: 'Sandbox' }).first();
    assert.match((await status.locator('a').getAttribute('aria-label')) ?? '', /Arbscope 连接/);
    for (const name of ['wallets', 'marketCache', 'landings']) {
      await workbench.view(words[`view.${name}.name`] ?? '').waitFor();
    }
    await workbench.screenshot('chinese-finder');
  });

  test('reads backend errors in Chinese', async () => {
    await workbench.runWith(command('lookUp'), unknownSignature);
    const page = await panelPage(workbench.page, 'transaction');
    const told = page.getByText(`索引中没有套利交易 ${unknownSignature}`);
    await told.first().waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-cn');
    await workbench.screenshot('chinese-failure');
  });

  test('reads the panels in Chinese', async () => {
    await workbench.runCommand(command('openPercentiles'));
    const page = await panelPage(workbench.page, 'percentiles');
    await page.locator('.picture').waitFor();
    assert.match((await page.locator('.plot-title').textContent()) ?? '', /\p{Script=Han}/u);
    const labels = await page.locator('label').allTextContents();
    assert.ok(labels.length > 0);
    await workbench.screenshot('chinese-percentiles');
  });
});
