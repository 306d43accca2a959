/** The parts of the VS Code API that the extension's views use, for tests in plain Node. */
import { registerHooks } from 'node:module';

const self = import.meta.url;

/** Redirects imports of `vscode` to this file, for modules imported afterwards. */
export function replaceVscode(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url: self, shortCircuit: true } : next(specifier, context),
  });
}

/** Values of settings by id; other settings have their default. */
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

class TreeViewDouble {
  visible = true;
  message = '';
  description = '';
  selection: readonly unknown[] = [];
  isDisposed = false;
  readonly #visibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly #selected = new EventEmitter<{ readonly selection: readonly unknown[] }>();
  readonly #expanded = new EventEmitter<{ readonly element: unknown }>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = () => nothing;

  show(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }

  select(selection: readonly unknown[]): void {
    this.selection = selection;
    this.#selected.fire({ selection });
  }

  expand(element: unknown): void {
    this.#expanded.fire({ element });
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

export const treeViews: TreeViewDouble[] = [];

function createTreeView(): TreeViewDouble {
  const view = new TreeViewDouble();
  treeViews.push(view);
  return view;
}

interface QuickPickRow {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly { readonly tooltip?: string }[];
  readonly row?: unknown;
}

/** A quick pick: as in the editor, the first row is active unless another is set. */
class QuickPickDouble {
  activeItems: readonly QuickPickRow[] = [];
  value = '';
  busy = false;
  isShown = false;
  ignoreFocusOut = false;
  readonly #accepted = new EventEmitter<void>();
  readonly #chosen = new EventEmitter<readonly QuickPickRow[]>();
  readonly #typed = new EventEmitter<string>();
  readonly #hidden = new EventEmitter<void>();
  readonly #pressed = new EventEmitter<{ item: QuickPickRow; button: unknown }>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeSelection = this.#chosen.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerItemButton = this.#pressed.event;
  readonly onDidTriggerButton = () => nothing;
  readonly onDidHide = this.#hidden.event;
  #items: readonly QuickPickRow[] = [];
  #selected: readonly QuickPickRow[] | undefined;

  get items(): readonly QuickPickRow[] {
    return this.#items;
  }

  set items(items: readonly QuickPickRow[]) {
    this.#items = items;
    this.activeItems = items.filter(({ kind }) => kind === undefined).slice(0, 1);
  }

  get selectedItems(): readonly QuickPickRow[] {
    return this.#selected ?? this.activeItems;
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  press(item: QuickPickRow, tooltip: string): void {
    const button = item.buttons?.find((each) => each.tooltip === tooltip);
    if (button === undefined) throw new Error(`No button ${tooltip}`);
    this.#pressed.fire({ item, button });
  }

  accept(): void {
    if (this.activeItems.length > 0) this.#chosen.fire(this.activeItems);
    this.#accepted.fire();
  }

  /**
   * The editor identifies rows only by position. Rows that arrive between press and release make
   * another row active.
   */
  click(place: number): void {
    this.#selected = this.#items.slice(place, place + 1);
    this.#chosen.fire(this.#selected);
    this.#accepted.fire();
  }
}

export const quickPicks: QuickPickDouble[] = [];

export const QuickPickItemKind = { Separator: -1 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const QuickInputButtons = { Back: {} };

/** A minimal Uri that can be joined, read and written. */
export class Uri {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static readonly file = (path: string): Uri => new Uri(path);
  static readonly parse = (text: string): Uri => new Uri(text);
  static readonly from = ({ scheme, path }: { scheme: string; path: string }): Uri =>
    new Uri(`${scheme}:${path}`);
  static readonly joinPath = ({ path }: Uri, ...parts: string[]): Uri =>
    new Uri([path, ...parts].join('/'));

  toString(): string {
    return this.path;
  }
}

export class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  supportHtml: unknown;

  constructor(value: string) {
    this.value = value;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly given: readonly unknown[];

  constructor(...given: unknown[]) {
    this.given = given;
  }

  get start(): unknown {
    return this.given[0];
  }
}

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DiagnosticTag = { Unnecessary: 1 };
export class Location {
  readonly uri: Uri;
  readonly range: unknown;

  constructor(uri: Uri, range: unknown) {
    this.uri = uri;
    this.range = range;
  }
}
export class DiagnosticRelatedInformation {}
export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;

  constructor(range: Range, message: string, severity: number) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export const FileType = { File: 1, Directory: 2 };

export class RelativePattern {
  readonly base: { readonly uri: Uri };
  readonly pattern: string;

  constructor(base: { readonly uri: Uri }, pattern: string) {
    this.base = base;
    this.pattern = pattern;
  }
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };

  cancel(): void {
    this.token.isCancellationRequested = true;
  }

  dispose(): void {
    this.token.isCancellationRequested ||= false;
  }
}

export class WorkspaceEdit {
  readonly replaced: { readonly start: unknown; readonly end: unknown; readonly text: string }[] =
    [];

  replace(_uri: Uri, { given: [start, end] }: Range, text: string): void {
    this.replaced.push({ start, end, text });
  }
}

export class TabInputText {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;

  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

export class Hover {
  readonly contents: MarkdownString;

  constructor(contents: MarkdownString) {
    this.contents = contents;
  }
}

export class TreeItem {
  readonly label: string;
  tooltip: MarkdownString | undefined;

  constructor(label: string) {
    this.label = label;
  }
}

export const editor = {
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  /** What `createWebviewPanel` returns. */
  nextPanel: null as unknown,
  serializers: new Map<string, { deserializeWebviewPanel(...given: unknown[]): unknown }>(),
  hoverProviders: [] as { provideHover(...given: unknown[]): unknown }[],
  clipboard: '',
  warnings: [] as string[],
  opened: [] as string[],
  diagnostics: new Map<string, readonly Diagnostic[]>(),
  contentProviders: new Map<string, { provideTextDocumentContent(uri: Uri): unknown }>(),
  /** False: the edit failed. */
  applyEdit: (_edit: WorkspaceEdit): boolean => true,
  extension: undefined as unknown,
};

export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}
export const ProgressLocation = { Window: 10, Notification: 15 };
export const ExtensionMode = { Production: 1, Development: 2, Test: 3 };
export const ConfigurationTarget = { Global: 1 };
export const TabInputWebview = class {};
export const l10n = { bundle: undefined };
export const env = {
  language: 'en',
  clipboard: {
    readText: async () => editor.clipboard,
    writeText: async (text: string) => {
      editor.clipboard = text;
    },
  },
  openExternal: async (uri: Uri) => editor.opened.push(uri.toString()) > 0,
};
export const languages = {
  registerHoverProvider: (_where: unknown, provider: (typeof editor.hoverProviders)[number]) => {
    editor.hoverProviders.push(provider);
    return nothing;
  },
  /** Tests have one collection for each document. */
  createDiagnosticCollection: () => {
    const own = new Set<string>();
    const remove = (path: string) => own.delete(path) && editor.diagnostics.delete(path);
    return {
      set: (uri: Uri, diagnostics: readonly Diagnostic[]) => {
        own.add(uri.toString());
        editor.diagnostics.set(uri.toString(), diagnostics);
      },
      delete: (uri: Uri) => remove(uri.toString()),
      clear: () => [...own].map(remove),
      ...nothing,
    };
  },
};

interface ToolDouble {
  invoke(options: { readonly input: object }, token: unknown): Promise<unknown>;
}

/** Registered language-model tools by name. */
const tools = new Map<string, ToolDouble>();
export const lm = {
  tools,
  registerTool: (name: string, tool: ToolDouble) => {
    tools.set(name, tool);
    return nothing;
  },
};

export const extensions = { getExtension: () => editor.extension };

export const window = {
  createTreeView,
  createWebviewPanel: () => editor.nextPanel,
  createQuickPick: () => {
    const pick = new QuickPickDouble();
    quickPicks.push(pick);
    return pick;
  },
  withProgress: (
    _options: unknown,
    task: (progress: unknown, token: unknown) => Promise<unknown>,
  ) => task({ report: () => undefined }, { onCancellationRequested: () => nothing }),
  activeTextEditor: undefined as unknown,
  tabGroups: {
    activeTabGroup: {} as { activeTab?: { readonly input: unknown } },
    all: [] as {
      readonly tabs: readonly { readonly input: unknown }[];
      readonly viewColumn?: number;
    }[],
    close: async () => true,
  },
  registerWebviewPanelSerializer: (
    id: string,
    serializer: { deserializeWebviewPanel(...given: unknown[]): unknown },
  ) => {
    editor.serializers.set(id, serializer);
    return nothing;
  },
  showErrorMessage: async () => undefined,
  showWarningMessage: async (message: string) => {
    editor.warnings.push(message);
    return undefined;
  },
  setStatusBarMessage: () => nothing,
  showTextDocument: async (..._given: unknown[]): Promise<unknown> => undefined,
};

export interface SettingValues {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}
/** Values of settings by level; `settings` applies if there are none. */
export const settingValues = new Map<string, SettingValues>();

export const documentEvents = {
  opened: new EventEmitter<unknown>(),
  changed: new EventEmitter<unknown>(),
  closed: new EventEmitter<unknown>(),
};

interface KnownTask {
  readonly name: string;
  readonly source: string;
}

export const tasks = {
  known: [] as KnownTask[],
  executed: [] as KnownTask[],
  fetchTasks: async () => tasks.known,
  executeTask: async (task: KnownTask) => void tasks.executed.push(task),
};

export const workspace = {
  isTrusted: true,
  getConfiguration: () => ({
    get: (id: string) => {
      const by = settingValues.get(id) ?? {};
      const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = by;
      const effective = workspaceFolderValue ?? workspaceValue ?? globalValue ?? defaultValue;
      return effective ?? settings.get(id);
    },
    inspect: (id: string) => settingValues.get(id) ?? { globalValue: settings.get(id) },
  }),
  onDidChangeConfiguration: () => nothing,
  textDocuments: [] as unknown[],
  onDidOpenTextDocument: documentEvents.opened.event,
  onDidChangeTextDocument: documentEvents.changed.event,
  onDidCloseTextDocument: documentEvents.closed.event,
  openTextDocument: async (uri: Uri) => {
    const found = workspace.textDocuments.find(
      (each) => (each as { readonly uri: Uri }).uri.toString() === uri.toString(),
    );
    if (found === undefined) throw new Error(`No document ${uri}`);
    return found;
  },
  registerTextDocumentContentProvider: (
    scheme: string,
    provider: { provideTextDocumentContent(uri: Uri): unknown },
  ) => {
    editor.contentProviders.set(scheme, provider);
    return nothing;
  },
  applyEdit: async (edit: WorkspaceEdit) => editor.applyEdit(edit),
};
export const commands = {
  registerCommand: (id: string, handler: (...given: unknown[]) => unknown) => {
    editor.commands.set(id, handler);
    return nothing;
  },
  executeCommand: async (...given: unknown[]) => {
    editor.executed.push(given);
  },
};
