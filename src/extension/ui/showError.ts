import * as vscode from 'vscode';
import { asSentence, joinLabel } from '../../api/join.ts';
import type { MarketError } from '../../api/marketError.ts';
import { escapeLinks } from '../../api/sanitizeText.ts';
import { describeError, type ErrorButton, type ErrorContext } from '../backend/errorDescription.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';

export interface ShowErrorOptions {
  /** The failed action: "Could not look up the transaction". */
  readonly what: string;
  readonly error: MarketError;
  readonly errorContext: ErrorContext;
  /** Undefined if a retry makes no sense. */
  readonly retry?: () => Promise<void>;
}

export async function showError({
  what,
  error,
  errorContext,
  retry,
}: ShowErrorOptions): Promise<void> {
  const { actions, advice } = describeError(error, errorContext);
  const available = actions.filter((action) => !('retry' in action) || retry !== undefined);
  const message = `${joinLabel(what, asSentence(error.message))} ${advice}`;
  const titles = available.map(({ title }) => title);
  const chosen = await vscode.window.showErrorMessage(escapeLinks(message), ...titles);
  const action = available.find(({ title }) => title === chosen);
  if (action !== undefined) await runAction(action, retry);
}

async function runAction(
  action: ErrorButton,
  retry: (() => Promise<void>) | undefined,
): Promise<void> {
  if ('retry' in action) return await retry?.();
  if ('setting' in action) {
    await vscode.commands.executeCommand('workbench.action.openSettings', action.setting);
    return;
  }
  const { command, argument } = action;
  // These commands take a connection's name or no argument.
  await executeCommand(command, ...((argument === undefined ? [] : [argument]) as []));
}
