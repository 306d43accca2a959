import * as vscode from 'vscode';
import { commandIds } from '../../../src/extension/base/contributions.ts';

/** Listens from now on; answers the commands of the extension that nobody has run since. */
export function unusedCommands(): () => string[] {
  const run = new Set<string>();
  const { commands } = vscode;
  const { executeCommand } = commands;
  commands.executeCommand = (id: string, ...given: unknown[]) => {
    run.add(id);
    return executeCommand(id, ...given) as Thenable<never>;
  };
  return () => Object.keys(commandIds).filter((id) => !run.has(id));
}
