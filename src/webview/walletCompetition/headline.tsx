import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { formatCount, formatPercent, formatSignedSol, formatSol } from '../../api/format.ts';
import type { SentWalletCompetition } from '../messages/walletCompetition.ts';
import { bestTip, contestedCount, gainShare, isFew, netOf } from './figures.ts';
import { opportunitiesText, unknownText } from './texts.ts';

/** The figures that the section is about. */
export function Headline({ competition }: { readonly competition: SentWalletCompetition }) {
  const { won, lost, uncontested, cost_of_losing_sol: cost } = competition;
  const contested = contestedCount(competition);
  const share = gainShare(competition);
  return (
    <dl class="headline">
      <Figure name={t('Contested, won')} note={ofText(won.count, contested)}>
        {isFew(contested) ? t('few') : formatPercent(won.count / contested)}
      </Figure>
      <Figure
        name={t('Net gain won')}
        note={
          share === null ? '' : t('{0} of {1}', formatPercent(share.share), formatSol(share.total))
        }
        unknown={won.unknown_gains}
      >
        {gainText(won, formatSignedSol)}
      </Figure>
      <Figure
        name={t('Net gain lost to others')}
        note={opportunitiesText(lost.count)}
        unknown={lost.unknown_gains}
      >
        {gainText(lost, formatSol)}
      </Figure>
      <Figure
        name={t('Cost of losing')}
        note={t('fees, tips and losses')}
        unknown={competition.unknown_costs}
      >
        {cost === 0 && competition.unknown_costs > 0 ? t('unknown') : formatSol(cost)}
      </Figure>
      <HigherTip competition={competition} />
      <Figure
        name={t('Uncontested')}
        note={gainText(uncontested, formatSignedSol)}
        unknown={uncontested.unknown_gains}
      >
        {formatCount(uncontested.count)}
      </Figure>
    </dl>
  );
}

function HigherTip({
  competition: { tip_curve: curve },
}: {
  readonly competition: SentWalletCompetition;
}) {
  const name = t('A higher tip, at most');
  const unknown = curve.unknown;
  if (isFew(curve.count - unknown)) {
    return (
      <Figure
        name={name}
        note={t('{0} lost', formatCount(curve.count - unknown))}
        unknown={unknown}
      >
        {t('few')}
      </Figure>
    );
  }
  const found = bestTip(curve.points);
  return (
    <Figure
      name={name}
      note={
        found === null
          ? t('no tip adds any')
          : t('from {0} of the gain', formatPercent(found.best.percent / 100))
      }
      unknown={unknown}
    >
      {found === null ? '–' : formatSignedSol(netOf(found.best))}
    </Figure>
  );
}

/** If no gain is known, their sum is not 0. */
const gainText = (
  { count, gain_sol: gain, unknown_gains: unknown }: SentWalletCompetition['won'],
  format: (sol: number) => string,
): string => (count > 0 && count === unknown ? t('unknown') : format(gain));

const ofText = (count: number, total: number): string =>
  t('{0} of {1}', formatCount(count), formatCount(total));

interface FigureProps {
  readonly name: string;
  readonly note: string;
  /** How many gains or tips are not in the figure. */
  readonly unknown?: number;
  readonly children: ComponentChildren;
}

const Figure = ({ name, note, unknown = 0, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{children}</b> <span class="dim">{note}</span>
      {unknown > 0 && <span class="dim">{` ${unknownText(unknown)}`}</span>}
    </dd>
  </div>
);
