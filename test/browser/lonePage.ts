import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { root } from '../../scripts/paths.ts';
import { panelHtml } from '../../src/extension/panels/panelHtml.ts';

const origin = 'http://panel.test';

/** What stands in for the editor: it keeps what the page says, and speaks as the editor does. */
const host = `
  globalThis.said = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => globalThis.said.push(structuredClone(message)),
    getState: () => globalThis.keptState,
    setState: (state) => { globalThis.keptState = state; },
  });
`;

/**
 * A panel's page in a Chromium of its own, under the real policy and without the editor around it:
 * for what would take too long to try in the editor.
 */
export class LonePage {
  readonly page: Page;
  /** Everything that the browser complained about or asked elsewhere for. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;

  private constructor(page: Page, browser: Browser) {
    this.page = page;
    this.#browser = browser;
  }

  static async open(bundle: string, variables: Readonly<Record<string, string>> = {}) {
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const lone = new LonePage(page, browser);
    page.on('pageerror', (error) => lone.complaints.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') lone.complaints.push(`console: ${message.text()}`);
    });
    page.on('dialog', (dialog) => {
      lone.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript(host);
    const file = (...path: string[]) => readFile(join(root, ...path));
    await page.route('**/*', async (route) => {
      const { pathname, origin: asked } = new URL(route.request().url());
      if (asked !== origin) {
        lone.complaints.push(`request: ${route.request().url()}`);
        return await route.abort();
      }
      if (pathname === '/') {
        return await route.fulfill({ contentType: 'text/html', body: html(bundle) });
      }
      const isScript = pathname.endsWith('.js');
      if (!isScript && !pathname.endsWith('.css')) return await route.fulfill({ status: 404 });
      const body = isScript
        ? await file('dist', 'webview', pathname.slice(1))
        : await file('media', pathname.slice(1));
      await route.fulfill({ contentType: isScript ? 'text/javascript' : 'text/css', body });
    });
    await page.goto(`${origin}/`);
    await page.evaluate(
      `for (const [name, value] of Object.entries(${JSON.stringify(variables)}))
         document.documentElement.style.setProperty(name, value);`,
    );
    return lone;
  }

  /** Says something to the page as the editor does. */
  async say(message: unknown): Promise<void> {
    await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, window.origin)`);
  }

  /** What the page has said to the editor. */
  async said(): Promise<readonly { readonly type: string }[]> {
    return await this.page.evaluate('globalThis.said');
  }

  /** The next message of a type that the page says to the editor, taken out of what it has said. */
  async next(type: string): Promise<Readonly<Record<string, unknown>>> {
    return await this.page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const at = globalThis.said.findIndex(({ type }) => type === ${JSON.stringify(type)});
        if (at === -1) requestAnimationFrame(look);
        else resolve(globalThis.said.splice(at, 1)[0]);
      };
      look();
    })`);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

const html = (bundle: string): string =>
  panelHtml({
    title: 'Panel',
    cspSource: origin,
    scriptUri: `${origin}/${bundle}.js`,
    styleUris: [`${origin}/panel.css`, `${origin}/${bundle}.css`],
    nonce: 'test',
  });
