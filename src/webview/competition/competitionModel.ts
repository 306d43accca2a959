import { attemptsInOrder, inChainOrder } from '../../api/arbscope/competitionOrder.ts';
import type { LoadedCompetition, SentAttempt, SentCompetition } from '../messages/competition.ts';

export type Role =
  | 'trigger'
  | 'earlier-taker'
  | 'winner'
  | 'rival'
  | 'own-copy'
  | 'later-taker'
  | 'attempt';

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
  /** In the order of the chain, each once. */
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

export function competitionModel(content: LoadedCompetition): CompetitionModel {
  const { competition } = content;
  const entries = entriesOf(competition);
  const attempts = attemptsInOrder<SentAttempt>(competition);
  const at = attempts.findIndex(({ is_subject }) => is_subject);
  const isUnknown = ({ state }: SentCompetition['slots'][number]) => state === 'unknown';
  return {
    content,
    competition,
    entries,
    attempts,
    place: at < 0 ? null : at + 1,
    parties: new Set(attempts.map(({ party }) => party)).size,
    lanes: lanesOf(entries),
    slotsRead: competition.slots.filter((slot) => !isUnknown(slot)).length,
    slotsUnknown: competition.slots.filter(isUnknown).length,
  };
}

function entriesOf(competition: SentCompetition): Entry[] {
  const { trigger, winner, earlier_takers, rivals, own_copies, later_takers } = competition;
  const lists: readonly (readonly [Role, readonly SentAttempt[]])[] = [
    ['winner', winner === null ? [] : [winner]],
    ['rival', rivals],
    ['own-copy', own_copies],
    ['later-taker', later_takers],
    ['earlier-taker', earlier_takers],
    ['attempt', [competition.subject]],
  ];
  const entries = new Map<string, Entry>();
  if (trigger !== null) {
    entries.set(trigger.signature, { role: 'trigger', place: trigger, attempt: null });
  }
  for (const [role, attempts] of lists) {
    for (const attempt of attempts) {
      if (entries.has(attempt.signature)) continue;
      entries.set(attempt.signature, { role, place: attempt, attempt });
    }
  }
  return [...entries.values()].sort((first, second) => inChainOrder(first.place, second.place));
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

export type Verdict = 'won' | 'own-won' | 'lost' | 'untaken' | 'unrelated';

export function verdictOf({ subject, winner }: SentCompetition): Verdict {
  if (winner === null) return 'untaken';
  if (subject.is_winner) return 'won';
  if (subject.party === winner.party) return 'own-won';
  return subject.cause === null ? 'unrelated' : 'lost';
}

/** Estimated milliseconds from the winner to an attempt; negative: ahead; null: unknown. */
export const millisecondsBehind = (
  { winner }: Pick<SentCompetition, 'winner'>,
  attempt: Pick<SentAttempt, 'estimated_ms_after'>,
): number | null =>
  winner === null || winner.estimated_ms_after === null || attempt.estimated_ms_after === null
    ? null
    : attempt.estimated_ms_after - winner.estimated_ms_after;

/** How many times the winner's price is of an attempt's; null: a price is unknown or 0. */
export function priceRatio(
  { winner }: Pick<SentCompetition, 'winner'>,
  attempt: Pick<SentAttempt, 'price'>,
): number | null {
  if (winner === null || winner.price === null || attempt.price === null) return null;
  const own = Number(attempt.price);
  return own === 0 ? null : Number(winner.price) / own;
}
