import { type Attempt, evidenceOf, isBefore, isCircular, swapsAlong } from './attempt.ts';
import type { BlockTransaction, CompetitionBlock } from './blockTransaction.ts';
import { type Cause, causeOf } from './cause.ts';
import { isClosed } from './circle.ts';
import { failureOf } from './failure.ts';
import { findHubs } from './hubs.ts';
import { Parties } from './parties.ts';
import { type RoutePool, routePools } from './poolChanges.ts';
import { bundledAfter, priceOf } from './price.ts';
import { type BeforeWinner, findTrigger, type Trigger } from './trigger.ts';

export interface CompetitionWindow {
  /** Ascending slots. Slots without a block are left out. */
  readonly blocks: readonly CompetitionBlock[];
  /** Slots behind that of the trigger, or of the winner without one, that count. */
  readonly slotsAfter: number;
}

export interface Rival extends Attempt {
  readonly cause: Cause;
}

/** Who else wanted an arbitrage, and who got it. */
export interface Competition {
  /** The transaction that was asked about. */
  readonly subject: Attempt;
  /** The first success behind the trigger; `null`: none in the window. */
  readonly winner: Attempt | null;
  /** Of the winner, otherwise of the subject. */
  readonly route: readonly RoutePool[];
  /** The pools of the trigger, otherwise all of the route. */
  readonly contested: readonly RoutePool[];
  readonly trigger: Trigger | null;
  readonly candidates: BeforeWinner['candidates'];
  readonly earlierTakers: readonly (Attempt & { readonly isCircle: boolean })[];
  /** With the subject, if it lost to another party. In order, like the other lists. */
  readonly rivals: readonly Rival[];
  /** Further attempts of the winner's party and of the subject's. */
  readonly ownCopies: readonly Attempt[];
  readonly laterTakers: readonly Rival[];
  /** They name a contested pool, but nothing shows that they would have used it. */
  readonly possible: readonly Attempt[];
  readonly hubs: ReadonlySet<string>;
}

/**
 * `null`: the transaction is not in the window, or is no attempt at an arbitrage.
 * @param unlanded the transaction, if it never reached a block
 */
export function findCompetition(
  window: CompetitionWindow,
  signature: string,
  unlanded: BlockTransaction | null = null,
): Competition | null {
  const search = new CompetitionSearch(window);
  const subject = search.find(signature) ?? unlanded;
  return subject === null || !isCircular(subject) ? null : search.competitionOf(subject);
}

class CompetitionSearch {
  readonly #window: CompetitionWindow;
  readonly #transactions: readonly BlockTransaction[];
  readonly #hubs: ReadonlySet<string>;

  constructor(window: CompetitionWindow) {
    this.#window = window;
    this.#transactions = window.blocks.flatMap(({ transactions }) => transactions);
    this.#hubs = findHubs(window.blocks);
  }

  find(signature: string): BlockTransaction | null {
    return this.#transactions.find((one) => one.signature === signature) ?? null;
  }

  competitionOf(subject: BlockTransaction): Competition {
    if (gains(subject)) return this.#around(subject, subject);
    for (const winner of this.#winnersFor(subject)) {
      const competition = this.#around(subject, winner);
      const { earlierTakers, rivals, ownCopies, laterTakers, possible } = competition;
      const all = [...earlierTakers, ...rivals, ...ownCopies, ...laterTakers, ...possible];
      const isIn = all.some(({ transaction }) => transaction === subject);
      // One that never reached a block is in no list.
      if (isIn || !subject.isLanded) return competition;
    }
    return this.#around(subject, null);
  }

