import { t } from '@vscode/l10n';
import { formatCount, formatPercent, formatRatio, formatSol } from '../../api/format.ts';
import { WalletLink } from '../competition/links.tsx';
import { interpolate } from '../interpolate.ts';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../messages/walletCompetition.ts';
import { bestTip, contestedCount, gainShare, isFew, netOf, wilsonInterval } from './figures.ts';
import { causeText } from './outcomes.ts';
import { opportunitiesText } from './texts.ts';
import type { WalletHost } from './walletHost.ts';

interface SummaryProps {
  readonly content: LoadedWalletCompetition;
  readonly host: WalletHost;
}

/** How much the wallet wins, why it loses the rest, to whom, and what a higher tip would add. */
export function Summary({ content, host }: SummaryProps) {
  const { competition } = content;
  return (
    <p class="verdict" role="note">
      <strong>{winText(competition)}</strong> {causeSentence(competition)}{' '}
      <RivalSentence content={content} host={host} /> {tipSentence(competition)}
    </p>
  );
}

function winText(competition: SentWalletCompetition): string {
  const { won } = competition;
  const contested = contestedCount(competition);
  if (contested === 0) return t('No contested opportunity in this window.');
  if (isFew(contested)) {
    return t(
      'Wins {0} of {1}: too few for a rate.',
      formatCount(won.count),
      opportunitiesText(contested),
    );
  }
  const rate = formatPercent(won.count / contested);
  const gain = gainShare(competition);
  if (gain === null) return t('Wins {0} of what it contests.', rate);
  const share = formatPercent(gain.share);
  if (gain.unknownGains > 0) {
    return t('Wins {0} of what it contests, and {1} of the known net gain.', rate, share);
  }
  const interval = wilsonInterval(won.count, contested);
  return contested < 100
    ? t(
        'Wins {0} of what it contests (95% interval {1} to {2}), and {3} of its net gain.',
        ...[rate, formatPercent(interval[0]), formatPercent(interval[1]), share],
      )
    : t('Wins {0} of what it contests, and {1} of its net gain.', rate, share);
}

function causeSentence({ causes, lost }: SentWalletCompetition): string {
  const [first] = causes.toSorted((a, b) => b.count - a.count);
  if (first === undefined || lost.count === 0) return '';
  const figures = [
    causeText(first.kind),
    formatCount(first.count),
    formatCount(lost.count),
  ] as const;
  return first.gain_sol > 0 && lost.gain_sol > 0 && lost.unknown_gains === 0
    ? t(
        'Most frequent cause: {0}, {1} of {2} lost, and {3} of the net gain lost.',
        ...figures,
        formatPercent(first.gain_sol / lost.gain_sol),
      )
    : t('Most frequent cause: {0}, {1} of {2} lost.', ...figures);
}

function RivalSentence({ content, host }: SummaryProps) {
  const { rivals, lost } = content.competition;
  const [first] = rivals.toSorted((a, b) => b.lost - a.lost);
  if (first === undefined || first.lost < 2) return null;
  const { wallet, meetings, median_price: theirs, own_median_price: own } = first;
  const ratio =
    isFew(meetings) || theirs === null || own === null || own === '0'
      ? null
      : formatRatio(Number(theirs) / Number(own));
  const link = <WalletLink key={wallet} wallet={wallet} content={content} host={host} />;
  const [count, total] = [formatCount(first.lost), formatCount(lost.count)];
  return (
    <>
      {interpolate(
        ratio === null
          ? t('{0} took {1} of {2}.', '{0}', count, total)
          : t('{0} took {1} of {2}, at {3} the price of this wallet.', '{0}', count, total, ratio),
        link,
      )}
    </>
  );
}

function tipSentence({ tip_curve: curve }: SentWalletCompetition): string {
  if (isFew(curve.count - curve.unknown)) return '';
  const found = bestTip(curve.points);
  if (found === null) return t('No higher tip would have added any net gain.');
  const percent = formatPercent(found.best.percent / 100);
  const gain = formatSol(netOf(found.best));
  return found.breakEven === null
    ? t('Tips of at least {0} of the gain would have added {1}, at most.', percent, gain)
    : t(
        'Tips of at least {0} of the gain would have added {1}, at most; from {2} on they cost more than they win.',
        ...[percent, gain, formatPercent(found.breakEven / 100)],
      );
}
