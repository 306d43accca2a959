import type { CompetitionRole } from '../../api/arbscope/competition.ts';
import { certainAttempts, inChainOrder } from '../../api/arbscope/competitionOrder.ts';
import type { LoadedCompetition, SentAttempt, SentCompetition } from '../messages/competition.ts';

export type Role = CompetitionRole | 'trigger';

type Trigger = NonNullable<SentCompetition['trigger']>;

/** A transaction of the timeline and the table. */
export interface Entry {
  readonly role: Role;
  readonly place: Trigger | SentAttempt;
  /** Null: the trigger. */
  readonly attempt: SentAttempt | null;
}

export interface Lane {
  readonly entries: readonly Entry[];
  readonly wallet: string;
  readonly isSubject: boolean;
}

export interface CompetitionModel {
  readonly content: LoadedCompetition;
  readonly competition: SentCompetition;
  /** The transaction that was asked about. */
  readonly subject: SentAttempt;
  /** Null: nobody in the blocks that were read took it. */
  readonly winner: SentAttempt | null;
  readonly possible: readonly SentAttempt[];
  /** In the order of the chain; of the possible attempts only the transaction itself. */
  readonly entries: readonly Entry[];
  /** Without the trigger, earlier takers and possible attempts. */
  readonly attempts: readonly SentAttempt[];
  /** Place of the transaction among the attempts, from 1; null: it is none of them. */
  readonly place: number | null;
  /** Parties of the attempts. */
  readonly parties: number;
  readonly lanes: readonly Lane[];
  /** Slots whose blocks were read, and those that could not be. */
  readonly slotsRead: number;
  readonly slotsUnknown: number;
}

/** Null: the response lacks the transaction that was asked about. */
export function competitionModel(content: LoadedCompetition): CompetitionModel | null {
  const { competition } = content;
  const { attempts: all } = competition;
  const subject = all.find(({ is_subject }) => is_subject);
  if (subject === undefined) return null;
  const entries = entriesOf(competition);
  const attempts = certainAttempts(all);
  const at = attempts.indexOf(subject);
  const isUnknown = ({ state }: SentCompetition['slots'][number]) => state === 'unknown';
  return {
    content,
    competition,
    subject,
    winner: all.find(({ role }) => role === 'winner') ?? null,
    possible: all.filter(({ role }) => role === 'possible'),
    entries,
    attempts,
    place: at < 0 ? null : at + 1,
    parties: new Set(attempts.map(({ party }) => party)).size,
    lanes: lanesOf(entries),
    slotsRead: competition.slots.filter((slot) => !isUnknown(slot)).length,
    slotsUnknown: competition.slots.filter(isUnknown).length,
  };
}

function entriesOf({ trigger, attempts }: SentCompetition): Entry[] {
  const shown = attempts.filter(
    ({ role, is_subject: isSubject, signature }) =>
      (role !== 'possible' || isSubject) && signature !== trigger?.signature,
  );
  const entries: readonly Entry[] = [
    ...(trigger === null ? [] : [{ role: 'trigger', place: trigger, attempt: null } as const]),
    ...shown.map((attempt): Entry => ({ role: attempt.role, place: attempt, attempt })),
  ];
  return entries.toSorted((first, second) => inChainOrder(first.place, second.place));
}

/** One for each party in the order of its first transaction; the trigger has its own. */
function lanesOf(entries: readonly Entry[]): Lane[] {
  const byParty = Map.groupBy(entries, ({ attempt }) => attempt?.party ?? '');
  return [...byParty.values()].map((list) => {
    const subject = list.find(({ attempt }) => attempt?.is_subject === true);
    return {
      entries: list,
      wallet: (subject ?? list[0])?.place.wallet ?? '',
      isSubject: subject !== undefined,
    };
  });
}

export type Verdict =
  | 'won'
  | 'own-won'
  | 'earlier'
  | 'later'
  | 'lost'
  | 'not-landed'
  | 'untaken'
  | 'unrelated';

type Sides = Pick<CompetitionModel, 'subject' | 'winner'>;

export function verdictOf({ subject, winner }: Sides): Verdict {
  if (winner === null) return 'untaken';
  if (subject === winner) return 'won';
  if (subject.party === winner.party) return 'own-won';
  if (subject.role === 'earlier-taker') return 'earlier';
  if (subject.role === 'later-taker') return 'later';
  if (subject.cause !== null) return 'lost';
  return subject.outcome === 'not-landed' ? 'not-landed' : 'unrelated';
}

/** Estimated milliseconds from the winner to an attempt; negative: ahead; null: unknown. */
export const millisecondsBehind = (
  { winner }: Pick<Sides, 'winner'>,
  attempt: Pick<SentAttempt, 'estimated_ms_after'>,
): number | null =>
  winner === null || winner.estimated_ms_after === null || attempt.estimated_ms_after === null
    ? null
    : attempt.estimated_ms_after - winner.estimated_ms_after;

/** How many times the winner's price is of an attempt's; null: a price is unknown or 0. */
export function priceRatio(
  { winner }: Pick<Sides, 'winner'>,
  attempt: Pick<SentAttempt, 'price'>,
): number | null {
  if (winner === null || winner.price === null || attempt.price === null) return null;
  const own = Number(attempt.price);
  return own === 0 ? null : Number(winner.price) / own;
}
