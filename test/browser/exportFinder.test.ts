import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type ThemeName, themes, Workbench } from './workbench.ts';

const themeNames = Object.keys(themes) as ThemeName[];

describe('A person who exports what the Finder shows', { timeout: 300_000 }, () => {
  let workbench: Workbench;

  before(async () => {
    // The verdict of the simulated market is not what is tried here.
    const settings = { 'arbscope.export.obeyVerdict': false };
    workbench = await Workbench.open({ theme: 'dark', settings });
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-export');
  });
  after(() => workbench?.close());

  const option = (label: string | RegExp) =>
    workbench.page.locator('.quick-input-list').getByRole('option', { name: label }).first();
  const step = (number: string) =>
    workbench.page.locator('.quick-input-title', { hasText: `(${number})` }).waitFor();

  /** The icon among those of the view, which are drawn while the pointer is over it. */
  async function clickExport(): Promise<void> {
    const header = workbench.view('Finder').locator('.pane-header');
    await header.hover();
    await header.getByRole('button', { name: /^Export/ }).click();
    await step('1/2');
  }

  test('chooses a format and opens the bot’s config beside the tree', async () => {
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).first().waitFor({ timeout: 90_000 });
    await clickExport();
    for (const theme of themeNames) {
      await workbench.page.keyboard.press('Escape');
      await workbench.chooseTheme(theme);
      await clickExport();
      await workbench.screenshot(`export-formats-${theme}`);
    }
    await option(/an entry for each mint/).click();
    await step('2/2');
    await workbench.screenshot('export-targets');
    await option(/New editor/).click();
    const text = workbench.editorText();
    await text.filter({ hasText: /\[\[routing\.mint_config_list\]\]/ }).waitFor();
    assert.match((await text.textContent()) ?? '', /Sandbox,.simulated.data/);
    await workbench.screenshot('export-editor');
  });
});
