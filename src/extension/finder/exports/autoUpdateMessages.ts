import { t } from '@vscode/l10n';
import { formatUtcDateTime, formatUtcTime } from '../../../api/format.ts';
import { joinLabel } from '../../../api/join.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import type { AutoUpdateState } from './autoUpdatedExports.ts';

export function formatAutoUpdateState(state: AutoUpdateState): string {
  switch (state.kind) {
    case 'waiting':
      return t('waiting for the next refresh');
    case 'written':
      return t('updated {0}', formatUtcTime(state.answeredAtMilliseconds));
    case 'unsaved':
      return t('not updated, unsaved changes in an editor');
    case 'edited':
      return t('not updated, changed outside Arbscope');
    case 'paused':
      return t(
        'paused since {0}. {1}',
        formatUtcDateTime(state.sinceMilliseconds),
        sanitizeText(state.reason, 200),
      );
    case 'failed':
      return t('not written. {0}', sanitizeText(state.reason, 200));
  }
}

export const autoUpdateMessage = (name: string, state: AutoUpdateState): string =>
  joinLabel(sanitizeText(name, 80), formatAutoUpdateState(state));
