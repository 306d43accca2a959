import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { TestAccess, TestExports } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';

/** For suites in which a Sandbox starts: some seconds, many more on a machine under load. */
export const sandboxTimeout = 300_000;

/** The extension as the tests see it, activated, with all its parts loaded. */
export async function activated(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestExports | undefined>('arbscope.arbscope');
  assert.ok(extension !== undefined, 'VS Code has not loaded the extension');
  const exports = await extension.activate();
  assert.ok(exports !== undefined, 'The extension does not know that it is tested');
  return await exports.access;
}

/** The rows of the Finder once they are as asked for; rejects when mocha's time is over. */
export function rowsOnce(
  { finder }: TestAccess,
  asExpected: (rows: readonly TreeRow[]) => boolean,
): Promise<readonly TreeRow[]> {
  return new Promise((resolve) => {
    const look = () => {
      const { rows } = finder.tree;
      if (!asExpected(rows)) return;
      listening.dispose();
      resolve(rows);
    };
    const listening = finder.tree.onDidChangeTreeData(look);
    look();
  });
}

/** The rows at the top of a tree once they are as asked for. */
export function treeOnce(
  tree: Pick<TestAccess['trees']['wallets']['tree'], 'getChildren' | 'onDidChangeTreeData'>,
  asExpected: (rows: readonly TreeRow[]) => boolean,
): Promise<readonly TreeRow[]> {
  return new Promise((resolve) => {
    const look = async () => {
      const rows = await tree.getChildren();
      if (!asExpected(rows)) return;
      listening.dispose();
      resolve(rows);
    };
    const listening = tree.onDidChangeTreeData(() => void look());
    void look();
  });
}

export const hasVerdict = (rows: readonly TreeRow[]): boolean => rows[0]?.context === 'verdict';

/** Process ids of the backendes that this extension host started. */
export function marketProcesses(): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const [command = '', stat = ''] = ['cmdline', 'stat'].map((name) =>
        readFileSync(`/proc/${entry}/${name}`, 'latin1'),
      );
      const parent = Number(stat.replace(/^.*\) /s, '').split(' ')[1]);
      const isOurs = parent === process.pid && /backend\.js\0channel\0/.test(command);
      return isOurs ? [Number(entry)] : [];
    } catch {
      // No process, or one that has just ended.
      return [];
    }
  });
}

/** The tabs of panels whose type ends so. */
export const tabsOf = (type: string) =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(type),
    );

/**
 * An untitled document of this text. The editor gives the name of a closed one again, and may then
 * still find that one's backup, which it prefers to the text: such a document is left open, and its
 * name with it.
 */
export async function openText(content: string, language?: string): Promise<vscode.TextDocument> {
  for (;;) {
    const options = { content, ...(language === undefined ? {} : { language }) };
    const document = await vscode.workspace.openTextDocument(options);
    if (document.getText() === content) return document;
  }
}

/** As `openText`, in an editor. */
export const showText = async (content: string, language?: string): Promise<vscode.TextEditor> =>
  await vscode.window.showTextDocument(await openText(content, language));

/** Waits for the editor's own list of tabs, which follows what it shows by a moment. */
export const tabsOnce = (
  type: string,
  holds: (tabs: readonly vscode.Tab[]) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!holds(tabsOf(type))) return;
      listening.dispose();
      resolve();
    };
    const listening = vscode.window.tabGroups.onDidChangeTabs(look);
    look();
  });

/** Waits for a tab in front, or any, by its name: the editor's list follows a command by a moment. */
export const tabNamed = (label: string | RegExp, { isActive = false } = {}): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const isIt = (tab: vscode.Tab): boolean =>
        (typeof label === 'string' ? tab.label === label : label.test(tab.label)) &&
        (!isActive || tab.isActive);
      if (!tabs.some(isIt)) return;
      listening.dispose();
      resolve();
    };
    const listening = vscode.window.tabGroups.onDidChangeTabs(look);
    look();
  });

/** Waits until the settings have been taken up: the editor tells of them after a change by a moment. */
export const settingsOnce = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      listening.dispose();
      resolve();
    };
    const listening = vscode.workspace.onDidChangeConfiguration(look);
    look();
  });

/** Waits for one tab of that type and name. */
export const tabOnce = (type: string, label: string | RegExp): Promise<void> =>
  tabsOnce(type, ([tab, ...others]) => {
    if (tab === undefined || others.length > 0) return false;
    return typeof label === 'string' ? tab.label === label : label.test(tab.label);
  });

interface Hearing<Content> {
  onContent(listener: (content: Content) => void): vscode.Disposable | { dispose(): unknown };
}

/** What a panel shows next. */
export const nextOf = <Content>(panels: Hearing<Content>): Promise<Content> =>
  new Promise((resolve) => {
    const listening = panels.onContent((content) => {
      listening.dispose();
      resolve(content);
    });
  });

/** Puts other members in the place of an object's own until it is disposed. */
export function replaced<Target extends object>(
  target: Target,
  members: Partial<Target>,
): vscode.Disposable {
  const before = Object.fromEntries(
    Object.keys(members).map((name) => [name, Reflect.get(target, name)]),
  );
  Object.assign(target, members);
  return { dispose: () => void Object.assign(target, before) };
}

/** The timers of one length: they run out when the test says so. All others run as ever. */
export class HeldTimer implements vscode.Disposable {
  /** What is to be done by the newest of them that has not run out. */
  #run: (() => void) | null = null;
  #tell = () => {};
  readonly #global: vscode.Disposable;

  constructor(milliseconds: number) {
    const { setTimeout: real } = globalThis;
    const held = (run: () => void, delay?: number, ...given: []): NodeJS.Timeout => {
      if (delay === milliseconds) {
        this.#run = run;
        this.#tell();
      }
      return real(run, delay, ...given);
    };
    this.#global = replaced(globalThis, { setTimeout: Object.assign(held, real) });
  }

  /** The newest of them runs out, as soon as there is one. */
  async runOut(): Promise<void> {
    while (this.#run === null) {
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    }
    const run = this.#run;
    this.#run = null;
    run();
  }

  dispose(): void {
    this.#global.dispose();
  }
}

/** The views are on screen, or no longer: told by Wallets, which is opened for it. */
export async function viewsShown({ trees }: TestAccess, areShown: boolean): Promise<void> {
  const { view } = trees.wallets.tree;
  const isOver = new Promise<void>((resolve) => {
    const listening = view.onDidChangeVisibility(() => look());
    const look = () => {
      if (view.visible !== areShown) return;
      listening.dispose();
      resolve();
    };
    look();
  });
  const shown = ['arbscope.wallets.focus', 'arbscope.finder.focus'];
  for (const command of areShown ? shown : ['workbench.view.explorer']) {
    await vscode.commands.executeCommand(command);
  }
  // The editor tells the views in the order in which they stand: the Finder comes before Wallets.
  await isOver;
}