  /** Successes that may have taken what a failed attempt wanted, the most likely first. */
  #winnersFor(subject: BlockTransaction): BlockTransaction[] {
    const wanted = routePools(subject);
    const parties = this.#partiesOf(subject, wanted);
    const { trigger } = findTrigger(subject, wanted, this.#window.blocks, parties);
    const successes = this.#transactions.filter((one) => {
      const { circle } = one;
      if (!gains(one)) return false;
      if (trigger !== null && !isBefore(trigger.transaction, one)) return false;
      if (wanted.length > 0) return swapsAlong(circle, wanted).length > 0;
      // It only names pools: the winner's whole route must be among them.
      return circle.swaps.every(
        ({ pool }) => pool !== null && subject.message.keys.indexOf(pool) >= 0,
      );
    });
    const ahead = successes.filter((one) => isBefore(one, subject));
    const behind = successes.filter((one) => isBefore(subject, one));
    // Without a trigger, what was taken last before it is the likeliest.
    return [...(trigger === null ? ahead.toReversed() : ahead), ...behind];
  }

  #around(subject: BlockTransaction, winner: BlockTransaction | null): Competition {
    const centre = winner ?? subject;
    const route = routePools(centre);
    const parties = this.#partiesOf(subject, route);
    const before = findTrigger(centre, route, this.#window.blocks, parties);
    const { trigger } = before;
    const contested = trigger?.pools ?? route;
    const describe = (transaction: BlockTransaction, found: Found): Attempt =>
      this.#attempt(transaction, found, parties);
    const asAttempt = (one: BlockTransaction): Attempt =>
      describe(one, evidenceOf(one, route, winner) ?? { evidence: 'named', pools: [] });
    const won = winner === null ? null : asAttempt(winner);
    const asked = winner === subject && won !== null ? won : asAttempt(subject);
    const takers = before.earlierTakers.map(({ transaction, pools }) => ({
      ...describe(transaction, { evidence: 'ran', pools }),
      isCircle: isClosed(transaction.circle),
    }));
    const taken = new Set<BlockTransaction>(takers.map(({ transaction }) => transaction));
    const attempts = this.#behind(trigger?.transaction ?? null, centre).flatMap((transaction) => {
      if (transaction === winner || taken.has(transaction)) return [];
      const found = evidenceOf(transaction, contested, winner);
      return found === null ? [] : [describe(transaction, found)];
    });
    return {
      ...{ subject: asked, winner: won, route, contested, trigger },
      candidates: before.candidates,
      earlierTakers: takers,
      ...sortAttempts(attempts, asked, won, takers),
      hubs: this.#hubs,
    };
  }

  /** The transactions in which the pools occur tell which accounts belong together. */
  #partiesOf(subject: BlockTransaction, route: readonly RoutePool[]): Parties {
    const parties = new Parties();
    parties.add(subject);
    for (const transaction of this.#transactions) {
      const { keys } = transaction.message;
      if (route.some(({ pool }) => keys.indexOf(pool) >= 0)) parties.add(transaction);
    }
    return parties;
  }

  /** To the end of the window; all of it without a trigger. */
  #behind(trigger: BlockTransaction | null, centre: BlockTransaction): BlockTransaction[] {
    const last = (trigger ?? centre).slot + this.#window.slotsAfter;
    return this.#transactions.filter(
      (one) => one.slot <= last && (trigger === null || isBefore(trigger, one)),
    );
  }

  #attempt(transaction: BlockTransaction, found: Found, parties: Parties): Attempt {
    const block = this.#window.blocks.find(({ slot }) => slot === transaction.slot);
    const own = (block?.transactions ?? []).filter((other) => {
      const distance = other.position - transaction.position;
      return distance > 0 && distance <= bundledAfter && parties.isSame(transaction, other);
    });
    const next = own.findIndex(isCircular);
    return {
      transaction,
      party: parties.of(transaction),
      ...found,
      isWeak: found.pools.length > 0 && found.pools.every((pool) => this.#hubs.has(pool)),
      price: priceOf(transaction, next < 0 ? own : own.slice(0, next)),
      failure: failureOf(transaction, block?.blockTimeSeconds ?? null),
    };
  }
}

/** A success with a loss took nothing. */
const gains = ({ isSuccess, circle }: BlockTransaction): boolean =>
  isSuccess && circle.cycle.kind === 'arbitrage';

type Found = Pick<Attempt, 'evidence' | 'pools'>;

function sortAttempts(
  attempts: readonly Attempt[],
  subject: Attempt,
  winner: Attempt | null,
  takers: readonly Attempt[],
): Pick<Competition, 'rivals' | 'ownCopies' | 'laterTakers' | 'possible'> {
  const parties = new Set([subject.party, (winner ?? subject).party]);
  // A subject that lost to another party is one of the rivals.
  const isOwn = ({ party, transaction }: Attempt): boolean =>
    transaction === subject.transaction ? party === winner?.party : parties.has(party);
  const others = attempts.filter((one) => !isOwn(one));
  const all = [...takers, ...attempts];
  const judged = others
    .filter(({ evidence }) => evidence !== 'named')
    .map((one): Rival => ({ ...one, cause: causeOf(one, winner, all) }));
  return {
    rivals: judged.filter(({ failure }) => failure !== null),
    laterTakers: judged.filter(({ failure }) => failure === null),
    ownCopies: attempts.filter(isOwn),
    possible: others.filter(({ evidence }) => evidence === 'named'),
  };
}
