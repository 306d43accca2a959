import * as vscode from 'vscode';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import type { ViewId } from '../contributions/views.ts';
import { showError } from './showError.ts';

/**
 * Returns undefined after a failure, without waiting for the notification. Shows nothing if the
 * signal cancelled the action. `what`: the failed action, such as "Could not compare the wallets".
 */
export async function runShowingErrors<Value>(
  what: string,
  options: {
    readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
    readonly signal?: AbortSignal;
    readonly viewId?: ViewId;
  },
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  const { active, signal, viewId } = options;
  try {
    if (viewId === undefined) return await work();
    return await vscode.window.withProgress({ location: { viewId } }, work);
  } catch (error) {
    if (signal?.aborted !== true) {
      void showError({ what, error: asMarketError(error), errorContext: getErrorContext(active) });
    }
    return undefined;
  }
}
