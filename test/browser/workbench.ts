import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium, newStillPage } from '../../scripts/editor/chromium.ts';
import { copySampleBot } from '../../scripts/editor/sampleBot.ts';
import { VSCodeServer } from '../../scripts/editor/vscodeServer.ts';
import { artifactsFolder } from '../../scripts/paths.ts';
import { clickOnce, patienceMilliseconds, untilSeen } from './patience.ts';
import { QuickInput } from './quickInput.ts';
import { takeScreenshot } from './takeScreenshot.ts';

/**
 * The themes in which every view must be readable, by their names in screenshots, each with the
 * window's class in that theme.
 */
export const themes = {
  light: { label: 'Light Modern', className: 'vscode-theme-defaults-themes-light_modern-json' },
  dark: { label: 'Dark Modern', className: 'vscode-theme-defaults-themes-dark_modern-json' },
  'high-contrast': {
    label: 'Dark High Contrast',
    className: 'vscode-theme-defaults-themes-hc_black-json',
  },
} as const;

/** The remaining themes, for suites that check one thing in all of them. */
const furtherThemes = {
  'high-contrast-light': {
    label: 'Light High Contrast',
    className: 'vscode-theme-defaults-themes-hc_light-json',
  },
} as const;
const allThemes = { ...themes, ...furtherThemes };
export type ThemeName = keyof typeof allThemes;

export interface WorkbenchOptions {
  readonly theme?: ThemeName;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A packaged extension to install instead of running from source. */
  readonly vsix?: string | undefined;
  /** User key bindings with their commands. */
  readonly keys?: readonly { readonly key: string; readonly command: string }[];
  readonly isUntrusted?: boolean;
  /** Display language, such as `zh-cn`; only affects the extension's text. */
  readonly language?: string;
  /** Installs further extensions before the editor starts. */
  readonly installExtensions?: (extensionsFolder: string) => Promise<void>;
}

/** Never prompts for trust; tests grant it themselves. */
const trustSettings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
} as const;

export const viewport = { width: 1280, height: 800 } as const;

/** Resources that end with the window that opened them. */
interface OpenedEditor {
  readonly browser: Browser;
  readonly server: VSCodeServer;
  readonly scratch: string;
  readonly folder: string;
}

/** A real VS Code in a browser, with the sample bot open and the extension loaded. */
export class Workbench extends QuickInput {
  readonly #editor: OpenedEditor | null;

  private constructor(page: Page, editor: OpenedEditor | null) {
    super(page);
    this.#editor = editor;
  }

  /** Wraps a window that the caller has opened and will close. */
  static attach(page: Page): Workbench {
    page.setDefaultTimeout(patienceMilliseconds);
    return new Workbench(page, null);
  }

  get #opened(): OpenedEditor {
    if (this.#editor === null) throw new Error('Somebody else has opened this window');
    return this.#editor;
  }

  get folder(): string {
    return this.#opened.folder;
  }

  /** Resolves when the window is drawn; the extension may still be starting. */
  static async open({
    theme = 'dark',
    settings = {},
    keys = [],
    isUntrusted = false,
    vsix,
    language,
    installExtensions,
  }: WorkbenchOptions = {}): Promise<Workbench> {
    const scratch = await mkdtemp(join(tmpdir(), 'arbscope-browser-'));
    const folder = await copySampleBot(scratch);
    const dataFolder = join(scratch, 'server');
    await installExtensions?.(join(dataFolder, 'extensions'));
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
      const page = await newStillPage(browser, viewport);
      const workbench = new Workbench(page, { browser, server, scratch, folder });
      await workbench.#load();
      await workbench.chooseTheme(theme);
      return workbench;
    } catch (error) {
      await browser?.close();
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Opens another window of the same editor and user on the same folder, with a separate extension
   * host. It ends with the first one.
   */
  async anotherWindow(): Promise<Workbench> {
    const page = await newStillPage(this.#opened.browser, viewport);
    const other = new Workbench(page, this.#opened);
    await other.#load();
    return other;
  }

  async #load(): Promise<void> {
    const { page } = this;
    const { folder, server } = this.#opened;
    page.setDefaultTimeout(patienceMilliseconds);
    await page.goto(server.url(folder));
    await page.locator('.explorer-folders-view [role=treeitem]').first().waitFor();
  }

  /** Uses the picker, because a new window does not always apply a changed setting. */
  async chooseTheme(theme: ThemeName): Promise<void> {
    const { className, label } = allThemes[theme];
    // The command palette's list is still visible for a moment.
    const list = this.page.locator('.quick-input-list [aria-label^="Select Color Theme"]');
    // A list that is still loading may lose the typed text, or the picker may close: retry.
    await untilSeen(async (limit) => {
      await this.runCommand('Preferences: Color Theme');
      await list.waitFor(limit);
      await this.quickInput().fill(label, limit);
      await list.getByRole('option', { name: new RegExp(`^${label}`) }).click(limit);
      await this.page.locator(`.monaco-workbench.${className}`).waitFor(limit);
    });
  }

  /**
   * Clicks the icon in the activity bar, unless its views are open, because a click would close
   * them.
   */
  async openArbscopeView(first = 'Finder'): Promise<void> {
    const icon = this.page.locator('.activitybar').getByRole('tab', { name: /^Arbscope/ });
    await untilSeen(async (limit) => {
      if (!(await this.view(first).isVisible())) await icon.click(limit);
      await this.view(first).waitFor(limit);
    });
  }

  /** Waits until the connection no longer starts: all of the window is indexed then. */
  async waitUntilIndexed(): Promise<void> {
    await this.page
      .locator('.statusbar-item[id*="arbscope.connection"]:not(:has(.codicon-loading))')
      .waitFor();
  }

  /** A notification on the screen. */
  notification(message: RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: message });
  }

