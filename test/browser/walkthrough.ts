import type { Locator } from 'playwright-core';
import { untilSeen } from './patience.ts';
import type { Workbench } from './workbench.ts';

export class Walkthrough {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /**
   * Shows the entries. A second click on the tab, or an Escape after its list has already closed,
   * leads to the list of walkthroughs instead; opens Arbscope's from there.
   */
  async show(): Promise<void> {
    const { page } = this.#workbench;
    const listed = page.locator('.showCategories button.getting-started-category', {
      hasText: 'Arbscope',
    });
    await untilSeen(async (limit) => {
      if (await this.#page().isVisible()) return;
      const name = /^(Welcome|Walkthrough: Arbscope)/;
      const tab = page.locator('.tabs-container').getByRole('tab', { name });
      if (await listed.isVisible()) await listed.click(limit);
      else if ((await tab.count()) > 0) await this.#workbench.showTab(name);
      // A step before may have closed all editors.
      else await this.#workbench.runCommand('Arbscope: Get Started');
      await this.#page().waitFor(limit);
    });
  }

  async entries(): Promise<string[]> {
    await this.#entries().first().waitFor();
    return this.#page().locator('.getting-started-step .step-title').allTextContents();
  }

  async unfold(title: string): Promise<string> {
    await this.show();
    const entry = this.#entry(title);
    await untilSeen(async (limit) => {
      if ((await entry.getAttribute('aria-expanded', limit)) !== 'true') await entry.click(limit);
      await entry.and(this.#workbench.page.locator('[aria-expanded=true]')).waitFor(limit);
    });
    return (await entry.textContent()) ?? '';
  }

  picture(): Locator {
    return this.#page().locator('.getting-started-media img');
  }

  async pressMain(title: string): Promise<void> {
    await this.unfold(title);
    await this.#entry(title).locator('.monaco-button').first().click();
  }

  #page(): Locator {
    return this.#workbench.page.locator(
      '.gettingStartedContainer .showDetails .gettingStartedSlideDetails',
    );
  }

  #entries(): Locator {
    return this.#page().locator('.getting-started-step');
  }

  #entry(title: string): Locator {
    return this.#entries().filter({
      has: this.#workbench.page.locator('.step-title', { hasText: title }),
    });
  }
}
