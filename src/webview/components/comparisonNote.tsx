import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import type { FormerFigures } from '../messages/market.ts';

interface ComparisonNoteProps {
  readonly before: FormerFigures | null;
  readonly periodSeconds: number;
}

/** What the changes in brackets refer to, or why there are none. */
export const ComparisonNote = ({ before, periodSeconds }: ComparisonNoteProps) => (
  <p class="dim small note">
    {before === null
      ? t('No comparison: too little of the {0} before is stored.', formatDuration(periodSeconds))
      : before.transactions + before.failures === 0
        ? t('No transactions in the {0} before.', formatDuration(periodSeconds))
        : t(
            'In brackets: the change from the {0} before (n = {1}).',
            formatDuration(periodSeconds),
            formatCount(before.transactions + before.failures),
          )}
  </p>
);
