import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { TestAccess, TestExports } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';

/** Timeout for suites that start a Sandbox: takes seconds, but much longer on a busy machine. */
export const sandboxTimeout = 300_000;

/** The activated extension with all its parts loaded, as its tests access it. */
export async function activated(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestExports | undefined>('arbscope.arbscope');
  assert.ok(extension !== undefined, 'VS Code has not loaded the extension');
  const exports = await extension.activate();
  assert.ok(exports !== undefined, 'The extension does not know that it is tested');
  return await exports.access;
}

/** Resolves when the Finder's rows match; otherwise mocha's timeout fails the test. */
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
      // Not a process, or one that has just exited.
      return [];
    }
  });
}

export const tabsOf = (type: string) =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(type),
    );

/**
 * Opens an untitled document with this text. The editor may reuse the name of a closed document and
 * restore that one's backup instead of the text; such a document is left open, so that its name is
 * not used again.
 */
export async function openText(content: string, language?: string): Promise<vscode.TextDocument> {
  for (;;) {
    const options = { content, ...(language === undefined ? {} : { language }) };
    const document = await vscode.workspace.openTextDocument(options);
    if (document.getText() === content) return document;
  }
}

/** Like `openText`, in an editor. */
export const showText = async (content: string, language?: string): Promise<vscode.TextEditor> =>
  await vscode.window.showTextDocument(await openText(content, language));

/** Waits for the list of tabs, which the editor updates with a delay. */
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

/** Waits for a tab with this label, optionally active; the editor updates the list with a delay. */
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

export const tabOnce = (type: string, label: string | RegExp): Promise<void> =>
  tabsOnce(type, ([tab, ...others]) => {
    if (tab === undefined || others.length > 0) return false;
    return typeof label === 'string' ? tab.label === label : label.test(tab.label);
  });

interface Hearing<Content> {
  onContent(listener: (content: Content) => void): vscode.Disposable | { dispose(): unknown };
}

export const nextOf = <Content>(panels: Hearing<Content>): Promise<Content> =>
  new Promise((resolve) => {
    const listening = panels.onContent((content) => {
      listening.dispose();
      resolve(content);
    });
  });

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

/** Lets a test fire timers of one duration early. Other timers are not affected. */
export class HeldTimer implements vscode.Disposable {
  /** Callback of the newest of these timers that has not been fired. */
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
  // The editor notifies views in display order, so the Finder is notified before Wallets.
  await isOver;
}
