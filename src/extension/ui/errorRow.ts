import { t } from '@vscode/l10n';
import { formatTimeAgo } from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import type { MarketError } from '../../api/marketError.ts';
import { describeError, type ErrorButton, type ErrorContext } from '../backend/errorDescription.ts';
import type { CommandId } from '../contributions/commands.ts';
import { simpleRow } from './simpleRow.ts';
import type { RowCommand, TreeRow } from './treeRow.ts';

export interface ErrorRowOptions {
  /** Id of the row, needed if a tree has several error rows. */
  readonly id?: string;
  /** The failed action as a short phrase. */
  readonly title: string;
  readonly error: MarketError;
  readonly errorContext: ErrorContext;
  readonly retryCommand: CommandId;
  /** Response time of the rows below; null if there are none. */
  readonly lastResponseAtMilliseconds: number | null;
  readonly nowMilliseconds: number;
}

/** The child rows are the full message, advice and actions. A click runs the first action. */
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
    // The row has room only for the reason; the tooltip has the full message.
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
