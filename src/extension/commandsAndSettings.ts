import * as vscode from 'vscode';
import {
  type CommandId,
  type Commands,
  type ContextKey,
  type ContextKeys,
  type SettingId,
  type Settings,
  settingDefaults,
} from './contributions.ts';

/** Registers the handler of a command; the id fixes its arguments and its result. */
export function registerCommand<Id extends CommandId>(
  id: Id,
  handler: (...args: Parameters<Commands[Id]>) => ReturnType<Commands[Id]>,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, handler);
}

/** Runs a command of this extension. */
export function executeCommand<Id extends CommandId>(
  id: Id,
  ...args: Parameters<Commands[Id]>
): Thenable<Awaited<ReturnType<Commands[Id]>>> {
  return vscode.commands.executeCommand(id, ...args);
}

/** The value of a setting in effect, or its default. */
export function readSetting<Id extends SettingId>(id: Id): Settings[Id] {
  return vscode.workspace.getConfiguration().get<Settings[Id]>(id) ?? settingDefaults[id];
}

/**
 * The user's own value of a setting, or ours where there is none: what decides about keys, money or
 * safety is for no workspace and no other extension's defaults to say.
 */
export function readUserSetting<Id extends SettingId>(id: Id): Settings[Id] {
  const { globalValue } = vscode.workspace.getConfiguration().inspect<Settings[Id]>(id) ?? {};
  return globalValue ?? settingDefaults[id];
}

export function setContext<Key extends ContextKey>(key: Key, value: ContextKeys[Key]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}

/** A command of this extension for an item of the editor to run. */
export function toCommand<Id extends CommandId>(
  command: Id,
  title: string,
  ...args: Parameters<Commands[Id]>
): vscode.Command {
  return { command, title, arguments: args };
}
