import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { formatLamports, formatRatio, formatSignedSol } from '../../api/format.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { SentCompetition } from '../messages/competition.ts';
import type { CompetitionModel } from './competitionModel.ts';
import type { CompetitionHost } from './links.tsx';

interface WouldHaveWonProps {
  readonly model: CompetitionModel;
  readonly host: CompetitionHost;
}

/** The least tip above the winner's, what would be left, and how the auction ranks. */
export function WouldHaveWonSection({ model, host }: WouldHaveWonProps) {
  const { competition, subject, winner } = model;
  const { would_have_won: figures, would_have_won_reason: reason } = competition;
  if (subject === winner) return null;
  return (
    <section class="titled" aria-label={t('What would have won')}>
      <h2>{t('What would have won')}</h2>
      {figures === null ? (
        <p>
          {t('No tip is known that would have won.')} <bdi>{reason}</bdi>
        </p>
      ) : (
        <Tips figures={figures} own={subject.tip} host={host} />
      )}
    </section>
  );
}

interface TipsProps {
  readonly figures: NonNullable<SentCompetition['would_have_won']>;
  readonly own: string | null;
  readonly host: CompetitionHost;
}

function Tips({ figures, own, host }: TipsProps) {
  const { provider, tip, net_gain_sol, tip_by_unit, net_gain_by_unit_sol } = figures;
  const { ranking, source, break_even_tip: breakEven } = figures;
  const name = providerLabel(provider);
  return (
    <>
      <dl class="would">
        <Tip
          name={t('Tip above the winner’s through {0}', name)}
          from={own}
          tip={tip}
          host={host}
          isMain={ranking === 'unknown'}
        >
          {leftText(net_gain_sol)}
        </Tip>
        <Tip
          name={t('The same by requested compute unit')}
          from={own}
          tip={tip_by_unit}
          host={host}
          isMain
        >
          {leftText(net_gain_by_unit_sol)}
        </Tip>
        <Tip name={t('Break-even tip')} from={null} tip={breakEven} host={host} isMain={false}>
          {breakEven === null || tip === '0'
            ? t('A price is unknown.')
            : t('{0} of the tip above the winner’s.', formatRatio(Number(breakEven) / Number(tip)))}
        </Tip>
      </dl>
      <p class="note">
        {ranking === 'by-unit'
          ? t('The auction of {0} ranks by tip for each requested compute unit.', name)
          : t('{0} does not say how it ranks: compare both tips.', name)}{' '}
        {source !== null && t('Source: {0}', sanitizeText(source, 200))}
      </p>
      <p class="note">{t('Rivals that never reached a block may have offered more.')}</p>
    </>
  );
}

const leftText = (sol: number | null): string =>
  sol === null
    ? t('The net gain after it is unknown.')
    : t('Net gain after it: {0}.', formatSignedSol(sol));

interface TipProps {
  readonly name: string;
  /** Lamports, as the other; null: unknown, or nothing to compare with. */
  readonly from: string | null;
  readonly tip: string | null;
  readonly host: CompetitionHost;
  readonly isMain: boolean;
  readonly children: ComponentChildren;
}

const Tip = ({ name, from, tip, host, isMain, children }: TipProps) => (
  <div class={isMain ? 'main' : ''}>
    <dt>{name}</dt>
    <dd>
      {tip === null ? (
        t('unknown')
      ) : (
        <>
          {from !== null && `${formatLamports(BigInt(from))} → `}
          <strong>{formatLamports(BigInt(tip))}</strong>{' '}
          <button
            type="button"
            class="link"
            aria-label={t('Copy {0}', name)}
            onClick={() => host.send({ type: 'copy', text: tip, what: t('Tip') })}
          >
            {t('Copy')}
          </button>
        </>
      )}
    </dd>
    <dd class="dim">{children}</dd>
  </div>
);
