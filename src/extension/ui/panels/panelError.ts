import { t } from '@vscode/l10n';
import type { MarketError } from '../../../api/marketError.ts';
import type { ErrorAction, PanelError } from '../../../webview/messages.ts';
import { describeError, type ErrorContext } from '../../backend/errorDescription.ts';
import type { CommandId } from '../../contributions/commands.ts';

export const errorActionCommands: Readonly<Partial<Record<ErrorAction, CommandId>>> = {
  'show-log': 'arbscope.showLog',
  reconnect: 'arbscope.reconnect',
  'set-key': 'arbscope.setKey',
  'switch-connection': 'arbscope.switchConnection',
  'edit-connection': 'arbscope.editConnection',
  'test-connection': 'arbscope.testConnection',
  'manage-trust': 'arbscope.manageTrust',
};

export function toPanelError(error: MarketError, errorContext: ErrorContext): PanelError {
  const { advice, actions } = describeError(error, errorContext);
  const entries = Object.entries(errorActionCommands) as [ErrorAction, CommandId][];
  const acts = actions.flatMap((action) => {
    if ('setting' in action) return [];
    const act =
      'retry' in action
        ? 'refresh'
        : entries.find(([, command]) => command === action.command)?.[0];
    return act === undefined ? [] : [{ act, label: action.title }];
  });
  // A panel has no other retry button.
  const hasRetry = acts.some(({ act }) => act === 'refresh');
  return {
    message: error.message,
    suggestion: advice,
    actions: hasRetry ? acts : [...acts, { act: 'refresh', label: t('Try Again') }],
  };
}
