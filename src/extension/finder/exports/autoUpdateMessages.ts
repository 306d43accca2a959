import { t } from '@vscode/l10n';
import { formatUtcTime } from '../../../api/format.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import type { AutoUpdateState } from './autoUpdatedExports.ts';

/** The state of a kept file as a short phrase. */
export function formatAutoUpdateState(state: AutoUpdateState): string {
  switch (state.kind) {
    case 'waiting':
      return t('waiting for the next refresh');
    case 'written':
      return t('up to date with the answer of {0}', formatUtcTime(state.answeredAtMilliseconds));
    case 'unsaved':
      return t('not rewritten: it has changes in an editor that are not saved');
    case 'edited':
      return t('not rewritten: somebody else changed it');
    case 'failed':
      return t('not rewritten: {0}', sanitizeText(state.reason, 200));
  }
}

/** Why a file is not kept up to date at present, in sentences. */
export function autoUpdateFailureMessage(name: string, state: AutoUpdateState): string {
  const file = sanitizeText(name, 80);
  switch (state.kind) {
    case 'unsaved':
      return t('{0} has changes that are not saved, so it was not rewritten.', file);
    case 'edited':
      return t('{0} was changed by somebody else, so it was left as it is.', file);
    case 'failed':
      return t(
        '{0} could not be written, and is as it was: {1}',
        file,
        sanitizeText(state.reason, 200),
      );
    default:
      return `${file}: ${formatAutoUpdateState(state)}`;
  }
}
