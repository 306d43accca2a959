import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { copySampleBot } from '../../scripts/editor/sampleBot.ts';
import { VSCodeServer } from '../../scripts/editor/vscodeServer.ts';
import { artifactsFolder, root } from '../../scripts/paths.ts';

/**
 * The themes that every view must be readable in, by the name of the screenshots, each with the
 * class that the window has once the theme is applied.
 */
export const themes = {
  light: { label: 'Light Modern', className: 'vscode-theme-defaults-themes-light_modern-json' },
  dark: { label: 'Dark Modern', className: 'vscode-theme-defaults-themes-dark_modern-json' },
  'high-contrast': {
    label: 'Dark High Contrast',
    className: 'vscode-theme-defaults-themes-hc_black-json',
  },
} as const;

/** What those leave out; for suites that look at one thing in every theme there is. */
const furtherThemes = {
  'high-contrast-light': {
    label: 'Light High Contrast',
    className: 'vscode-theme-defaults-themes-hc_light-json',
  },
} as const;
const allThemes = { ...themes, ...furtherThemes };
export type ThemeName = keyof typeof allThemes;

/** The picker is tried this often, and given this long each time. */
const themeAttempts = 5;
const themeAttemptMilliseconds = 6_000;

export interface WorkbenchOptions {
  readonly theme?: ThemeName;
  /** User settings beyond the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A packaged extension that is installed, in place of the source. */
  readonly vsix?: string | undefined;
  /** The user's own keys, each with the command that it runs. */
  readonly keys?: readonly { readonly key: string; readonly command: string }[];
  /** The folder is one that nobody has trusted yet. */
  readonly isUntrusted?: boolean;
  /** Display language, such as `zh-cn`: the extension's words alone follow it. */
  readonly language?: string;
  /** Landings of an earlier session, as the backend keeps them: a line of JSON each. */
  readonly landings?: string;
}

/** Trust is asked for by nobody: who wants to give it finds the way. */
const trustSettings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
} as const;

/** Where the extension's own files lie in what a server writes. */
async function leaveLandings(dataFolder: string, lines: string): Promise<void> {
  const storage = join(dataFolder, 'data', 'User', 'globalStorage', 'arbscope.arbscope');
  await mkdir(storage, { recursive: true, mode: 0o700 });
  await writeFile(join(storage, 'landings.jsonl'), lines, { mode: 0o600 });
}

const viewport = { width: 1280, height: 800 } as const;

/** A real VS Code on the sample bot, with the extension loaded, as a person sees it in a browser. */
export class Workbench {
  readonly page: Page;
  /** The folder that is open. */
  readonly folder: string;
  readonly #browser: Browser;
  readonly #server: VSCodeServer;
  readonly #scratch: string;

  private constructor(
    page: Page,
    browser: Browser,
    server: VSCodeServer,
    scratch: string,
    folder: string,
  ) {
    this.page = page;
    this.folder = folder;
    this.#browser = browser;
    this.#server = server;
    this.#scratch = scratch;
  }

  /** Resolves when the window is drawn; the extension may still be starting. */
  static async open({
    theme = 'dark',
    settings = {},
    keys = [],
    isUntrusted = false,
    landings,
    vsix,
    language,
  }: WorkbenchOptions = {}): Promise<Workbench> {
    const scratch = await mkdtemp(join(tmpdir(), 'arbscope-browser-'));
    const folder = await copySampleBot(scratch);
    if (landings !== undefined) await leaveLandings(join(scratch, 'server'), landings);
    const dataFolder = join(scratch, 'server');
    await mkdir(join(dataFolder, 'data/User'), { recursive: true });
    await writeFile(join(dataFolder, 'data/User/keybindings.json'), JSON.stringify(keys));
    const server = await VSCodeServer.start({
      dataFolder,
      settings: isUntrusted ? { ...trustSettings, ...settings } : settings,
      workspaceTrust: isUntrusted,
      vsix,
      language,
    });
    let browser: Browser | null = null;
    try {
      browser = await launchChromium();
      const page = await browser.newPage({ viewport });
      const workbench = new Workbench(page, browser, server, scratch, folder);
      await workbench.#load();
      await workbench.chooseTheme(theme);
      return workbench;
    } catch (error) {
      await browser?.close();
      await server.stop();
      throw error;
    }
  }

