import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';

/** `hour` or `15 min`, after "per". */
export function intervalUnit(seconds: number): string {
  if (seconds === 60) return t('minute');
  if (seconds === 3_600) return t('hour');
  return seconds === 86_400 ? t('day') : formatDuration(seconds);
}
