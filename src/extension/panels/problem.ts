import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import type { MarketError } from '../../interface/marketError.ts';
import type { Problem, RemedyAct } from '../../webview/messages.ts';
import type { CommandId } from '../contributions.ts';
import { type FailurePlace, type RemedyAction, remedyOf } from '../errors/remedy.ts';

/** The command of each act that is one. */
export const commandsOfActs: Readonly<Partial<Record<RemedyAct, CommandId>>> = {
  'show-log': 'arbscope.showLog',
  reconnect: 'arbscope.reconnect',
  'set-key': 'arbscope.setKey',
  'switch-connection': 'arbscope.switchConnection',
  'test-connection': 'arbscope.testConnection',
  'manage-trust': 'arbscope.manageTrust',
};

const longestReason = 1_000;

/** A failure as a panel tells it: the reason, what to do, and the buttons that do it. */
export function problemOf(error: MarketError, place: FailurePlace): Problem {
  const { advice, actions } = remedyOf(error, place);
  const acts = actions.flatMap((action) => {
    const act = actOf(action);
    return act === undefined ? [] : [{ act, label: action.title }];
  });
  // A panel has no other way to ask again.
  const hasRetry = acts.some(({ act }) => act === 'refresh');
  return {
    message: visibleText(error.message, longestReason),
    remedy: advice,
    acts: hasRetry ? acts : [...acts, { act: 'refresh', label: t('Try Again') }],
  };
}

function actOf(action: RemedyAction): RemedyAct | undefined {
  if ('retry' in action) return 'refresh';
  if ('setting' in action) return undefined;
  const acts = Object.entries(commandsOfActs) as [RemedyAct, CommandId][];
  return acts.find(([, command]) => command === action.command)?.[0];
}
