import * as vscode from 'vscode';
import { commands as declared } from '../../../src/extension/contributions/commands.ts';

/**
 * Records commands from now on. Returns a function that lists the extension's commands not run
 * since.
 */
export function unusedCommands(): () => string[] {
  const run = new Set<string>();
  const { commands } = vscode;
  const { executeCommand } = commands;
  commands.executeCommand = (id: string, ...given: unknown[]) => {
    run.add(id);
    return executeCommand(id, ...given) as Thenable<never>;
  };
  return () => Object.keys(declared).filter((id) => !run.has(id));
}
