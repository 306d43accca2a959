import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { panelPage } from '../panelPage.ts';
import { type Limit, untilSeen } from '../patience.ts';
import type { Workbench } from '../workbench.ts';

/** Tabs of the Sandbox's data, by the start of their titles. */
export const tabs = {
  transaction: /^Transaction /,
  wallet: /^Wallet /,
  token: /^Token /,
  market: /^Market/,
} as const;

const views = ['Finder', 'Live', 'Wallets', 'Market Cache', 'Landings'] as const;

/** Clicks that lead from a row to a transaction and back. */
export class Clicks {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  tab(name: RegExp): Locator {
    return this.workbench.page.locator('.tabs-container').getByRole('tab', { name });
  }

  front(name: RegExp): Locator {
    return this.tab(name).and(this.workbench.page.locator('[aria-selected=true]'));
  }

  arbitrages(): Locator {
    return this.workbench.branches('Live', 1);
  }

  async filtered(by: string | RegExp, limit?: Limit): Promise<void> {
    await this.workbench
      .view('Live')
      .locator('.pane-header .description', { hasText: by })
      .waitFor(limit);
  }

  async openViews(...titles: readonly (typeof views)[number][]): Promise<void> {
    for (const each of views) await this.workbench.setOpen(each, titles.includes(each));
  }

  /** Filters Live by a row, and waits for the filter. */
  async showArbitrages(row: Locator, name: string, limit: Limit): Promise<void> {
    await this.workbench.restPointer();
    await row.hover(limit);
    await row.getByRole('button', { name: /^Show Arbitrages/ }).click(limit);
    await this.filtered(name, limit);
  }

  /** Clicking repeatedly is safe. */
  async follow(target: Locator, name: RegExp): Promise<void> {
    await untilSeen(async (limit) => {
      await this.workbench.restPointer();
      await target.click(limit);
      await this.front(name).waitFor(limit);
    });
  }

  async toTransaction(target: Locator): Promise<Frame> {
    await this.follow(target, tabs.transaction);
    const page = await panelPage(this.workbench.page, 'transaction');
    await page.locator('h1').waitFor();
    return page;
  }

  async back(name: RegExp = tabs.transaction): Promise<void> {
    await this.workbench.clickOn(this.front(name), /^Close/);
    await this.tab(name).waitFor({ state: 'detached' });
  }

  /** Opens a transaction from a row of a view and returns: the row is still selected. */
  async thereAndBack(viewTitle: string, row: Locator): Promise<void> {
    await this.toTransaction(row);
    await this.#backTo(viewTitle);
  }

  async #backTo(viewTitle: string): Promise<void> {
    const selected = await this.selectedName(viewTitle);
    await this.back();
    assert.equal(await this.selectedName(viewTitle), selected);
  }

  /** From a row to its arbitrages, to the first of them and back: the row is unchanged. */
  async throughArbitrages(row: Locator): Promise<void> {
    const name = await this.nameOf(row);
    // A refresh that redraws the row during the click loses the click.
    await untilSeen((limit) => this.showArbitrages(row, name, limit));
    await this.throughLive(name);
    await row.waitFor();
  }

  /** From a panel with a list of transactions to the newest of them, and back to the panel. */
  async throughNewest(panel: 'wallet'): Promise<void> {
    const newest = (page: Frame) => page.locator('.transactions, .arbitrages').locator('tbody tr');
    const page = await panelPage(this.workbench.page, panel);
    await newest(page).first().waitFor();
    const heading = await page.locator('h1').textContent();
    await this.toTransaction(newest(page).first().getByRole('button'));
    await this.back();
    await this.front(tabs[panel]).waitFor();
    const again = await panelPage(this.workbench.page, panel);
    await newest(again).first().waitFor();
    assert.equal(await again.locator('h1').textContent(), heading);
  }

  async throughLive(filteredBy: string | RegExp): Promise<void> {
    await this.filtered(filteredBy);
    // A busy window may still show a row of the previous filter, which vanishes after the click.
    await untilSeen(async (limit) => {
      await this.toTransaction(this.arbitrages().first());
      await this.#selected('Live')
        .waitFor(limit)
        .catch(async (error) => {
          await this.back();
          throw error;
        });
    });
    await this.#backTo('Live');
  }

  selectedName(viewTitle: string): Promise<string> {
    return this.nameOf(this.#selected(viewTitle));
  }

  #selected(viewTitle: string): Locator {
    const isSelected = this.workbench.page.locator('[aria-selected=true]');
    return this.workbench.treeRows(viewTitle).and(isSelected);
  }

  async nameOf(row: Locator): Promise<string> {
    return ((await row.locator('.label-name').textContent()) ?? '').trim();
  }
}
