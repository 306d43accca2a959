import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { panelPage } from '../panelPage.ts';
import { untilSeen } from '../patience.ts';
import type { Workbench } from '../workbench.ts';

export function walletScenario(window: () => Workbench): void {
  let page: Frame;
  const leaders = () => window().treeRows('Wallets', 1);
  const badge = (text: string) => page.locator('.badge', { hasText: text });

  test('opens a leader of the market with a click, and reads the same rank there', async () => {
    await window().openArbscopeView();
    await window().setOpen('Wallets', true);
    await window().page.getByText('Leaders by net gains, last 24 h').waitFor();
    const spoken = (await leaders().first().getAttribute('aria-label')) ?? '';
    // `Wallet 9xKd…Rr4u: rank #1, $391 net, 10.7% of net gains, 1,846 tx, 24 h`.
    const [, wallet = '', transactions = ''] =
      /^Wallet (\S+): rank #1, .*?([\d,]+) tx/.exec(spoken) ?? [];
    // A row that is redrawn during the click misses it; a second click opens the same panel.
    await untilSeen(async (limit) => {
      await window().restPointer();
      await leaders().first().click(limit);
      await window()
        .page.getByRole('tab', { name: /^Wallet / })
        .waitFor(limit);
    });
    page = await panelPage(window().page, 'wallet');
    const figures = page.locator('table.figures tbody tr').first();
    await figures.waitFor();
    const [name, , rank, , , , , , , shown = ''] = await figures
      .locator('td, th')
      .allTextContents();
    assert.ok(wallet !== '' && name?.includes(wallet), `${wallet} in ${name}`);
    assert.equal(rank, '1');
    // Transactions enter and leave the last 24 hours while the panel opens.
    const count = (text: string): number => Number(text.replaceAll(',', ''));
    const difference = Math.abs(count(shown) - count(transactions));
    assert.ok(difference <= count(transactions) / 100, `${shown} after ${transactions}`);
    await badge('Sandbox: simulated data').waitFor();
  });

  test('sees when it gained, its tips beside the market’s, and its sources of gains', async () => {
    await page.locator('.time-chart').nth(1).waitFor();
    await page.locator('.picture.tips .market-box').first().waitFor();
    assert.ok((await page.locator('.picture.tips .wallet-range').count()) > 0);
    for (const name of [/^Tokens, last 24 h/, /^AMMs, last 24 h/]) {
      assert.ok((await page.getByRole('region', { name }).locator('tbody tr').count()) > 0);
    }
  });

  test('opens one of its transactions, and returns', async () => {
    await page.locator('.transactions tbody tr').first().click();
    const tab = window().page.getByRole('tab', { name: /^Transaction/, selected: true });
    await tab.waitFor();
    await panelPage(window().page, 'transaction');
    await window().runCommand('View: Close Editor');
    await window().showTab(/^Wallet /);
    page = await panelPage(window().page, 'wallet');
    await page.locator('table.figures').waitFor();
  });

  test('sees in two clicks why it lost an opportunity, and returns', async () => {
    await page.getByRole('tab', { name: 'Competition' }).click();
    const lost = page.locator('.losses tbody tr').first();
    await lost.waitFor();
    const cause = ((await lost.locator('.cause').textContent()) ?? '').trim();
    await window().screenshot('wallet-competition');
    await lost.getByRole('button', { name: /^Open competition of / }).click();
    await window()
      .page.getByRole('tab', { name: /^Transaction/, selected: true })
      .waitFor();
    const transaction = await panelPage(window().page, 'transaction');
    const verdict = transaction.locator('.verdict');
    await verdict.waitFor();
    assert.ok((await verdict.textContent())?.includes(`Cause: ${cause}`), cause);
    await window().runCommand('View: Close Editor');
    await window().showTab(/^Wallet /);
    page = await panelPage(window().page, 'wallet');
    await page.getByRole('tab', { name: 'Competition', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.locator('table.figures').waitFor();
  });

  test('tracks the wallet, and compares it with another leader', async () => {
    await page.getByRole('button', { name: 'Track', exact: true }).click();
    await badge('✓ tracked').waitFor();
    await leaders()
      .filter({ hasText: /^#1 · |#1 · / })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Compare…' }).click();
    await window().option(/#2 · /).click();
    const rows = page.locator('table.figures tbody tr');
    await rows.nth(1).waitFor();
    assert.equal(await rows.nth(1).locator('td').nth(1).textContent(), '2');
    await page.getByText('2 of 4').waitFor();
  });

  test('chooses another window', async () => {
    await page.getByRole('radio', { name: '6 h' }).check({ force: true });
    await page.getByRole('region', { name: /^Wallets, last 6 h/ }).waitFor();
  });
}
