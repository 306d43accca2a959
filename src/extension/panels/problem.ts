import { visibleText } from '../../interface/displayText.ts';
import type { MarketError } from '../../interface/marketError.ts';
import type { Problem, RemedyAct } from '../../webview/messages.ts';
import { sandbox } from '../connection/connections.ts';
import { remedyOf } from '../errors/remedy.ts';

const labels: Readonly<Record<RemedyAct, string>> = {
  refresh: 'Try Again',
  'show-log': 'Show Log',
  reconnect: 'Start Market Process Again',
};

const longestReason = 1_000;

/** A failure as a panel tells it: the reason, what to do, and the buttons that do it. */
export function problemOf(error: MarketError): Problem {
  const acts: readonly RemedyAct[] =
    error.kind === 'unreachable' ? ['refresh', 'reconnect', 'show-log'] : ['refresh', 'show-log'];
  return {
    message: visibleText(error.message, longestReason),
    remedy: remedyOf(error, { connection: sandbox }).advice,
    acts: acts.map((act) => ({ act, label: labels[act] })),
  };
}
