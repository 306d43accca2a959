import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { artifactsFolder, root } from '../../scripts/paths.ts';
import { type PageTranslations, panelHtml } from '../../src/extension/ui/panels/panelHtml.ts';
import { patienceMilliseconds } from './patience.ts';
import { takeScreenshot } from './takeScreenshot.ts';

/**
 * A panel's page outside of the editor: the same markup, policy, styles and script, with messages
 * from the test. For pictures, hostile content and timings, which need no extension.
 */
export class StandalonePanel {
  readonly page: Page;
  readonly problems: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.problems.push(`error: ${message}`));
    page.on('console', (line) => {
      if (line.type() === 'error') this.problems.push(`console: ${line.text()}`);
    });
    page.on('dialog', (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(
    browser: Browser,
    bundle: string,
    {
      theme = 'dark',
      width = 1_280,
      height = 900,
      hasForcedColors = false,
      words: translations,
    }: StandalonePanelOptions = {},
  ): Promise<StandalonePanel> {
    const forcedColors = hasForcedColors ? 'active' : 'none';
    const page = await browser.newPage({ viewport: { width, height }, forcedColors });
    page.setDefaultTimeout(patienceMilliseconds);
    const script = await buildBundle(bundle);
    const style = async (name: string) => readFile(join(root, 'media', name), 'utf8');
    const bodies: Readonly<Record<string, [type: string, body: string]>> = {
      '/': [
        'text/html',
        panelHtml({
          title: bundle,
          cspSource: origin,
          scriptUri: `${origin}/page.js`,
          styleUris: [`${origin}/theme.css`, `${origin}/panel.css`, `${origin}/own.css`],
          nonce: 'bare',
          translations,
        }),
      ],
      '/page.js': ['text/javascript', script],
      '/theme.css': ['text/css', themeStyle(theme)],
      '/panel.css': ['text/css', await style('panel.css')],
      '/own.css': ['text/css', await style(`${bundle}.css`)],
      '/charts.css': ['text/css', await style('charts.css')],
      '/transaction.css': ['text/css', await style('transaction.css')],
      '/competition.css': ['text/css', await style('competition.css')],
      '/walletCompetition.css': ['text/css', await style('walletCompetition.css')],
    };
    const bare = new StandalonePanel(page);
    // Catches external requests that the policy allows; newer routes take precedence.
    await page.route('**/*', (route) => {
      bare.problems.push(`request: ${route.request().url()}`);
      return route.abort();
    });
    await page.route(`${origin}/**`, (route) => {
      const [contentType, body] = bodies[new URL(route.request().url()).pathname] ?? [];
      return contentType === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ contentType, body: body ?? '' });
    });
    await page.addInitScript({ content: fakeVsCodeApi });
    await page.goto(`${origin}/`);
    await page.evaluate(`document.body.classList.add(${JSON.stringify(bodyClass[theme])})`);
    return bare;
  }

  async post(message: unknown): Promise<void> {
    await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  }

  sent(): Promise<{ readonly type: string; readonly [member: string]: unknown }[]> {
    return this.page.evaluate('window.sentMessages');
  }

  /** Each message is returned once. */
  next(type: string): Promise<{ readonly type: string; readonly [member: string]: unknown }> {
    return this.page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const at = window.sentMessages.findIndex((sent) => sent.type === ${JSON.stringify(type)});
        if (at === -1) requestAnimationFrame(look);
        else resolve(window.sentMessages.splice(at, 1)[0]);
      };
      look();
    })`);
  }

  async screenshot(name: string): Promise<void> {
    const path = join(artifactsFolder, 'browser', `${name}.png`);
    await takeScreenshot(this.page, { path, fullPage: true });
  }
}

export type PanelTheme = 'light' | 'dark' | 'high-contrast';

export interface StandalonePanelOptions {
  readonly theme?: PanelTheme;
  readonly width?: number;
  readonly height?: number;
  /** The operating system's few colors instead of the theme's. */
  readonly hasForcedColors?: boolean;
  /** Translations, as the panel passes them to the page for an editor not in English. */
  readonly words?: PageTranslations;
}

const origin = 'https://panel.invalid';

const fakeVsCodeApi = `
  window.sentMessages = [];
  window.keptState = undefined;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => { window.sentMessages.push(structuredClone(message)); },
    getState: () => window.keptState,
    setState: (state) => { window.keptState = structuredClone(state); },
  });