  /** Open or not. */
  view(title: string): Locator {
    return this.page.locator('.sidebar .pane', {
      has: this.page.locator('.pane-header .title', { hasText: title }),
    });
  }

  /** Drawn rows, optionally only those at one depth (from 1). */
  treeRows(viewTitle: string, depth?: number): Locator {
    const rows = this.view(viewTitle);
    return depth === undefined
      ? rows.getByRole('treeitem')
      : rows.locator(`[role=treeitem][aria-level="${depth}"]`);
  }

  branches(viewTitle: string, depth: number): Locator {
    return this.view(viewTitle).locator(`[role=treeitem][aria-level="${depth}"][aria-expanded]`);
  }

  /** Moves the pointer away, so that no tooltip covers anything. */
  async restPointer(): Promise<void> {
    const { mouse } = this.page;
    const tooltips = this.page.locator('.workbench-hover-container:visible');
    await untilSeen(async (limit) => {
      const [tooltip] = await tooltips.elementHandles();
      const box = await tooltip?.boundingBox();
      if (box != null) {
        // A busy window may draw a tooltip after the pointer has left; it stays until the pointer
        // enters and leaves again.
        const middle = box.x + box.width / 2;
        await mouse.move(middle, box.y + box.height / 2);
        await mouse.move(middle, box.y + box.height + 10);
      }
      await mouse.move(5, 5);
      await tooltips.first().waitFor({ state: 'hidden', ...limit });
    });
  }

  async setOpen(viewTitle: string, isOpen: boolean): Promise<void> {
    const header = this.view(viewTitle).locator('.pane-header');
    await untilSeen(async (limit) => {
      const isAsWanted = (await header.getAttribute('aria-expanded', limit)) === String(isOpen);
      if (!isAsWanted) {
        await this.restPointer();
        await header.locator('.title').click(limit);
      }
      await header.and(this.page.locator(`[aria-expanded="${isOpen}"]`)).waitFor(limit);
    });
  }

  async expand(viewTitle: string, row: Locator): Promise<void> {
    const depth = Number(await row.getAttribute('aria-level'));
    await untilSeen(async (limit) => {
      // A click on the row itself may run a command.
      if ((await row.getAttribute('aria-expanded', limit)) !== 'true') {
        await row.locator('.monaco-tl-twistie').click(limit);
      }
      await row.and(this.page.locator('[aria-expanded=true]')).waitFor(limit);
      await this.treeRows(viewTitle, depth + 1)
        .first()
        .waitFor(limit);
    });
  }

  async clickOn(place: Locator, button: string | RegExp): Promise<void> {
    await clickOnce(place.getByRole('button', { name: button }), async (limit) => {
      // The row's tooltip may cover the button, and stays while the pointer is over it.
      await this.restPointer();
      await place.hover(limit);
    });
  }

  async addService(name: string, url: string, key: string, plan = /Lowest/): Promise<void> {
    await this.choose(/Service/, () => this.runCommand('Arbscope: Add Connection…'));
    for (const [number, answer] of Object.entries({ 1: url, 2: name, 3: '' })) {
      await this.titled(`(${number}/5)`);
      await this.answer(answer);
    }
    await this.choose(plan);
    await this.titled('(5/5)');
    await this.answer(key);
  }

  async openFile(name: string): Promise<void> {
    await untilSeen(async (limit) => {
      await this.search('Control+P', name, limit);
      await this.option(name).click(limit);
      await this.page.getByRole('tab', { name, selected: true }).first().waitFor(limit);
    });
  }

  async showTab(name: RegExp): Promise<void> {
    const tab = this.page.locator('.tabs-container').getByRole('tab', { name });
    await untilSeen(async (limit) => {
      await tab.click(limit);
      await tab.and(this.page.locator('[aria-selected=true]')).waitFor(limit);
    });
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Uses the editor's command, which first saves the state of panels. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
  }

  editorText(): Locator {
    return this.page.locator('.editor-group-container.active .view-lines');
  }

  /** Processes of the editor's server, its extension host and the backend. */
  processes() {
    return this.#opened.server.processes();
  }

  get extensionsFolder(): string {
    return join(this.#opened.scratch, 'server/extensions');
  }

  async screenshot(name: string): Promise<void> {
    const folder = join(artifactsFolder, 'browser');
    await mkdir(folder, { recursive: true });
    await takeScreenshot(this.page, { path: join(folder, `${name}.png`) });
  }

  /** Closes everything; rejects if a process had to be killed. */
  async close(): Promise<void> {
    const { browser, server, scratch } = this.#opened;
    await browser.close();
    const forced = await server.stop();
    await rm(scratch, { recursive: true, force: true });
    if (forced.length > 0) throw new Error(`Processes were left behind:\n${forced.join('\n')}`);
  }
}
