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

export const window = {
  createTreeView,
  withProgress: (_options: unknown, task: () => Promise<unknown>) => task(),
};
export const workspace = {
  getConfiguration: () => ({ get: (id: string) => settings.get(id) }),
  onDidChangeConfiguration: () => nothing,
};
export const commands = {
  registerCommand: () => nothing,
  executeCommand: async () => undefined,
};