  /**
   * Another window of the same editor and user on the same folder: an extension host of its own.
   * It ends with the first one.
   */
  async anotherWindow(): Promise<Workbench> {
    const page = await this.#browser.newPage({ viewport });
    const other = new Workbench(page, this.#browser, this.#server, this.#scratch, this.folder);
    await other.#load();
    return other;
  }

  async #load(): Promise<void> {
    const { folder, page } = this;
    page.setDefaultTimeout(30_000);
    const source = this.#server.hasPackage ? {} : { extensionDevelopmentPath: root };
    await page.goto(this.#server.url({ folder, ...source }));
    await page.locator('.explorer-folders-view [role=treeitem]').first().waitFor();
  }

  /** Chooses a theme as a person does: a setting alone is not always taken up by a new window. */
  async chooseTheme(theme: ThemeName): Promise<void> {
    const { className } = allThemes[theme];
    const applied = this.page.locator(`.monaco-workbench.${className}`);
    // A list that is still filling may forget what was typed, or the picker close: then again.
    for (let attempt = 1; attempt < themeAttempts; attempt++) {
      try {
        await this.#pickTheme(theme);
        await applied.waitFor({ timeout: themeAttemptMilliseconds });
        return;
      } catch {
        await this.page.keyboard.press('Escape');
      }
    }
    await this.#pickTheme(theme);
    await applied.waitFor();
  }

  async #pickTheme(theme: ThemeName): Promise<void> {
    const { label } = allThemes[theme];
    const timeout = themeAttemptMilliseconds;
    await this.runCommand('Preferences: Color Theme');
    // The command palette's own list is still drawn for a moment.
    const list = this.page.locator('.quick-input-list [aria-label^="Select Color Theme"]');
    await list.waitFor({ timeout });
    await this.quickInput().fill(label, { timeout });
    await list.getByRole('option', { name: new RegExp(`^${label}`) }).click({ timeout });
  }

  /** Clicks the icon in the activity bar, unless its views are open: a click would close them. */
  async openArbscopeView(): Promise<void> {
    if (await this.view('Finder').isVisible()) return;
    await this.page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Arbscope/ })
      .click();
    await this.view('Finder').waitFor();
  }

  /** A view of the side bar by its title, opened or not. */
  view(title: string): Locator {
    return this.page.locator('.sidebar .pane', {
      has: this.page.locator('.pane-header .title', { hasText: title }),
    });
  }

  /** The rows of a view's tree that are drawn: all of them at one depth (from 1), if given. */
  treeRows(viewTitle: string, depth?: number): Locator {
    const rows = this.view(viewTitle);
    return depth === undefined
      ? rows.getByRole('treeitem')
      : rows.locator(`[role=treeitem][aria-level="${depth}"]`);
  }

  /** Rows that can be expanded, or are. */
  branches(viewTitle: string, depth: number): Locator {
    return this.view(viewTitle).locator(`[role=treeitem][aria-level="${depth}"][aria-expanded]`);
  }

  /** Expands a row by the keyboard and waits until a row one level deeper is drawn. */
  async expand(viewTitle: string, row: Locator): Promise<void> {
    const depth = Number(await row.getAttribute('aria-level'));
    await row.click();
    if ((await row.getAttribute('aria-expanded')) !== 'true') {
      await this.page.keyboard.press('ArrowRight');
    }
    await this.treeRows(viewTitle, depth + 1)
      .first()
      .waitFor();
  }

  /** Runs a command through the command palette by its full title, category included. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.quickInput();
    await input.fill(`>${title}`);
    await this.page
      .locator('.quick-input-list')
      .getByRole('option', { name: title })
      .first()
      .click();
  }

  /** Opens a file of the workspace by its name, as a person finds it. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.quickInput().fill(name);
    const found = this.page.locator('.quick-input-list').getByRole('option', { name });
    await found.first().click();
    await this.page.getByRole('tab', { name, selected: true }).first().waitFor();
  }

  /** Brings the tab of a name to the front, as a click on it does. */
  async showTab(name: RegExp): Promise<void> {
    await this.page.locator('.tabs-container').getByRole('tab', { name }).click();
  }

  /** Takes what the editor's own file dialog offers: a name in the folder that is open. */
  async acceptFileDialog(): Promise<void> {
    const input = this.quickInput();
    await input.waitFor();
    await input.press('Enter');
  }

  /** What is on the clipboard. */
  async clipboard(): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** By the editor's own command, before which it writes down what panels have kept. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
  }

  /** The text field of the quick pick or input box that is open. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
  }

  /** Answers the input box that a command has opened. */
  async submitInput(text: string): Promise<void> {
    const input = this.quickInput();
    await input.fill(text);
    await input.press('Enter');
  }

  /** The text of the active editor as far as it is drawn. */
  editorText(): Locator {
    return this.page.locator('.editor-group-container.active .view-lines');
  }

  /** Where the editor keeps installed extensions. */
  get extensionsFolder(): string {
    return join(this.#scratch, 'server/extensions');
  }

  /** Keeps a picture under artifacts/browser/. */
  async screenshot(name: string): Promise<void> {
    const folder = join(artifactsFolder, 'browser');
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** Ends everything; rejects when a process did not end by itself. */
  async close(): Promise<void> {
    await this.#browser.close();
    const forced = await this.#server.stop();
    await rm(this.#scratch, { recursive: true, force: true });
    if (forced.length > 0) throw new Error(`Processes were left behind:\n${forced.join('\n')}`);
  }
}
