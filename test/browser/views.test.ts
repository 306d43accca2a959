import assert from 'node:assert/strict';
import { readFile, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { readNotArbJson } from '../unit/extension/finder/exports/readExports.ts';
import { panelPage } from './panelPage.ts';
import { sandboxArbitrage } from './sandboxSignature.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

const large = { width: 1_400, height: 900 };
const small = { width: 900, height: 600 };

describe('A person who keeps the views open', { timeout: 420_000 }, () => {
  let workbench: Workbench;

  before(async () => {
    // The verdict of the simulated market is not what is tried here.
    const settings = { 'arbscope.export.obeyVerdict': false };
    workbench = await Workbench.open({ theme: 'dark', settings });
    await workbench.page.setViewportSize(large);
    // An address on the clipboard is offered where a wallet is asked for.
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).nth(1).waitFor({ timeout: 90_000 });
  });
  afterEach(async (context) => {
    if (!('passed' in context) || context.passed) return;
    await workbench?.screenshot(`failed-views-${context.name.slice(0, 20).replaceAll(' ', '-')}`);
    await workbench?.page.keyboard.press('Escape');
  });
  after(() => workbench?.close());

  const option = (label: string | RegExp) =>
    workbench.page.locator('.quick-input-list').getByRole('option', { name: label }).first();
  const titled = (text: string | RegExp) =>
    workbench.page.locator('.quick-input-title:visible', { hasText: text }).waitFor();
  const told = (text: string | RegExp) => workbench.page.getByText(text).first();
  const description = (view: string, text: string) =>
    workbench.view(view).locator('.pane-header .description', { hasText: text });

  /** An icon among those of a view, which are drawn while the pointer is over it. */
  async function clickIcon(view: string, name: RegExp): Promise<void> {
    const header = workbench.view(view).locator('.pane-header');
    await header.hover();
    await header.getByRole('button', { name }).click();
  }
  /** Opens one of the views below the Finder, and closes the others so that there is room. */
  async function openView(title: string): Promise<void> {
    for (const each of ['Finder', 'Wallets', 'Market Cache', 'Landings']) {
      const header = workbench.view(each).locator('.pane-header');
      const isOpen = (await header.getAttribute('aria-expanded')) === 'true';
      if (isOpen !== (each === title)) await header.locator('.title').click();
    }
  }
  const tokens = () =>
    workbench.treeRows('Finder', 1).filter({ hasText: /gross/ }).filter({ hasText: /tx/ });

  test('filters the Finder, is told of a limit as it is typed, and clears the filters', async () => {
    await clickIcon('Finder', /^Filter Finder/);
    await titled('Finder Filters');
    await workbench.quickInput().fill('most tokens');
    await option(/Most tokens/).click();
    await titled('Finder Filters: Most tokens');
    await workbench.quickInput().fill('51');
    await workbench.page.getByText('from 1 to 50: 51 is not').waitFor();
    await workbench.screenshot('finder-filter-limit');
    await workbench.submitInput('3');
    await titled('Finder Filters: 1 changed');
    await workbench.page.keyboard.press('Escape');
    await description('Finder', 'Sandbox · Most tokens: 3').waitFor();
    await tokens().nth(3).waitFor({ state: 'detached' });
    assert.equal(await tokens().count(), 3);
    await workbench.screenshot('finder-filtered');
    await clickIcon('Finder', /^Clear Finder Filters/);
    await tokens().nth(4).waitFor();
    await description('Finder', 'Most tokens').waitFor({ state: 'detached' });
  });

  test('reads why the verdict is what it is, and pins a token', async () => {
    const verdict = workbench.treeRows('Finder', 1).first();
    await workbench.expand('Finder', verdict);
    await workbench.treeRows('Finder', 2).filter({ hasText: 'no threshold set' }).first().waitFor();
    const second = tokens().nth(1);
    const name = (await second.locator('.label-name').textContent()) ?? '';
    await second.hover();
    await second.getByRole('button', { name: /^Pin/ }).click();
    await tokens().first().filter({ hasText: name }).waitFor();
    await workbench.screenshot('finder-pinned');
  });

  test('sees the address of a block explorer before anything is opened', async () => {
    await tokens().first().click({ button: 'right' });
    const menu = workbench.page.locator('.monaco-menu');
    await menu.waitFor();
    await workbench.screenshot('finder-menu');
    await menu.getByRole('menuitem', { name: 'Open in Explorer' }).click();
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'https://solscan.io/' });
    await dialog.waitFor();
    await workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('exports a bot’s config beside the tree', async () => {
    await clickIcon('Finder', /^Export/);
    await titled('(1/2)');
    await workbench.screenshot('export-formats');
    await option(/an entry for each mint/).click();
    await titled('(2/2)');
    await option(/New editor/).click();
    const text = workbench.editorText();
    await text.filter({ hasText: /\[\[routing\.mint_config_list\]\]/ }).waitFor();
    assert.match((await text.textContent()) ?? '', /Sandbox,.simulated.data/);
    await workbench.screenshot('export-editor');
  });

  test('keeps a file up to date, which a refresh rewrites, but not what somebody else wrote', async () => {
    const file = join(workbench.folder, 'markets.json');
    /** The first content of the file for which something holds. */
    async function once(holds: (content: string) => boolean): Promise<string> {
      const stop = new AbortController();
      const changes = watch(workbench.folder, { signal: stop.signal });
      for (;;) {
        // Listened for before the look, so that no change falls between the two.
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
    await clickIcon('Finder', /^Export/);
    await titled('(1/2)');
    await option(/NotArb markets\.json/).click();
    await titled('(2/2)');
    await option(/kept up to date/).click();
    await titled('Keep Up to Date');
    // The dialog fills in the path some moments after it has appeared.
    const input = await workbench.quickInput().elementHandle();
    await workbench.page.waitForFunction(
      ([box, path]) => (box as { value?: string } | null)?.value === path,
      [input, file] as const,
    );
    await workbench.quickInput().press('Enter');
    const first = readNotArbJson(await once((content) => content !== '')).update_timestamp;
    await told(/markets\.json is rewritten after each refresh/).waitFor();
    await workbench.screenshot('export-kept');
    await clickIcon('Finder', /^Refresh/);
    await once((content) => readNotArbJson(content).update_timestamp > first);
    await writeFile(file, 'mine');
    await clickIcon('Finder', /^Refresh/);
    await told('markets.json was changed by somebody else').waitFor();
    assert.equal(await readFile(file, 'utf8'), 'mine');
    await workbench.screenshot('export-edited');
    await workbench.runCommand('Arbscope: Files Kept Up to Date');
    await option(/markets\.json/).click();
    await option(/Overwrite/).click();
    const text = await once((content) => content !== 'mine');
    assert.ok(readNotArbJson(text).groups.length > 0);
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  test('tracks a wallet, reads its day and opens one of its transactions', async () => {
    const { wallet } = await sandboxArbitrage();
    await openView('Wallets');
    await workbench.view('Wallets').getByText('No wallet is tracked').waitFor();
    await clickIcon('Wallets', /^Track Wallet/);
    await workbench.submitInput(wallet);
    await workbench.page.getByText(/^Name of/).waitFor();
    await workbench.submitInput('main bot');
    const row = workbench.treeRows('Wallets', 1).filter({ hasText: 'main bot' });
    await row.filter({ hasText: /succeeded/ }).waitFor();
    await workbench.expand('Wallets', row);
    const list = workbench.treeRows('Wallets', 2).filter({ hasText: 'Last transactions' });
    await workbench.expand('Wallets', list);
    await workbench.treeRows('Wallets', 3).first().click();
    await workbench.page.getByRole('tab', { name: /^Transaction/ }).waitFor();
    await (await panelPage(workbench.page, 'transaction')).locator('.check').waitFor();
    await workbench.screenshot('wallets');
    // The palette gives the focus back to a panel that had it, late: a list that is open by then
    // is closed by that.
    await workbench.treeRows('Wallets', 2).filter({ hasText: 'Gains' }).click();
    await workbench.runCommand('Arbscope: Export Wallets as CSV');
    await option(/Last 24 hours/).click();
    await titled('Save as');
    await workbench.page.waitForFunction(
      (box) => (box as { value?: string } | null)?.value?.endsWith('.csv') === true,
      await workbench.quickInput().elementHandle(),
    );
    const file = await workbench.quickInput().inputValue();
    await workbench.quickInput().press('Enter');
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
    // Of a family whose accounts are known by name.
    const pool = option(/SOL.*Raydium/);
    await pool.waitFor();
    await workbench.screenshot('pools-search');
    await pool.click();
    const accounts = workbench.treeRows('Market Cache', 2).filter({ hasText: /^Accounts/ });
    await accounts.waitFor();
    await workbench.expand('Market Cache', accounts);
    await workbench.treeRows('Market Cache', 3).nth(4).waitFor();
    const row = workbench.treeRows('Market Cache', 1).first();
    await row.hover();
    await row.getByRole('button', { name: /^Copy Accounts/ }).click();
    await option(/JSON/).click();
    await workbench.page.locator('.statusbar-item', { hasText: 'Accounts copied' }).waitFor();
    await workbench.screenshot('pools-accounts');
  });

  test('reads every view in every theme, in a large and a small window', async () => {
    const { page } = workbench;
    for (const each of ['Finder', 'Wallets']) {
      await workbench.view(each).locator('.pane-header .title').click();
    }
    for (const theme of Object.keys(themes) as ThemeName[]) {
      await page.setViewportSize(large);
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`views-${theme}-1400x900`);
      await clickIcon('Finder', /^Filter Finder/);
      await titled('Finder Filters');
      await workbench.screenshot(`finder-filters-${theme}-1400x900`);
      await page.keyboard.press('Escape');
      await page.setViewportSize(small);
      await workbench.screenshot(`views-${theme}-900x600`);
      await clickIcon('Finder', /^Filter Finder/);
      await titled('Finder Filters');
      await workbench.screenshot(`finder-filters-${theme}-900x600`);
      await page.keyboard.press('Escape');
    }
  });

  test('finds filters, order, pins and what was open again after a reload', async () => {
    await workbench.page.setViewportSize(large);
    await openView('Finder');
    await workbench.runCommand('Arbscope: Sort Finder');
    await option(/Volume/).click();
    await description('Finder', 'by volume').waitFor();
    const pinned = (await tokens().first().locator('.label-name').textContent()) ?? '';
    await workbench.reload();
    await description('Finder', 'Sandbox · by volume').waitFor();
    await tokens().first().filter({ hasText: pinned }).waitFor();
    // The verdict was open.
    await workbench.treeRows('Finder', 2).filter({ hasText: 'no threshold set' }).first().waitFor();
    await workbench.screenshot('views-reloaded');
    await openView('Wallets');
    await workbench.treeRows('Wallets', 1).filter({ hasText: 'main bot' }).waitFor();
    // What was open of the wallet is open.
    await workbench.treeRows('Wallets', 3).first().waitFor();
  });
});
