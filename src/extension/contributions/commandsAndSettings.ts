import * as vscode from 'vscode';
import type { CommandId, Commands, ContextKey, ContextKeys } from './commands.ts';
import type { SettingDeclaration } from './declare.ts';
import { type SettingId, type Settings, settingDefaults, settings } from './settings.ts';

export function registerCommand<Id extends CommandId>(
  id: Id,
  handler: (...args: Parameters<Commands[Id]>) => ReturnType<Commands[Id]>,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, handler);
}

export function executeCommand<Id extends CommandId>(
  id: Id,
  ...args: Parameters<Commands[Id]>
): Thenable<Awaited<ReturnType<Commands[Id]>>> {
  return vscode.commands.executeCommand(id, ...args);
}

/**
 * The effective value in this window, or the default instead of a value of another type: the editor
 * marks it in the settings file, and passes it on. No setting of the extension is folder-scoped.
 */
export function readSetting<Id extends SettingId>(id: Id): Settings[Id] {
  const value = vscode.workspace.getConfiguration().get<Settings[Id]>(id);
  const standard = settingDefaults[id];
  if (value === null) return acceptsNull(id) ? value : standard;
  return value === undefined || !isLike(value, standard) ? standard : value;
}

/** Whether null is a valid value, for example: no threshold. */
const acceptsNull = (id: SettingId): boolean => {
  const { schema }: SettingDeclaration = settings[id];
  const { type } = schema;
  return Array.isArray(type) && type.includes('null');
};

/** A default of null does not show the type of other values. */
const isLike = (value: unknown, standard: unknown): boolean =>
  standard === null ||
  (typeof value === typeof standard && Array.isArray(value) === Array.isArray(standard));

/** Whether the user or the workspace has set it, also to its default. */
export function isSettingSet(id: SettingId): boolean {
  const found = vscode.workspace.getConfiguration().inspect(id);
  return found?.globalValue !== undefined || found?.workspaceValue !== undefined;
}

/** The user's value, ignoring workspaces, folders and other extensions' defaults. */
export const userSettingValue = (id: string): unknown =>
  vscode.workspace.getConfiguration().inspect(id)?.globalValue;

/** The user's value or our default: a workspace must not decide about keys, money and safety. */
export const readUserSetting = <Id extends SettingId>(id: Id): Settings[Id] =>
  (userSettingValue(id) as Settings[Id] | undefined) ?? settingDefaults[id];

export function setContext<Key extends ContextKey>(key: Key, value: ContextKeys[Key]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}

export function toCommand<Id extends CommandId>(
  command: Id,
  title: string,
  ...args: Parameters<Commands[Id]>
): vscode.Command {
  return { command, title, arguments: args };
}
