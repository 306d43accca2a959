import { t } from '@vscode/l10n';
import { timeAgo } from '../../interface/figures.ts';
import type { MarketError } from '../../interface/marketError.ts';
import type { CommandId } from '../contributions.ts';
import { type FailurePlace, type RemedyAction, remedyOf } from '../errors/remedy.ts';
import type { RowCommand, TreeRow } from './treeRow.ts';

export interface ErrorRowOptions {
  /** Of the row, where there may be several in a tree. */
  readonly id?: string;
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

/**
 * A failure as a row: what went wrong in two or three words and then in full, what to do below it,
 * and a click that does it.
 */
export function errorRow({
  id = 'error',
  what,
  error,
  place,
  retry,
  lastAnswerAtMilliseconds: last,
  nowMilliseconds: now,
}: ErrorRowOptions): TreeRow {
  const { advice, actions, headline, trouble } = remedyOf(error, place);
  const [first] = actions;
  const age = last === null ? null : timeAgo(last, now);
  const stale = age === null ? '' : ` ${t('The rows below were answered {0}.', age)}`;
  const press = t('Press Enter: {0}.', first.title);
  const clickWords = t('Click: {0}.', first.title);
  const click = clickOf(first, retry);
  return {
    id,
    label: headline,
    description: error.message,
    icon: icons[trouble] ?? 'error',
    color: 'list.errorForeground',
    context: 'error',
    state: trouble,
    spoken: `${t('Error, {0}.', headline)} ${what}: ${error.message} ${advice}${stale} ${press}`,
    heading: what,
    facts: () => [
      [t('Reason'), error.message],
      [t('Remedy'), advice],
    ],
    note: `${clickWords}${stale}`,
    click,
    children: () => [
      {
        id: `${id}/remedy`,
        label: advice,
        description: '',
        icon: 'lightbulb',
        context: 'note',
        spoken: `${advice} ${press}`,
        heading: advice,
        facts: () => [],
        note: clickWords,
        click,
      },
    ],
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
