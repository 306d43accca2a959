import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { placeOf } from '../../api/arbscope/competitionOrder.ts';
import { formatCount } from '../../api/format.ts';
import { joinLabel, joinNote, joinSentences } from '../../api/join.ts';
import { interpolate } from '../interpolate.ts';
import { type CompetitionModel, verdictOf } from './competitionModel.ts';
import {
  attemptsText,
  behindText,
  causeFigures,
  causeLabel,
  distanceText,
  millisecondsText,
  outcomeLook,
  partiesText,
  pricesText,
} from './competitionTexts.ts';
import { type CompetitionHost, TransactionLink, WalletLink } from './links.tsx';

interface VerdictProps {
  readonly model: CompetitionModel;
  readonly host: CompetitionHost;
}

/** One sentence with its figures: who got it, and why. */
export function VerdictBox(props: VerdictProps) {
  switch (verdictOf(props.model)) {
    case 'won':
      return <Box look="won" sign="▲" first={wonText(props.model)} more={triggerText(props)} />;
    case 'lost':
      return <LostBox {...props} />;
    case 'own-won':
      return (
        <Box
          look="unknown"
          sign="?"
          first={interpolate(
            t('Another transaction of the same party won: {0}.', '{0}'),
            <WinnerLink {...props} />,
          )}
          more={triggerText(props)}
        />
      );
    case 'untaken':
      return (
        <Box
          look="unknown"
          sign="?"
          first={t('Nobody took it in the blocks that were read.')}
          more={t('{0} by {1} seen.', ...counts(props.model))}
        />
      );
    case 'earlier':
      return (
        <Box
          look="unknown"
          sign="◆"
          first={interpolate(t('{0} took the rest.', '{0}'), <WinnerLink {...props} />)}
          more={t('This transaction traded before it, in the direction of the route.')}
        />
      );
    case 'later':
      return (
        <Box
          look="unknown"
          sign={outcomeLook(props.model.subject).sign}
          first={interpolate(t('{0} took it first.', '{0}'), <WinnerLink {...props} />)}
          more={t(
            'This transaction took it as well: {0}.',
            behindText(props.model.subject, props.model),
          )}
        />
      );
    case 'not-landed':
      return (
        <Box
          look="lost"
          sign={outcomeLook(props.model.subject).sign}
          first={interpolate(t('{0} took it.', '{0}'), <WinnerLink {...props} />)}
          more={t(
            'This transaction never reached a block. What it offered: {0}.',
            pricesText(props.model.subject, props.model),
          )}
        />
      );
    case 'unrelated':
      return (
        <Box
          look="unknown"
          sign="?"
          first={interpolate(t('{0} took it.', '{0}'), <WinnerLink {...props} />)}
          more={t('Nothing shows that this transaction would have used the contested pools.')}
        />
      );
  }
}

const counts = ({ attempts, parties }: CompetitionModel) =>
  [attemptsText(attempts.length), partiesText(parties)] as const;

function wonText(model: CompetitionModel): string {
  const { place, attempts, parties, subject } = model;
  const isLoss = subject.outcome === 'loss';
  if (attempts.length <= 1) {
    return isLoss
      ? t('It took the route at a loss, and no other attempt was seen.')
      : t('Won, and no other attempt was seen.');
  }
  const figures = [placeOf(place ?? 1, attempts.length), partiesText(parties)] as const;
  return isLoss
    ? t('It took the route at a loss: {0} attempts in the order of the chain, by {1}.', ...figures)
    : t('Won: {0} attempts in the order of the chain, by {1}.', ...figures);
}

function triggerText({ model: { competition, winner } }: VerdictProps): string {
  const { trigger } = competition;
  if (trigger === null || winner === null) return t('No trigger in the blocks that were read.');
  const distance = distanceText(winner.slots_after ?? 0, winner.positions_after);
  return t(
    'After the trigger: {0}.',
    joinNote(distance, millisecondsText(winner.estimated_ms_after)),
  );
}

const WinnerLink = ({ model: { winner, content }, host }: VerdictProps) =>
  winner === null ? null : (
    <>
      <WalletLink wallet={winner.wallet} content={content} host={host} /> (
      <TransactionLink signature={winner.signature} host={host} />)
    </>
  );

function LostBox(props: VerdictProps) {
  const { subject, place, attempts } = props.model;
  const { cause } = subject;
  const figures = causeFigures(subject, props.model);
  const label = cause === null ? t('unknown') : causeLabel(cause);
  return (
    <Box
      look="lost"
      sign="⊘"
      first={interpolate(
        t('Lost to {0}: {1}.', '{0}', '{1}'),
        <WinnerLink {...props} />,
        <span>{behindText(subject, props.model)}</span>,
      )}
      more={joinSentences([
        t('Cause: {0}.', figures === '' ? label : joinLabel(label, figures)),
        place === null
          ? ''
          : t('{0} attempts by {1}.', placeOf(place, attempts.length), counts(props.model)[1]),
      ])}
    />
  );
}

interface BoxProps {
  readonly look: 'won' | 'lost' | 'unknown';
  readonly sign: string;
  readonly first: ComponentChildren;
  readonly more: string;
}

const Box = ({ look, sign, first, more }: BoxProps) => (
  <p class={`verdict ${look}`} role="note">
    <strong>
      <span aria-hidden="true">{sign} </span>
      {first}
    </strong>{' '}
    <bdi>{more}</bdi>
  </p>
);

/** What the figures do not contain. */
export function Limits({ model }: { readonly model: CompetitionModel }) {
  const { competition, slotsUnknown } = model;
  const { slots, slot_milliseconds: pace, leaders_reason: leaders } = competition;
  const unread = slots.filter(({ state }) => state === 'unknown');
  const reasons = [...new Set(unread.map(({ reason }) => reason))].filter(Boolean).join('; ');
  const unreadable = slots.reduce((sum, { unreadable: count }) => sum + (count ?? 0), 0);
  return (
    <div class="limits">
      <p>
        {t(
          'Only what reached a block is seen: losing bundles and dropped transactions leave no trace. The attempts are a lower bound.',
        )}
      </p>
      <p>
        {pace === null
          ? t('Positions are exact. Times are unknown: the slot time was not measured.')
          : t(
              'Positions are exact. Times (≈) are estimated from positions and the measured slot time, {0} ms.',
              formatCount(pace),
            )}
      </p>
      {slotsUnknown > 0 && (
        <p class="warning-line">
          {joinLabel(
            t('{0} of {1} blocks could not be read', slotsUnknown, slots.length),
            reasons || t('unknown'),
          )}
        </p>
      )}
      {unreadable > 0 && (
        <p class="warning-line">
          {t('{0} transactions in these blocks could not be read.', formatCount(unreadable))}
        </p>
      )}
      {leaders !== '' && <p>{t('Leaders are unknown: {0}', leaders)}</p>}
    </div>
  );
}
