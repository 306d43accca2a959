import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { formatCount, formatSignedSol } from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { type Column, ScrollRegion, Table } from '../components/table.tsx';
import type { SentAttempt } from '../messages/competition.ts';
import type { CompetitionModel, Entry } from './competitionModel.ts';
import {
  botText,
  causeFigures,
  causeLabel,
  millisecondsText,
  outcomeLook,
  resultText,
  roleLabels,
  tipText,
} from './competitionTexts.ts';
import {
  type CompetitionHost,
  LeaderLink,
  TrackButton,
  TransactionLink,
  WalletLink,
} from './links.tsx';
import { slotNote } from './timelineLayout.ts';

interface AttemptTableProps {
  readonly model: CompetitionModel;
  readonly host: CompetitionHost;
}

/** Cells have two lines, which the heads name in this order. */
const columns: readonly Column[] = [
  { name: t('Transaction, part') },
  { name: t('Outcome, cause') },
  { name: t('Position, after the trigger'), isFigure: true },
  { name: t('Wallet') },
  { name: t('Bot, provider') },
  { name: t('Tip in SOL, price in µlamports/CU'), isFigure: true },
  { name: t('Compute units, limit'), isFigure: true },
  { name: t('Result of its circle, net'), isFigure: true },
];

/** Every transaction that is known to have wanted the arbitrage, by slot. */
export function AttemptSection({ model, host }: AttemptTableProps) {
  const bySlot = Map.groupBy(model.entries, ({ place }) => place.slot);
  const caption = t('By slot and position. “After” counts from the trigger.');
  return (
    <section class="titled" aria-label={t('Attempts')}>
      <h2>{t('Attempts')}</h2>
      <ScrollRegion label={t('Attempts')}>
        <Table class="attempts" caption={caption} columns={columns}>
          {[...bySlot].flatMap(([slot, entries]) => [
            <SlotRow key={slot} slot={slot} model={model} host={host} />,
            ...entries.map((entry) => (
              <EntryRow key={entry.place.signature} entry={entry} model={model} host={host} />
            )),
          ])}
        </Table>
      </ScrollRegion>
      <p class="dim caption">
        {t(
          '( ): offered and not paid, since the attempt failed. Unknown: its program tips after its swaps. Weak: it shares only pools that many routes use.',
        )}
      </p>
    </section>
  );
}

interface SlotRowProps extends AttemptTableProps {
  readonly slot: number;
}

function SlotRow({ slot, model: { competition, content }, host }: SlotRowProps) {
  const about = competition.slots.find((each) => each.slot === slot);
  const { trigger } = competition;
  const after = trigger === null ? null : slot - trigger.slot;
  return (
    <tr class="slot-row">
      <th scope="rowgroup" colSpan={columns.length}>
        <strong>{formatCount(slot)}</strong>
        {after !== null && ` · ${after === 0 ? t('slot of the trigger') : slotsAfter(after)}`}
        {about !== undefined && (
          <>
            {' · '}
            <LeaderLink slot={about} isSimulated={content.isSimulated} host={host} />
            {` · ${slotNote(about)}`}
          </>
        )}
      </th>
    </tr>
  );
}

const slotsAfter = (slots: number): string => {
  const sign = slots < 0 ? '−' : '+';
  const count = Math.abs(slots);
  return count === 1 ? t('{0}1 slot', sign) : t('{0}{1} slots', sign, formatCount(count));
};

interface EntryRowProps extends AttemptTableProps {
  readonly entry: Entry;
}

function EntryRow({ entry: { role, place, attempt }, model, host }: EntryRowProps) {
  const { content } = model;
  const isSubject = attempt?.is_subject === true;
  const isOwn = attempt?.party === model.subject.party;
  return (
    <tr class={isSubject ? 'subject' : ''}>
      <th scope="row">
        <TransactionLink signature={place.signature} host={host} />
        <Second>{isSubject ? joinNote(roleLabels[role](), t('this')) : roleLabels[role]()}</Second>
      </th>
      <td class="outcome">
        {attempt === null ? triggerText(model) : <Outcome attempt={attempt} model={model} />}
      </td>
      <td class="figure">
        {formatCount(place.position)}
        <Second>{afterText(place)}</Second>
      </td>
      <td>
        <WalletLink wallet={place.wallet} content={content} host={host} />
        <Second>
          {isOwn ? '' : <TrackButton wallet={place.wallet} content={content} host={host} />}
        </Second>
      </td>
      {attempt === null ? <td colSpan={4} /> : <AttemptCells attempt={attempt} model={model} />}
    </tr>
  );
}

const Second = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="second">{children}</div>
);

function afterText(place: Entry['place']): string {
  const { positions_after: positions, estimated_ms_after: milliseconds } = place;
  if (place.slots_after === null) return t('no trigger');
  const inPositions = positions === null ? t('unknown') : `+${formatCount(positions)}`;
  return joinList([inPositions, millisecondsText(milliseconds)]);
}

const triggerKinds = {
  swap: () => t('a swap against the direction of the route'),
  quote: () => t('a change of a maker’s quote'),
  orders: () => t('a change of orders'),
  oracle: () => t('a write of the oracle that the pool reads'),
} as const;

function triggerText({ competition: { trigger } }: CompetitionModel): string {
  if (trigger === null) return '';
  const count = trigger.transactions.length;
  const text = `■ ${triggerKinds[trigger.kind]()}`;
  return count > 1 ? joinNote(text, t('the last of {0} that count together', count)) : text;
}

interface AttemptProps {
  readonly attempt: SentAttempt;
  readonly model: CompetitionModel;
}

function Outcome({ attempt, model }: AttemptProps) {
  const { cause, is_weak: isWeak } = attempt;
  const { sign, style, text } = outcomeLook(attempt);
  const figures = causeFigures(attempt, model);
  return (
    <>
      <span class={style} aria-hidden="true">
        {sign}
      </span>{' '}
      <bdi>{text}</bdi>
      <Second>
        {cause !== null && (
          <bdi>{figures === '' ? causeLabel(cause) : joinLabel(causeLabel(cause), figures)}</bdi>
        )}
        {isWeak && ` · ${t('weak')}`}
      </Second>
    </>
  );
}

function AttemptCells({ attempt, model: { competition, content } }: AttemptProps) {
  const { provider, micro_lamports_per_unit: perUnit, compute_units: units } = attempt;
  const { net_gain_sol: netGain } = attempt;
  return (
    <>
      <td>
        <bdi>{botText(attempt, content)}</bdi>
        <Second>
          <bdi>{provider === null ? t('no provider') : providerLabel(provider)}</bdi>
        </Second>
      </td>
      <td class="figure">
        {tipText(attempt)}
        <Second>{perUnit === null ? t('unknown') : formatCount(BigInt(perUnit))}</Second>
      </td>
      <td class="figure">
        {units === null ? t('unknown') : formatCount(units)}
        <Second>{formatCount(attempt.compute_unit_limit)}</Second>
      </td>
      <td class="figure">
        <bdi>{resultText(attempt, competition)}</bdi>
        <Second>{netGain === null ? '' : t('net {0}', formatSignedSol(netGain))}</Second>
      </td>
    </>
  );
}
