import type { Locator, Page } from 'playwright-core';
import { clickOnce, type Limit, untilSeen } from './patience.ts';

/** By the key that opens each. */
const palettes = { F1: 'Type the name of a command', 'Control+P': 'Search files by name' } as const;

/** The editor's quick input: the command palette, lists, text boxes and its own file dialog. */
export class QuickInput {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The text field of the quick pick or input box that is open. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
  }

  /** The first row of that name in the list that is open. */
  option(label: string | RegExp): Locator {
    return this.page
      .locator('.quick-input-list:visible')
      .getByRole('option', { name: label })
      .first();
  }

  /** Waits until what is open has such a title, which may be the number of a step. */
  async titled(text: string | RegExp, limit?: Limit): Promise<void> {
    await this.page.locator('.quick-input-title:visible', { hasText: text }).waitFor(limit);
  }

  /** Chooses a row, once; `bringUp` opens the list, again where it has closed meanwhile. */
  async choose(
    label: string | RegExp,
    bringUp: (limit: Limit) => Promise<unknown> = async () => {},
  ): Promise<void> {
    const option = this.option(label);
    await clickOnce(option, async (limit) => {
      if (!(await option.isVisible())) await bringUp(limit);
    });
  }

  /** The text field of the command palette or of the search for files, by its first words. */
  #palette(key: keyof typeof palettes): Locator {
    return this.page.locator(
      `.quick-input-widget:visible .quick-input-box input[placeholder^="${palettes[key]}"]`,
    );
  }

  /**
   * Types into the command palette or the search for files. The editor asks its extensions before
   * it opens one for the first time, and a panel that takes the focus late closes it.
   */
  async search(key: keyof typeof palettes, text: string, limit: Limit): Promise<void> {
    const input = this.#palette(key);
    // One that is open lists what there was when it opened, and never what came since.
    if (await input.isVisible()) {
      await input.press('Escape', limit);
      await input.waitFor({ state: 'hidden', ...limit });
    }
    await this.page.keyboard.press(key);
    await input.fill(text, limit);
  }

  /**
   * Runs a command by its full title, category included. What was typed is marked in the rows that
   * were found by it: others still move under the pointer.
   */
  async runCommand(title: string): Promise<void> {
    const found = this.option(title).filter({ has: this.page.locator('.highlight') });
    await clickOnce(found, (limit) => this.search('F1', `>${title}`, limit));
    // What comes next is not typed into a palette that is about to go.
    await this.#palette('F1').waitFor({ state: 'hidden' });
  }

  /** Runs a command that asks for a text, and gives it; what is asked may be given up by itself. */
  async runWith(title: string, text: string): Promise<void> {
    await untilSeen(async (limit) => {
      await this.runCommand(title);
      await this.quickInput().fill(text, limit);
    });
    await this.quickInput().press('Enter');
  }

  /** Answers the input box that is open. */
  async answer(text: string): Promise<void> {
    const input = this.quickInput();
    await input.fill(text);
    await input.press('Enter');
  }

  /** Closes what is open, without an answer. */
  async leave(): Promise<void> {
    const input = this.quickInput();
    await untilSeen(async (limit) => {
      if (await input.isVisible()) await input.press('Escape', limit);
      await input.waitFor({ state: 'hidden', ...limit });
    });
  }

  /** Takes what the editor's file dialog offers, once it offers such a file; the path. */
  async acceptFileDialog(ending: string, title = 'Save as'): Promise<string> {
    await this.titled(title);
    const input = this.quickInput();
    // The dialog fills in the path some moments after it has appeared.
    const path = await untilSeen(async (limit) => {
      const filled = await input.elementHandle(limit);
      await this.page.waitForFunction(
        ([box, end]) => (box as { value?: string } | null)?.value?.endsWith(end) === true,
        [filled, ending] as const,
        limit,
      );
      return input.inputValue(limit);
    });
    const dialog = this.page.locator('.quick-input-title:visible', { hasText: title });
    await untilSeen(async (limit) => {
      // While it looks at the folder it hears nothing.
      if (await dialog.isVisible()) await input.press('Enter', limit);
      await dialog.waitFor({ state: 'hidden', ...limit });
    });
    return path;
  }
}
