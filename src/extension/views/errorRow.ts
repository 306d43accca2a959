import { timeAgo } from '../../interface/figures.ts';
import type { MarketError } from '../../interface/marketError.ts';
import type { CommandId } from '../contributions.ts';
import { type FailurePlace, type RemedyAction, remedyOf } from '../errors/remedy.ts';
import type { RowCommand, TreeRow } from './treeRow.ts';

export interface ErrorRowOptions {
  /** What could not be done, in a few words. */
  readonly what: string;
  readonly error: MarketError;
  readonly place: FailurePlace;
  /** Asks again for what the view shows. */
  readonly retry: CommandId;
  /** When the rows below were answered; null without any. */
  readonly lastAnswerAtMilliseconds: number | null;
  readonly nowMilliseconds: number;
}

/** A failure as a row: what went wrong, what to do, and a click that does it. */
export function errorRow({
  what,
  error,
  place,
  retry,
  lastAnswerAtMilliseconds: last,
  nowMilliseconds: now,
}: ErrorRowOptions): TreeRow {
  const { advice, actions, trouble } = remedyOf(error, place);
  const [first] = actions;
  const stale = last === null ? '' : ` The rows below were answered ${timeAgo(last, now)}.`;
  return {
    id: 'error',
    label: error.message,
    description: advice,
    icon: icons[trouble] ?? 'error',
    color: 'list.errorForeground',
    context: 'error',
    state: trouble,
    spoken: `Error. ${what}: ${error.message} ${advice}${stale} Press Enter: ${first.title}.`,
    heading: what,
    facts: () => [
      ['Reason', error.message],
      ['Remedy', advice],
    ],
    note: `Click: ${first.title}.${stale}`,
    click: clickOf(first, retry),
  };
}

const icons: Readonly<Partial<Record<string, string>>> = {
  unauthorized: 'key',
  'rate-limited': 'watch',
  unreachable: 'debug-disconnect',
  untrusted: 'workspace-untrusted',
};

function clickOf(action: RemedyAction, retry: CommandId): RowCommand {
  const { title } = action;
  if ('retry' in action) return { title, command: retry };
  if ('setting' in action) {
    return { title, command: 'workbench.action.openSettings', arguments: [action.setting] };
  }
  const { command, argument } = action;
  return { title, command, ...(argument === undefined ? {} : { arguments: [argument] }) };
}
