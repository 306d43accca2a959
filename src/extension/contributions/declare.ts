/**
 * What the extension contributes to VS Code is declared in this folder, one file for each feature.
 * `npm run generate` writes `contributes` of package.json and the tables of the documentation from
 * it. Titles and descriptions are in package.nls.json, under keys that follow from the ids.
 */

type Handler = (...args: never[]) => unknown;

export interface MenuPlace {
  readonly when?: string;
  readonly group: string;
}

export interface CommandDeclaration<Of extends Handler = Handler> {
  /** What it does and takes, for the documentation. */
  readonly docs: string;
  /** Name of a `command.….shortTitle` text, for menus that show what the command is about. */
  readonly shortTitle?: string;
  /** A product icon. */
  readonly icon?: string;
  readonly enablement?: string;
  readonly keybinding?: { readonly key: string; readonly mac?: string; readonly when?: string };
  /** When the command palette lists it; missing: always; `false`: never. */
  readonly palette?: string;
  readonly menus?: Readonly<Record<string, readonly MenuPlace[]>>;
  /** Has no value; carries the type of the handler. */
  readonly handler?: Of;
}

/* @__NO_SIDE_EFFECTS__ */
export const command = <Of extends Handler>(
  declaration: CommandDeclaration<Of>,
): CommandDeclaration<Of> => declaration;

export interface SettingDeclaration<Value = unknown> {
  readonly default: Value;
  /** `window` is the only scope that every workspace can set. */
  readonly scope: 'application' | 'machine' | 'machine-overridable' | 'window';
  /** Ignored in a workspace that is not trusted. */
  readonly isRestricted?: true;
  /** Further members of its JSON schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export const setting = <Value>(declaration: SettingDeclaration<Value>): SettingDeclaration<Value> =>
  declaration;

/** A key of `when` clauses; the type of its value. */
export interface ContextKeyDeclaration<Value = unknown> {
  readonly value?: Value;
}

/* @__NO_SIDE_EFFECTS__ */
export const contextKey = <Value>(): ContextKeyDeclaration<Value> => ({});

export interface ViewDeclaration {
  readonly id: string;
  /** What it shows, for the documentation. */
  readonly docs: string;
  /** Page of docs/ that describes it. */
  readonly page: string;
  readonly initialSize?: number;
  readonly visibility?: 'collapsed';
  /** Shown while the view has no rows; `text` is the name of a `welcome.…` text. */
  readonly welcome: readonly { readonly when?: string; readonly text: string }[];
}

/** A panel; VS Code activates the extension to restore it. */
export interface PanelDeclaration {
  readonly id: string;
  readonly title: string;
  readonly docs: string;
  readonly page: string;
}
