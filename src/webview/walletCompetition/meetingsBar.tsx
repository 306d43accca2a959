import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';

interface MeetingsBarProps {
  readonly meetings: number;
  readonly won: number;
  readonly lost: number;
}

const height = 11;
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** Of the meetings with a rival: won filled, lost outlined, the rest grey. */
export function MeetingsBar({ meetings, won, lost }: MeetingsBarProps) {
  const neither = Math.max(0, meetings - won - lost);
  const label = joinList([
    joinLabel(t('Won'), formatCount(won)),
    joinLabel(t('They won'), formatCount(lost)),
    joinLabel(t('Neither'), formatCount(neither)),
  ]);
  const total = Math.max(1, won + lost + neither);
  return (
    <svg class="meetings-bar series-0" height={height} role="img">
      <title>{label}</title>
      <rect class="neither" x="0" width="100%" y={3} height={height - 6} />
      <rect
        class="theirs"
        x={percent(won / total)}
        width={percent(lost / total)}
        y={1}
        height={height - 2}
      />
      <rect class="bar-fill" x="0" width={percent(won / total)} y={1} height={height - 2} />
    </svg>
  );
}
