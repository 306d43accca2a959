import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { panelPage } from '../panelPage.ts';
import { untilSeen } from '../patience.ts';
import { type Clicks, tabs } from './clicks.ts';

export function viewPaths(clicks: () => Clicks): void {
  const window = () => clicks().workbench;

  describe('in the Finder', () => {
    const rows = (depth: number) => window().treeRows('Finder', depth);
    before(async () => {
      await clicks().openViews('Finder', 'Live');
      await window().branches('Finder', 1).nth(1).waitFor();
      await window().expand('Finder', window().branches('Finder', 1).nth(1));
      await window().expand('Finder', window().branches('Finder', 2).first());
    });

    for (const [kind, row] of Object.entries({
      'a token': () =>
        rows(1)
          .filter({ hasText: /→.*net/ })
          .first(),
      'an AMM': () => rows(2).first(),
      'a pool': () => rows(3).first(),
    })) {
      test(`on ${kind} gets to a transaction and back`, async () => {
        await clicks().throughArbitrages(row());
      });
    }
  });

  describe('in Live', () => {
    const arbitrage = () => clicks().arbitrages().filter({ hasText: '→' }).first();
    const clearFilter = async () => {
      const filter = window().treeRows('Live', 1).filter({ hasText: 'Filter' });
      if (await filter.isVisible()) await window().clickOn(filter, /^Clear Live Filters/);
      await filter.waitFor({ state: 'detached' });
    };

    test('on an arbitrage gets to its transaction and back', async () => {
      await clearFilter();
      await arbitrage().waitFor();
      await clicks().thereAndBack('Live', arbitrage());
    });

    for (const [kind, text] of Object.entries({
      wallet: /Wallet$/,
      token: /Token · /,
      pool: /Pool/,
    })) {
      test(`on the ${kind} of an arbitrage gets to another transaction and back`, async () => {
        const paused = window()
          .view('Live')
          .locator('.description', { hasText: /^paused/ });
        // Rows that arrive after clearing the filter may still move others under the pointer.
        const name = await untilSeen(async (limit) => {
          await clearFilter();
          if (!(await paused.isVisible())) await window().runCommand('Arbscope: Pause Live');
          await paused.waitFor();
          await window().expand('Live', arbitrage());
          const links = window().treeRows('Live', 2);
          const first = await links.filter({ hasText: text }).first().textContent();
          // By its address, because the first row may change before the click.
          const link = links.filter({ hasText: first ?? '' }).first();
          const label = await clicks().nameOf(link);
          await clicks().showArbitrages(link, label, limit);
          return label;
        });
        await clicks().throughLive(name);
      });
    }
  });

  describe('in Wallets', () => {
    const rows = (depth: number) => window().treeRows('Wallets', depth);
    const leader = (rank: number) => rows(1).filter({ hasText: `#${rank} ·` });
    before(() => clicks().openViews('Wallets', 'Live'));

    test('on a leader gets to a transaction, through its arbitrages and its panel, and back', async () => {
      const name = await clicks().nameOf(leader(2));
      await clicks().throughArbitrages(leader(2));
      await clicks().follow(leader(2), tabs.wallet);
      await clicks().throughNewest('wallet');
      await clicks().back(tabs.wallet);
      assert.equal(await clicks().selectedName('Wallets'), name);
    });

    test('on a tracked wallet gets to a transaction through its arbitrages, and back', async () => {
      const name = await clicks().nameOf(leader(1));
      await window().clickOn(leader(1), /^Track/);
      const tracked = window().branches('Wallets', 1).filter({ hasText: name });
      await tracked.waitFor();
      await clicks().throughArbitrages(tracked);
    });

    test('on one of a wallet’s last transactions gets to it and back', async () => {
      await clicks().openViews('Wallets');
      await window().expand('Wallets', window().branches('Wallets', 1).first());
      const list = rows(2).filter({ hasText: 'Last transactions' });
      await window().expand('Wallets', list);
      await clicks().thereAndBack('Wallets', rows(3).nth(1));
    });
  });

  describe('in Wallets, on a failed attempt', () => {
    test('sees in one click who got the arbitrage, and tracks a rival in another', async () => {
      await clicks().openViews('Wallets');
      const wallets = window().branches('Wallets', 1);
      await window().expand('Wallets', wallets.first());
      const list = window().treeRows('Wallets', 2).filter({ hasText: 'Last transactions' });
      await window().expand('Wallets', list);
      const failed = window()
        .view('Wallets')
        .getByRole('treeitem', { level: 3, name: /, Failed/ })
        .first();
      await window().clickOn(failed, /^Why Did I Lose/);
      await clicks().front(tabs.transaction).waitFor();
      const page = await panelPage(window().page, 'transaction');
      assert.equal(
        await page.locator('[role=tab][aria-selected=true]').textContent(),
        'Competition',
      );
      await page.locator('.verdict').waitFor();
      // The Sandbox may have no rival for it.
      const track = page.getByRole('button', { name: /^Track rival/ }).first();
      if (await track.isVisible()) {
        const name = (await track.getAttribute('aria-label')) ?? '';
        await track.click();
        await page.getByRole('button', { name }).waitFor({ state: 'detached' });
      }
      await clicks().back();
    });
  });

  describe('in the Market Cache', () => {
    const rows = (depth: number) => window().treeRows('Market Cache', depth);
    before(async () => {
      await clicks().openViews('Market Cache');
      for (const depth of [1, 2, 3]) {
        await window().expand('Market Cache', window().branches('Market Cache', depth).first());
      }
    });

    for (const [kind, row] of Object.entries({
      'an AMM': () => rows(2).first(),
      'a pool': () => rows(3).first(),
      'a token of a pool': () => rows(4).filter({ hasNotText: 'SOL' }).first(),
    })) {
      test(`on ${kind} gets to a transaction and back`, async () => {
        await clicks().throughArbitrages(row());
      });
    }
  });
}
