import type { Locator, Page } from 'playwright-core';
import { clickOnce, type Limit, untilSeen } from './patience.ts';

const palettes = { F1: 'Type the name of a command', 'Control+P': 'Search files by name' } as const;

/** The editor's quick input: the command palette, lists, input boxes and the simple file dialog. */
export class QuickInput {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
  }

  option(label: string | RegExp): Locator {
    return this.page
      .locator('.quick-input-list:visible')
      .getByRole('option', { name: label })
      .first();
  }

  async titled(text: string | RegExp, limit?: Limit): Promise<void> {
    await this.page.locator('.quick-input-title:visible', { hasText: text }).waitFor(limit);
  }

  /** Chooses a row once; `bringUp` opens the list, repeatedly if it closes. */
  async choose(
    label: string | RegExp,
    bringUp: (limit: Limit) => Promise<unknown> = async () => {},
  ): Promise<void> {
    const option = this.option(label);
    await clickOnce(option, async (limit) => {
      if (!(await option.isVisible())) await bringUp(limit);
    });
  }

  #palette(key: keyof typeof palettes): Locator {
    return this.page.locator(
      `.quick-input-widget:visible .quick-input-box input[placeholder^="${palettes[key]}"]`,
    );
  }

  /**
   * Types into the command palette or the file search. The editor activates extensions before it
   * first opens one, and a panel that takes the focus late closes it.
   */
  async search(key: keyof typeof palettes, text: string, limit: Limit): Promise<void> {
    const input = this.#palette(key);
    // An open palette does not show commands registered later, so open it again.
    if (await input.isVisible()) {
      await input.press('Escape', limit);
      await input.waitFor({ state: 'hidden', ...limit });
    }
    await this.page.keyboard.press(key);
    await input.fill(text, limit);
  }

  /**
   * Runs a command by its full title, including its category. Only clicks on rows with highlighted
   * matches, because other rows still move.
   */
  async runCommand(title: string): Promise<void> {
    const found = this.option(title).filter({ has: this.page.locator('.highlight') });
    await clickOnce(found, (limit) => this.search('F1', `>${title}`, limit));
    // So that later input does not go to the closing palette.
    await this.#palette('F1').waitFor({ state: 'hidden' });
  }

  /** Runs a command with an input box and submits the text; repeats if the box closes early. */
  async runWith(title: string, text: string): Promise<void> {
    await untilSeen(async (limit) => {
      await this.runCommand(title);
      await this.quickInput().fill(text, limit);
    });
    await this.quickInput().press('Enter');
  }

  async answer(text: string): Promise<void> {
    const input = this.quickInput();
    await input.fill(text);
    await input.press('Enter');
  }

  async leave(): Promise<void> {
    const input = this.quickInput();
    await untilSeen(async (limit) => {
      if (await input.isVisible()) await input.press('Escape', limit);
      await input.waitFor({ state: 'hidden', ...limit });
    });
  }

  /** Accepts the path of the editor's file dialog once it has this ending; returns the path. */
  async acceptFileDialog(ending: string, title = 'Save as'): Promise<string> {
    await this.titled(title);
    const input = this.quickInput();
    // The dialog fills in the path some moments after it appears.
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
      // It ignores keys while it reads the folder.
      if (await dialog.isVisible()) await input.press('Enter', limit);
      await dialog.waitFor({ state: 'hidden', ...limit });
    });
    return path;
  }
}
