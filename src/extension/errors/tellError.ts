import * as vscode from 'vscode';
import { withoutLinks } from '../../interface/displayText.ts';
import type { MarketError } from '../../interface/marketError.ts';
import { runCommand } from '../register.ts';
import { type FailurePlace, type RemedyAction, remedyOf } from './remedy.ts';

export interface TellErrorOptions {
  /** What could not be done: "The transaction could not be looked up". */
  readonly what: string;
  readonly error: MarketError;
  readonly place: FailurePlace;
  /** Does it again, where that makes sense. */
  readonly retry?: () => Promise<void>;
}

/** A failure as a notification, with buttons that do something about it. */
export async function tellError({ what, error, place, retry }: TellErrorOptions): Promise<void> {
  const { actions, advice } = remedyOf(error, place);
  const offered = actions.filter((action) => !('retry' in action) || retry !== undefined);
  const message = `${what}: ${sentence(error.message)} ${advice}`;
  const titles = offered.map(({ title }) => title);
  const chosen = await vscode.window.showErrorMessage(withoutLinks(message), ...titles);
  const action = offered.find(({ title }) => title === chosen);
  if (action !== undefined) await act(action, retry);
}

async function act(action: RemedyAction, retry: (() => Promise<void>) | undefined): Promise<void> {
  if ('retry' in action) return await retry?.();
  if ('setting' in action) {
    await vscode.commands.executeCommand('workbench.action.openSettings', action.setting);
    return;
  }
  const { command, argument } = action;
  // Every remedy's command takes a connection's name, or nothing.
  await runCommand(command, ...((argument === undefined ? [] : [argument]) as []));
}

const sentence = (text: string): string => (/[.!?…。！？]$/.test(text) ? text : `${text}.`);
