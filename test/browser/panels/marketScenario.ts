import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { panelPage } from '../panelPage.ts';
import { untilSeen } from '../patience.ts';
import type { Workbench } from '../workbench.ts';

/** The tab of the market panel in any scope. */
export const marketTab = /^Market/;

export function marketScenario(window: () => Workbench): void {
  let page: Frame;
  const selected = () => page.locator('aside h2');
  const rows = () => page.locator('.arbitrages tr[data-signature]');

  test('opens the history of the market from the Command Palette', async () => {
    await window().runCommand('Arbscope: Open Market History');
    page = await panelPage(window().page, 'market');
    await page.locator('.time-chart').waitFor();
    await rows().first().waitFor();
    assert.match((await page.locator('.about').textContent()) ?? '', /[1-9][\d,]* transactions/);
  });

  test('selects a range with the keyboard only, and reads its arbitrages', async () => {
    await page.getByRole('slider').press('End');
    await page.getByRole('slider').press('Shift+Home');
    for (let at = 0; at < 4; at += 1) await page.getByRole('slider').press('ArrowLeft');
    await page.getByText(/^Selected: /).waitFor();
    await page.locator('body[data-busy="false"]').waitFor();
    await rows().first().waitFor();
  });

  test('limits the history to a provider, and the charts keep the range', async () => {
    const range = await selected().textContent();
    await page.getByRole('combobox', { name: 'Scope' }).selectOption({ label: 'JITO' });
    await window().page.getByRole('tab', { name: 'Market: JITO' }).waitFor();
    assert.equal(await selected().textContent(), range);
  });

  test('opens a listed arbitrage, closes it and finds the panel unchanged', async () => {
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await page.getByText('Whole period').waitFor();
    // A newly loaded list replaces the key's target.
    await untilSeen(async (limit) => {
      await rows().first().getByRole('button').press('Enter', limit);
      await window()
        .page.getByRole('tab', { name: /^Transaction/, selected: true })
        .waitFor(limit);
    });
    const route = await panelPage(window().page, 'transaction');
    await route.locator('h1').first().waitFor();
    await window().runCommand('View: Close Editor');
    await window().showTab(marketTab);
    page = await panelPage(window().page, 'market');
    await page.locator('.time-chart').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Scope' }).inputValue(), 'provider JITO');
  });
}
