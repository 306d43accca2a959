import { t } from '@vscode/l10n';
import type { MarketError } from '../../../api/marketError.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import type { ErrorAction, PanelError } from '../../../webview/messages.ts';
import type { CommandId } from '../../contributions.ts';
import { describeError, type ErrorButton, type ErrorContext } from '../errorDescription.ts';

/** The command of each act that is one. */
export const errorActionCommands: Readonly<Partial<Record<ErrorAction, CommandId>>> = {
  'show-log': 'arbscope.showLog',
  reconnect: 'arbscope.reconnect',
  'set-key': 'arbscope.setKey',
  'switch-connection': 'arbscope.switchConnection',
  'test-connection': 'arbscope.testConnection',
  'manage-trust': 'arbscope.manageTrust',
};

const maxReasonLength = 1_000;

/** A failure as a panel tells it: the reason, what to do, and the buttons that do it. */
export function toPanelError(error: MarketError, errorContext: ErrorContext): PanelError {
  const { advice, actions } = describeError(error, errorContext);
  const acts = actions.flatMap((action) => {
    const act = toPageAction(action);
    return act === undefined ? [] : [{ act, label: action.title }];
  });
  // A panel has no other way to ask again.
  const hasRetry = acts.some(({ act }) => act === 'refresh');
  return {
    message: sanitizeText(error.message, maxReasonLength),
    suggestion: advice,
    actions: hasRetry ? acts : [...acts, { act: 'refresh', label: t('Try Again') }],
  };
}

function toPageAction(action: ErrorButton): ErrorAction | undefined {
  if ('retry' in action) return 'refresh';
  if ('setting' in action) return undefined;
  const acts = Object.entries(errorActionCommands) as [ErrorAction, CommandId][];
  return acts.find(([, command]) => command === action.command)?.[0];
}