`;

const bodyClass: Readonly<Record<PanelTheme, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'high-contrast': 'vscode-high-contrast',
};

/** The production bundle, so that timings are realistic. */
async function buildBundle(bundle: string): Promise<string> {
  const options: BuildOptions = {
    absWorkingDir: root,
    entryPoints: [`src/webview/${bundle}/main.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    banner: { js: '//# allFunctionsCalledOnLoad' },
    write: false,
  };
  const { outputFiles } = await build(options);
  return outputFiles?.[0]?.text ?? '';
}

/** Colors of the editor's built-in themes, as far as the pages use them. */
const themes: Readonly<Record<PanelTheme, Readonly<Record<string, string>>>> = {
  dark: {
    foreground: '#cccccc',
    disabledForeground: '#cccccc80',
    descriptionForeground: '#9d9d9d',
    errorForeground: '#f85149',
    focusBorder: '#0078d4',
    'editor-background': '#1f1f1f',
    'editorWidget-background': '#202020',
    'panel-border': '#2b2b2b',
    'input-background': '#313131',
    'input-foreground': '#cccccc',
    'input-border': '#3c3c3c',
    'input-placeholderForeground': '#989898',
    'dropdown-background': '#313131',
    'dropdown-foreground': '#cccccc',
    'dropdown-border': '#3c3c3c',
    'button-background': '#0078d4',
    'button-foreground': '#ffffff',
    'button-secondaryBackground': '#313131',
    'button-secondaryForeground': '#cccccc',
    'button-secondaryHoverBackground': '#3c3c3c',
    'toolbar-hoverBackground': '#5a5d5e50',
    'textLink-foreground': '#4daafc',
    'list-hoverBackground': '#2a2d2e',
    'charts-blue': '#3794ff',
    'terminal-ansiMagenta': '#bc3fbc',
    'terminal-ansiCyan': '#11a8cd',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f14c4c',
    'charts-yellow': '#cca700',
    'editorWarning-foreground': '#cca700',
    'testing-iconPassed': '#73c991',
  },
  light: {
    foreground: '#3b3b3b',
    disabledForeground: '#61616180',
    descriptionForeground: '#3b3b3b',
    errorForeground: '#f85149',
    focusBorder: '#005fb8',
    'editor-background': '#ffffff',
    'editorWidget-background': '#f8f8f8',
    'panel-border': '#e5e5e5',
    'input-background': '#ffffff',
    'input-foreground': '#3b3b3b',
    'input-border': '#cecece',
    'input-placeholderForeground': '#767676',
    'dropdown-background': '#ffffff',
    'dropdown-foreground': '#3b3b3b',
    'dropdown-border': '#cecece',
    'button-background': '#005fb8',
    'button-foreground': '#ffffff',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'button-secondaryHoverBackground': '#cccccc',
    'toolbar-hoverBackground': '#b8b8b850',
    'textLink-foreground': '#005fb8',
    'list-hoverBackground': '#f2f2f2',
    'charts-blue': '#1a85ff',
    'terminal-ansiMagenta': '#bc3fbc',
    'terminal-ansiCyan': '#0598bc',
    'charts-green': '#388a34',
    'charts-purple': '#652d90',
    'charts-red': '#e51400',
    'charts-yellow': '#bf8803',
    'editorWarning-foreground': '#bf8803',
    'testing-iconPassed': '#73c991',
  },
  'high-contrast': {
    foreground: '#ffffff',
    disabledForeground: '#a5a5a5',
    descriptionForeground: '#ffffffb3',
    errorForeground: '#f48771',
    focusBorder: '#f38518',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    'editor-background': '#000000',
    'editorWidget-background': '#0c141f',
    'panel-border': '#6fc3df',
    'input-background': '#000000',
    'input-foreground': '#ffffff',
    'input-border': '#6fc3df',
    'input-placeholderForeground': '#ffffffb3',
    'dropdown-background': '#000000',
    'dropdown-foreground': '#ffffff',
    'dropdown-border': '#6fc3df',
    'button-background': '#000000',
    'button-foreground': '#ffffff',
    'button-border': '#6fc3df',
    'button-secondaryForeground': '#ffffff',
    'textLink-foreground': '#21a6ff',
    'charts-blue': '#59a4f9',
    'terminal-ansiMagenta': '#bc3fbc',
    'terminal-ansiCyan': '#00cdcd',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f48771',
    'charts-yellow': '#ffd370',
    'editorWarning-foreground': '#ffd370',
    'testing-iconPassed': '#73c991',
  },
};

const themeStyle = (theme: PanelTheme): string =>
  `html{${Object.entries(themes[theme])
    .map(([name, value]) => `--vscode-${name}:${value};`)
    .join('')}--vscode-font-family:system-ui,sans-serif;--vscode-font-size:13px;}`;
