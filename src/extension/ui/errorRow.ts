import { t } from '@vscode/l10n';
import { formatTimeAgo } from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import type { MarketError } from '../../api/marketError.ts';
import { describeError, type ErrorButton, type ErrorContext } from '../backend/errorDescription.ts';
import type { CommandId } from '../base/contributions.ts';
import { simpleRow } from './simpleRow.ts';
import type { RowCommand, TreeRow } from './treeRow.ts';

export interface ErrorRowOptions {
  /** Of the row, where there may be several in a tree. */
  readonly id?: string;
  /** What could not be done, as a short phrase. */
  readonly title: string;
  readonly error: MarketError;
  readonly errorContext: ErrorContext;
  /** Asks again for what the view shows. */
  readonly retryCommand: CommandId;
  /** When the rows below were answered; null without any. */
  readonly lastResponseAtMilliseconds: number | null;
  readonly nowMilliseconds: number;
}

/**
 * A failure as a row: what went wrong in two or three words and then in full, what to do below it,
 * and a click that does it.
 */
export function errorRow({
  id = 'error',
  title,
  error,
  errorContext,
  retryCommand,
  lastResponseAtMilliseconds: last,
  nowMilliseconds: now,
}: ErrorRowOptions): TreeRow {
  const { advice, actions, headline, category } = describeError(error, errorContext);
  const [first] = actions;
  const { statusCode } = error;
  const reason = statusCode === undefined ? headline : joinNote(headline, `HTTP ${statusCode}`);
  const age = last === null ? null : formatTimeAgo(last, now);
  const stale = age === null ? '' : ` ${t('Rows below: {0}.', age)}`;
  const press = t('Press Enter: {0}.', first.title);
  const clickNote = t('Click: {0}.', first.title);
  const click = toRowCommand(first, retryCommand);
  return {
    id,
    label: reason,
    // The row has room for the reason alone; the tooltip has the whole message.
    description: '',
    icon: iconsByCategory[category] ?? 'error',
    color: 'list.errorForeground',
    context: 'error',
    state: category,
    accessibilityLabel: `${t('Error, {0}.', reason)} ${joinLabel(title, error.message)} ${advice}${stale} ${press}`,
    heading: title,
    facts: () => [
      [t('Reason'), error.message],
      [t('Next step'), advice],
    ],
    note: `${clickNote}${stale}`,
    click,
    children: () => [
      simpleRow({
        ...{ id: `${id}/remedy`, label: advice, icon: 'lightbulb', context: 'note', click },
        accessibilityLabel: `${advice} ${press}`,
        note: clickNote,
      }),
    ],
  };
}

const iconsByCategory: Readonly<Partial<Record<string, string>>> = {
  unauthorized: 'key',
  'rate-limited': 'watch',
  unreachable: 'debug-disconnect',
  untrusted: 'workspace-untrusted',
};

function toRowCommand(action: ErrorButton, retry: CommandId): RowCommand {
  const { title } = action;
  if ('retry' in action) return { title, command: retry };
  if ('setting' in action) {
    return { title, command: 'workbench.action.openSettings', arguments: [action.setting] };
  }
  const { command, argument } = action;
  return { title, command, ...(argument === undefined ? {} : { arguments: [argument] }) };
}
