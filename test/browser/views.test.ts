// Only in test:all: it walks through every view in each theme.

import assert from 'node:assert/strict';
import { readFile, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { suiteLimit } from '../suiteLimit.ts';
import { readNotArbJson } from '../unit/extension/finder/exports/readExports.ts';
import { finderScenario } from './finderScenario.ts';
import { liveScenario } from './liveScenario.ts';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import { sandboxArbitrage } from './sandboxSignature.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

const large = { width: 1_400, height: 900 };
const small = { width: 900, height: 600 };

describe('A user with the views open', suiteLimit, () => {
  let workbench: Workbench;

  before(async () => {
    // The recommendation of the simulated market is not tested here.
    const settings = { 'arbscope.export.obeyVerdict': false };
    workbench = await Workbench.open({ theme: 'light', settings });
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).nth(1).waitFor();
  });
  afterEach(async (context) => {
    if (!('passed' in context) || context.passed) return;
    await workbench?.screenshot(`failed-views-${context.name.slice(0, 20).replaceAll(' ', '-')}`);
    await workbench?.page.keyboard.press('Escape');
  });
  after(() => workbench?.close());

  const titled = (text: string | RegExp) => workbench.titled(text);
  const told = (text: string | RegExp) => workbench.page.getByText(text).first();
  const description = (view: string, text: string) =>
    workbench.view(view).locator('.pane-header .description', { hasText: text });

  /** Clicks an icon of a view, which is drawn while the pointer is over it. */
  const clickIcon = (view: string, name: RegExp) =>
    workbench.clickOn(workbench.view(view).locator('.pane-header'), name);
  /** Opens one of the views, and closes the others to make room. */
  async function openView(title: string): Promise<void> {
    for (const each of ['Finder', 'Live', 'Wallets', 'Market Cache', 'Landings']) {
      await workbench.setOpen(each, each === title);
    }
  }
  const tokens = () => workbench.treeRows('Finder', 1).filter({ hasText: /→/ });

  describe('in the Finder', () => finderScenario(() => workbench));
  describe('in Live', () => liveScenario(() => workbench));

  describe('in the side bar', () => {
    before(async () => {
      await workbench.page.setViewportSize(large);
      await workbench.runCommand('View: Close All Editors');
      await openView('Finder');
      await clickIcon('Finder', /^Collapse All/);
    });

    test('filters the Finder, sees a limit while typing, and clears the filters', async () => {
      await clickIcon('Finder', /^Filter Finder/);
      await titled('Filter Finder');
      await workbench.quickInput().fill('max tokens');
      await workbench.choose(/Max tokens/);
      await titled('Filter Finder: Max tokens');
      await workbench.quickInput().fill('51');
      await workbench.page.getByText('Must be from 1 to 50.').waitFor();
      await workbench.screenshot('finder-filter-limit');
      await workbench.answer('3');
      await titled('Filter Finder: 1 active');
      await workbench.leave();
      await description('Finder', 'Sandbox · Max tokens: 3').waitFor();
      await tokens().nth(3).waitFor({ state: 'detached' });
      await tokens().nth(2).waitFor();
      assert.equal(await tokens().count(), 3);
      await workbench.screenshot('finder-filtered');
      await clickIcon('Finder', /^Clear Finder Filters/);
      await tokens().nth(4).waitFor();
      await description('Finder', 'Max tokens').waitFor({ state: 'detached' });
    });

    test('opens the first entry of each list with Enter alone', async () => {
      const { keyboard } = workbench.page;
      await clickIcon('Finder', /^Filter Finder/);
      await titled('Filter Finder');
      await keyboard.press('Enter');
      await titled('Finder Presets');
      await workbench.leave();
      await workbench.runCommand('Arbscope: Export Finder Result…');
      await titled('Export Finder Result (1/2)');
      await keyboard.press('Enter');
      await titled(/^Export Finder Result: SMB config, one entry per mint/);
      await workbench.leave();
    });

    test('reads the reasons for the recommendation, and pins a token', async () => {
      const verdict = workbench.treeRows('Finder', 1).first();
      await workbench.expand('Finder', verdict);
      await workbench.treeRows('Finder', 2).filter({ hasText: 'no threshold' }).first().waitFor();
      const second = tokens().nth(1);
      const name = (await second.locator('.label-name').textContent()) ?? '';
      await workbench.clickOn(second, /^Pin/);
      await tokens().first().filter({ hasText: name }).waitFor();
      await workbench.screenshot('finder-pinned');
    });

    test('sees the address of a block explorer before it is opened', async () => {
      const menu = workbench.page.locator('.monaco-menu');
      const dialog = workbench.page.locator('.monaco-dialog-box', {
        hasText: 'https://solscan.io/',
      });
      // A menu ignores clicks at first, so that the opening click does not choose a row.
      await untilSeen(async (limit) => {
        if (await dialog.isVisible()) return;
        if (!(await menu.isVisible()))
          await tokens()
            .first()
            .click({ button: 'right', ...limit });
        await menu.waitFor(limit);
        await workbench.screenshot('finder-menu');
        await menu.getByRole('menuitem', { name: 'Open in Block Explorer' }).click(limit);
        await dialog.waitFor(limit);
      });
      await untilSeen(async (limit) => {
        if (await dialog.isVisible()) await workbench.page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached', ...limit });
      });
    });

    test('auto-updates an export with each refresh', async () => {
      const file = join(workbench.folder, 'markets.json');
      async function once(holds: (content: string) => boolean): Promise<string> {
        const stop = new AbortController();
        const changes = watch(workbench.folder, { signal: stop.signal });
        for (;;) {
          // Subscribed before reading, so that no change is missed in between.
          const change = changes.next();
          const content = await readFile(file, 'utf8').catch(() => '');
          if (!holds(content)) await change;
          else {
            change.catch(() => undefined);
            stop.abort();
            return content;
          }
        }
      }
      await workbench.runCommand('Arbscope: Export Finder Result…');
      await titled('(1/2)');
      await workbench.choose(/NotArb markets\.json/);
      await titled('(2/2)');
      await workbench.choose(/Auto-updated file/);
      assert.equal(await workbench.acceptFileDialog(file, 'Export Finder Result'), file);
      const first = readNotArbJson(await once((content) => content !== '')).update_timestamp;
      await told(/markets\.json updates with the Finder/).waitFor();
      await workbench.screenshot('export-kept');
      await clickIcon('Finder', /^Refresh/);
      await once((content) => readNotArbJson(content).update_timestamp > first);
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    test('tracks a wallet, reads its last day and opens one of its transactions', async () => {
      const { wallet } = await sandboxArbitrage();
      await openView('Wallets');
      await workbench.treeRows('Wallets', 1).filter({ hasText: '#1 ·' }).waitFor();
      await clickIcon('Wallets', /^Track Wallet/);
      await workbench.quickInput().fill(wallet);
      await workbench.option(new RegExp(`^Track ${wallet}`)).click();
      await workbench.page.getByText(/^Name for/).waitFor();
      await workbench.answer('main bot');
      const row = workbench.treeRows('Wallets', 1).filter({ hasText: 'main bot' });
      await row.filter({ hasText: /\d%$/ }).waitFor();
      await workbench.expand('Wallets', row);
      const list = workbench.treeRows('Wallets', 2).filter({ hasText: 'Last transactions' });
      await workbench.expand('Wallets', list);
      await untilSeen(async (limit) => {
        await workbench.treeRows('Wallets', 3).first().click(limit);
        await workbench.page.getByRole('tab', { name: /^Transaction/ }).waitFor(limit);
      });
      await (await panelPage(workbench.page, 'transaction')).locator('.check').waitFor();
      await workbench.screenshot('wallets');
      // The closing palette may return the focus to a panel late, which closes the next list.
      await workbench.choose(/Last 24 hours/, () =>
        workbench.runCommand('Arbscope: Export Wallets as CSV'),
      );
      const file = await workbench.acceptFileDialog('.csv');
      await workbench.page.locator('.statusbar-item', { hasText: /^Saved / }).waitFor();
      assert.match(
        await readFile(file, 'utf8'),
        new RegExp(`main bot.*${wallet}|${wallet}.*main bot`),
      );
    });

    test('finds a pool in the Market Cache and copies the accounts of a swap on it', async () => {
      await openView('Market Cache');
      await workbench.branches('Market Cache', 1).first().waitFor();
      await clickIcon('Market Cache', /^Search/);
      await titled('Search Pools');
      await workbench.quickInput().fill('sol');
      // An AMM whose accounts have known names.
      await workbench.option(/SOL.*Raydium/).waitFor();
      await workbench.screenshot('pools-search');
      await workbench.choose(/SOL.*Raydium/);
      const accounts = workbench.treeRows('Market Cache', 2).filter({ hasText: /^Accounts/ });
      await accounts.waitFor();
      await workbench.expand('Market Cache', accounts);
      await workbench.treeRows('Market Cache', 3).nth(4).waitFor();
      const row = workbench.treeRows('Market Cache', 1).first();
      await workbench.clickOn(row, /^Copy Swap Accounts/);
      await workbench.choose(/JSON/);
      await workbench.page.locator('.statusbar-item', { hasText: 'Copied the accounts' }).waitFor();
      await workbench.screenshot('pools-accounts');
    });

    test('reads every view in every theme, in a large and a small window', async () => {
      const { page } = workbench;
      for (const each of ['Finder', 'Live', 'Wallets']) await workbench.setOpen(each, true);
      await workbench.branches('Live', 1).first().waitFor();
      for (const theme of Object.keys(themes) as ThemeName[]) {
        await page.setViewportSize(large);
        await workbench.chooseTheme(theme);
        await workbench.screenshot(`views-${theme}-1400x900`);
        await clickIcon('Finder', /^Filter Finder/);
        await titled('Filter Finder');
        await workbench.screenshot(`finder-filters-${theme}-1400x900`);
        await workbench.leave();
        await page.setViewportSize(small);
        await workbench.screenshot(`views-${theme}-900x600`);
        await clickIcon('Finder', /^Filter Finder/);
        await titled('Filter Finder');
        await workbench.screenshot(`finder-filters-${theme}-900x600`);
        await workbench.leave();
      }
    });

    test('finds filters, order, pins and expanded rows again after a reload', async () => {
      await workbench.page.setViewportSize(large);
      await openView('Finder');
      await workbench.choose(/Volume/, () => workbench.runCommand('Arbscope: Sort Finder'));
      await description('Finder', 'by volume').waitFor();
      const pinned = (await tokens().first().locator('.label-name').textContent()) ?? '';
      await workbench.reload();
      await description('Finder', 'Sandbox · by volume').waitFor();
      await tokens().first().filter({ hasText: pinned }).waitFor();
      // The recommendation was expanded.
      await workbench.treeRows('Finder', 2).filter({ hasText: 'no threshold' }).first().waitFor();
      await workbench.screenshot('views-reloaded');
      await openView('Wallets');
      await workbench.treeRows('Wallets', 1).filter({ hasText: 'main bot' }).waitFor();
      // The wallet's rows were expanded.
      await workbench.treeRows('Wallets', 3).first().waitFor();
    });
  });
});
