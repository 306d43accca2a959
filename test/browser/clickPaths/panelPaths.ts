import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { panelPage } from '../panelPage.ts';
import { type Clicks, tabs } from './clicks.ts';

/** From each kind of row in the panels. Needs a tracked wallet. */
export function panelPaths(clicks: () => Clicks): void {
  const window = () => clicks().workbench;
  const page = (bundle: string): Promise<Frame> => panelPage(window().page, bundle);
  const textOf = async (place: Locator) => ((await place.textContent()) ?? '').trim();

  describe('in the Wallet panel', () => {
    /** The name in the first row of the tokens or AMMs. */
    const first = async (name: RegExp) =>
      (await page('wallet'))
        .getByRole('region', { name })
        .locator('tbody tr')
        .first()
        .getByRole('button');
    before(async () => {
      await clicks().openViews('Wallets', 'Live');
      await clicks().follow(window().treeRows('Wallets', 1).first(), tabs.wallet);
    });

    test('on an AMM gets to one of the wallet’s transactions through it and back', async () => {
      const amm = await first(/^AMMs, /);
      const name = await textOf(amm);
      await amm.click();
      await clicks().throughLive(name);
      await clicks().front(tabs.wallet).waitFor();
    });

    test('on a token and its pool gets to a transaction, and back in two steps', async () => {
      const token = await first(/^Tokens, /);
      const symbol = await textOf(token);
      await token.click();
      await clicks().front(tabs.token).waitFor();
      const panel = await page('token');
      await panel.getByRole('button', { name: 'Show Arbitrages', exact: true }).click();
      await clicks().throughLive(symbol);
      const pools = (await page('token')).getByRole('region', { name: /^\d+ pools?\b/ });
      const pool = pools.locator('tbody tr', { hasText: /\d$/ }).first();
      const short = (await textOf(pool.getByRole('button').first()))
        .replace(/^(....)....…/, '$1…')
        .replace(/…....(....)$/, '…$1');
      await pool.getByRole('button', { name: /^Show Arbitrages: [\d,]+ tx/ }).click();
      await clicks().throughLive(short);
      await clicks().back(tabs.token);
      await clicks().front(tabs.wallet).waitFor();
    });

    test('on one of the newest transactions gets to it, its wallet and back', async () => {
      const newest = (await page('wallet')).locator('.transactions tbody tr').first();
      const transaction = await clicks().toTransaction(newest.getByRole('button'));
      await transaction.getByRole('button', { name: /^Open wallet / }).click();
      await clicks().front(tabs.wallet).waitFor();
      await clicks().follow(clicks().tab(tabs.transaction), tabs.transaction);
      await clicks().back();
      await clicks().front(tabs.wallet).waitFor();
      await (await page('wallet')).locator('.transactions tbody tr').first().waitFor();
      // The tracked wallet, whose row opened the panel, is still selected.
      const name = await textOf((await page('wallet')).locator('h1 bdi'));
      await clicks().back(tabs.wallet);
      assert.equal(await clicks().selectedName('Wallets'), name);
    });
  });
}
