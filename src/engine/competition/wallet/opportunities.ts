import type { CompetitionCause } from '../../../api/arbscope/competition.ts';
import { isBefore } from '../attempt.ts';
import { Parties } from '../parties.ts';

/** What a wallet's figures need of an attempt. The transaction itself would keep its block in memory. */
export interface MetAttempt {
  readonly signature: string;
  readonly slot: number;
  readonly position: number;
  /** Fee payer. */
  readonly wallet: string;
  /** Of its party. */
  readonly accounts: readonly string[];
  /** Family of its bot; `null`: none was recognized. */
  readonly bot: string | null;
  readonly provider: string | null;
  /** Tip and priority fee, lamports; `null`: unknown. */
  readonly price: bigint | null;
}

export interface WinningAttempt extends MetAttempt {
  /** Net gain; `null`: unknown. */
  readonly gainSol: number | null;
  /** Net gain and tip; `null`: unknown. */
  readonly beforeTipSol: number | null;
  /** Lamports; `null`: unknown. */
  readonly tip: bigint | null;
}

/** The competition for one attempt of a wallet. */
export interface OwnCompetition {
  readonly attempt: MetAttempt;
  /** Unix seconds; `null`: unknown. */
  readonly timeSeconds: number | null;
  /** False: it only names pools, so that what it wanted is not known. */
  readonly isClear: boolean;
  /** What an attempt that won nothing cost, below 0; 0 for a winner; `null`: unknown. */
  readonly costSol: number | null;
  /** `null`: nobody in the blocks. */
  readonly winner: WinningAttempt | null;
  /** `null`: none in the blocks. */
  readonly trigger: {
    readonly signature: string;
    readonly pool: string;
    readonly slot: number;
  } | null;
  /** All attempts that wanted it, the winner and the wallet's copies among them; the attempt itself may be. */
  readonly others: readonly MetAttempt[];
  /** Why it lost; `null`: unknown, or it did not lose. */
  readonly cause: CompetitionCause | null;
  /** The least tip that would have won, lamports; `none`: no tip would have. */
  readonly leastTip: bigint | 'none' | 'unknown';
}

/** What one or more attempts of a wallet wanted. */
export interface Opportunity {
  readonly outcome: 'won' | 'lost' | 'nobody';
  /** The competition for the wallet's first attempt, which stands for all of them. */
  readonly own: OwnCompetition;
  /** The attempts of each other party, in the order of the chain. */
  readonly rivals: ReadonlyMap<string, readonly MetAttempt[]>;
  /** The party that won, if it is another one. */
  readonly lostTo: string | null;
}

/** Parties that share an account in one of the competitions are one in all of them. */
export function findOpportunities(
  wallet: string,
  competitions: readonly OwnCompetition[],
): Opportunity[] {
  const parties = new Parties();
  for (const { attempt, others } of competitions) {
    for (const { accounts } of [attempt, ...others]) parties.join(accounts);
  }
  const firsts = new Map<string, OwnCompetition>();
  for (const one of competitions) {
    if (!one.isClear) continue;
    const key = keyOf(one);
    const known = firsts.get(key);
    if (known === undefined || isBefore(one.attempt, known.attempt)) firsts.set(key, one);
  }
  return [...firsts.values()].map((own) => toOpportunity(own, wallet, parties));
}

/** Attempts with the same winner wanted the same, and without one those with the same trigger. */
function keyOf({ attempt, winner, trigger }: OwnCompetition): string {
  if (winner !== null) return winner.signature;
  return trigger === null ? attempt.signature : `${trigger.signature} ${trigger.pool}`;
}

function toOpportunity(own: OwnCompetition, wallet: string, parties: Parties): Opportunity {
  const ownParty = parties.ofAccount(wallet);
  const rivals = new Map<string, MetAttempt[]>();
  const inOrder = [...own.others].sort((one, other) => (isBefore(one, other) ? -1 : 1));
  for (const one of inOrder) {
    const party = parties.ofAccount(one.wallet);
    if (party !== ownParty) rivals.set(party, [...(rivals.get(party) ?? []), one]);
  }
  const winner = own.winner === null ? null : parties.ofAccount(own.winner.wallet);
  const lostTo = winner === ownParty ? null : winner;
  const outcome = winner === null ? 'nobody' : lostTo === null ? 'won' : 'lost';
  return { outcome, own, rivals, lostTo };
}
