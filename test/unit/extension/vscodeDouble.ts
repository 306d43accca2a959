/** What the extension's views use of the editor, for tests in plain Node. */
import { registerHooks } from 'node:module';

const self = import.meta.url;

/** From now on, `import()` of a file that imports `vscode` gets this file instead. */
export function replaceVscode(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url: self, shortCircuit: true } : next(specifier, context),
  });
}

/** Values of settings by their ids; any other has its default. */
export const settings = new Map<string, unknown>();

const nothing = { dispose: () => undefined };

export class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();
  readonly event = (listener: (value: Value) => unknown) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** A tree view that somebody looks at. */
const createTreeView = () => ({
  visible: true,
  message: '',
  description: '',
  onDidChangeVisibility: () => nothing,
  onDidExpandElement: () => nothing,
  onDidCollapseElement: () => nothing,
  dispose: () => undefined,
});

interface QuickPickRow {
  readonly label: string;
  readonly kind?: number;
  readonly alwaysShow?: boolean;
}

/** A quick pick: as in the editor, the first row is active until another is set, or none. */
class QuickPickDouble {
  activeItems: readonly QuickPickRow[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerButton = () => nothing;
  readonly onDidHide = () => nothing;
  #items: readonly QuickPickRow[] = [];

  get items(): readonly QuickPickRow[] {
    return this.#items;
  }

  set items(items: readonly QuickPickRow[]) {
    this.#items = items;
    this.activeItems = items.filter(({ kind }) => kind === undefined).slice(0, 1);
  }

  get selectedItems(): readonly QuickPickRow[] {
    return this.activeItems;
  }

  show(): void {}
  dispose(): void {}

  type(text: string): void {
    this.#typed.fire(text);
  }

  accept(): void {
    this.#accepted.fire();
  }
}

/** Quick picks in the order in which they were opened. */
export const quickPicks: QuickPickDouble[] = [];

/** Error notifications. */
export const errors: string[] = [];

export const QuickPickItemKind = { Separator: -1 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const QuickInputButtons = { Back: {} };

export const window = {
  createTreeView,
  createQuickPick: () => {
    const pick = new QuickPickDouble();
    quickPicks.push(pick);
    return pick;
  },
  withProgress: (_options: unknown, task: () => Promise<unknown>) => task(),
  showErrorMessage: async (message: string) => void errors.push(message),
  tabGroups: { activeTabGroup: {} },
};
export const workspace = {
  isTrusted: true,
  getConfiguration: () => ({
    get: (id: string) => settings.get(id),
    inspect: (id: string) => ({ globalValue: settings.get(id) }),
  }),
  onDidChangeConfiguration: () => nothing,
};
/** Of registered commands, by their ids. */
export const handlers = new Map<string, (...args: unknown[]) => unknown>();
export class Uri {}
export const ProgressLocation = { Window: 10 };
export const commands = {
  registerCommand: (id: string, handler: (...args: unknown[]) => unknown) => {
    handlers.set(id, handler);
    return nothing;
  },
  executeCommand: async () => undefined,
};
