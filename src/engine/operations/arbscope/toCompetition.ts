import type {
  Competition,
  CompetitionAttempt,
  CompetitionRole,
} from '../../../api/arbscope/competition.ts';
import { knownMints } from '../../../solana/knownMints.ts';
import type { SlotLeader } from '../../chain/slotReader.ts';
import { type Attempt, isBefore } from '../../competition/attempt.ts';
import type { BlockTransaction } from '../../competition/blockTransaction.ts';
import type { CircleSwap } from '../../competition/circle.ts';
import type { Competition as FoundCompetition, Rival } from '../../competition/findCompetition.ts';
import { addDecimals } from '../../decode/decodeBlock.ts';
import { symbolOf } from '../operationContext.ts';
import type { CompetitionContext } from './arbscopeContext.ts';
import { valuationOf } from './attemptValuation.ts';
import type { ReadWindow } from './competitionWindow.ts';
import { wouldHaveWon } from './wouldHaveWon.ts';

export function toCompetition(
  context: CompetitionContext,
  window: ReadWindow,
  found: FoundCompetition,
): Competition {
  const writer = new CompetitionWriter(context, window, found);
  const { trigger } = found;
  const subjectsCause = found.rivals.find(
    ({ transaction }) => transaction === found.subject.transaction,
  );
  const won = wouldHaveWon(found, subjectsCause ?? null, context.store.prices);
  return {
    signature: found.subject.transaction.signature,
    slot_milliseconds: window.slotMilliseconds,
    slots: window.slots.map(({ slot, state, reason, block, leader }) => ({
      ...{ slot, state, reason },
      transactions: block?.transactionCount ?? null,
      unreadable: block?.unreadable ?? null,
      ...leaderMembers(leader),
    })),
    leaders_reason: window.leadersReason,
    route: found.route.map(({ pool, program, inputMint, outputMint }) => ({
      pool,
      amm: program,
      input_mint: inputMint,
      output_mint: outputMint,
      is_hub: found.hubs.has(pool),
    })),
    contested: found.contested.map(({ pool }) => pool),
    trigger: trigger && {
      kind: trigger.kind,
      pool: trigger.pool.pool,
      ...writer.place(trigger.transaction),
      transactions: trigger.transactions.map(({ signature }) => signature),
      swaps: toSwaps(trigger.transaction),
    },
    trigger_candidates: found.candidates.map(({ transaction, pool }) => ({
      ...writer.place(transaction),
      pool,
    })),
    attempts: rolesOf(found).map(([role, attempt, rival]) => writer.attempt(role, attempt, rival)),
    would_have_won: won.figures,
    would_have_won_reason: won.reason,
    ...writer.mints(),
  };
}

export const leaderMembers = (leader: SlotLeader | null) => ({
  leader: leader?.address ?? null,
  leader_name: leader?.name ?? null,
});

type Role = readonly [role: CompetitionRole, attempt: Attempt, rival: Rival | null];

/** The subject, the winner, then the others as they stand on the chain. */
function rolesOf(found: FoundCompetition): Role[] {
  const { subject, winner } = found;
  const plain = (role: CompetitionRole, attempts: readonly Attempt[]) =>
    attempts.map((one): Role => [role, one, null]);
  const judged = (role: CompetitionRole, rivals: readonly Rival[]) =>
    rivals.map((one): Role => [role, one, one]);
  const all: readonly Role[] = [
    ...plain('winner', winner === null ? [] : [winner]),
    ...plain('earlier-taker', found.earlierTakers),
    ...judged('rival', found.rivals),
    ...plain('own-copy', found.ownCopies),
    ...judged('later-taker', found.laterTakers),
    ...plain('possible', found.possible),
  ];
  const rank = ([role, { transaction }]: Role): number =>
    transaction === subject.transaction ? 0 : role === 'winner' ? 1 : 2;
  const known = all.some(([, { transaction }]) => transaction === subject.transaction);
  return [...all, ...(known ? [] : plain('none', [subject]))].sort(
    (one, other) =>
      rank(one) - rank(other) || (isBefore(one[1].transaction, other[1].transaction) ? -1 : 1),
  );
}

type Place = Pick<
  CompetitionAttempt,
  'signature' | 'slot' | 'position' | 'slots_after' | 'positions_after' | 'estimated_ms_after'
> &
  Pick<CompetitionAttempt, 'wallet'>;

class CompetitionWriter {
  readonly #context: CompetitionContext;
  readonly #window: ReadWindow;
  readonly #found: FoundCompetition;
  readonly #written = new Set<BlockTransaction>();

  constructor(context: CompetitionContext, window: ReadWindow, found: FoundCompetition) {
    this.#context = context;
    this.#window = window;
    this.#found = found;
  }

  place(transaction: BlockTransaction): Place {
    this.#written.add(transaction);
    const { slot, position, signature, message } = transaction;
    const trigger = this.#found.trigger?.transaction ?? null;
    return {
      ...{ signature, slot, position },
      slots_after: trigger && slot - trigger.slot,
      positions_after: trigger && this.#distance(trigger, transaction),
      estimated_ms_after: trigger && this.#milliseconds(trigger, transaction),
      wallet: message.keys.at(0),
    };
  }

  attempt(role: CompetitionRole, attempt: Attempt, rival: Rival | null): CompetitionAttempt {
    const { transaction, price, failure } = attempt;
    const { subject } = this.#found;
    const { record, circle, isSuccess } = transaction;
    const error = failure?.error ?? null;
    return {
      ...this.place(transaction),
      party: attempt.party,
      role,
      is_subject: transaction === subject.transaction,
      bot: record.bot,
      provider: price.provider,
      outcome: outcomeOf(transaction),
      failure: failure && {
        kind: failure.kind,
        text: error?.summary ?? '',
        name: error?.name ?? null,
        program: error?.program ?? null,
        code: error?.code ?? null,
        is_inferred: failure.isInferred,
      },
      priority_fee: price.priorityFee,
      tip: price.tip,
      is_tip_offered: price.isTipOffered,
      tip_signature: price.bundledTip?.signature ?? null,
      price: price.whole,
      micro_lamports_per_unit: price.microLamportsPerUnit,
      compute_units: record.computeUnits,
      compute_unit_limit: price.computeUnitLimit,
      swaps: toSwaps(transaction),
      result: circle.cycle.gains.map(({ mint, amount }) => ({ mint, amount })),
      net_gain_sol: isSuccess ? valuationOf(attempt, this.#context.store.prices).netGainsSol : null,
      evidence: attempt.evidence,
      pools: [...attempt.pools],
      is_weak: attempt.isWeak,
      cause: rival && this.#cause(rival),
    };
  }

  #cause({ transaction, cause }: Rival): NonNullable<CompetitionAttempt['cause']> {
    const winner = this.#found.winner?.transaction ?? null;
    return {
      kind: cause.kind,
      slots_behind: winner && transaction.slot - winner.slot,
      positions_behind: winner && this.#distance(winner, transaction),
      same_circle: cause.sameCircle?.transaction.signature ?? null,
      at_winners_rates: cause.atWinnersRates,
      is_price_mixed: cause.isPriceMixed,
    };
  }

  /** Transactions from one to the other, negative if it stands ahead; `null`: not all are known. */
  #distance(from: BlockTransaction, to: BlockTransaction): number | null {
    if (from.slot > to.slot) {
      const back = this.#distance(to, from);
      return back === null ? null : -back;
    }
    let distance = to.position - from.position;
    for (const { slot, state, block } of this.#window.slots) {
      if (slot < from.slot || slot >= to.slot) continue;
      if (state === 'unknown') return null;
      distance += block?.transactionCount ?? 0;
    }
    return distance;
  }

  /** Positions are spread evenly over the slot. */
  #milliseconds(from: BlockTransaction, to: BlockTransaction): number | null {
    const { slotMilliseconds, slots } = this.#window;
    if (slotMilliseconds === null) return null;
    const timeOf = ({ slot, position }: BlockTransaction): number => {
      const count = slots.find((each) => each.slot === slot)?.block?.transactionCount ?? 0;
      return slot + (count === 0 ? 0 : position / count);
    };
    return Math.round((timeOf(to) - timeOf(from)) * slotMilliseconds);
  }

  /** Of all mints of the response. */
  mints(): Pick<Competition, 'symbols' | 'decimals'> {
    const decimals = new Map<string, number>();
    const mints = new Set<string>();
    for (const { meta, circle } of this.#written) {
      addDecimals({ transaction: ['', 'base64'], meta }, decimals);
      for (const { inputMint, outputMint } of circle.swaps) {
        mints.add(inputMint).add(outputMint);
      }
    }
    const symbols = [...mints].flatMap((mint) => {
      const symbol = symbolOf(this.#context, mint);
      return symbol === '' ? [] : [[mint, symbol] as const];
    });
    const digits = [...mints].flatMap((mint) => {
      const known = decimals.get(mint) ?? knownMints.get(mint)?.decimals;
      return known === undefined ? [] : [[mint, known] as const];
    });
    return { symbols: Object.fromEntries(symbols), decimals: Object.fromEntries(digits) };
  }
}

const toSwaps = ({ circle }: BlockTransaction): CompetitionAttempt['swaps'] =>
  circle.swaps.map((swap: CircleSwap) => ({
    pool: swap.pool,
    amm: swap.program,
    input_mint: swap.inputMint,
    output_mint: swap.outputMint,
    input_amount: swap.amounts?.input ?? null,
    output_amount: swap.amounts?.output ?? null,
    state: swap.state,
  }));

function outcomeOf(transaction: BlockTransaction): CompetitionAttempt['outcome'] {
  const { isSuccess, isLanded, circle } = transaction;
  if (!isLanded) return 'not-landed';
  if (!isSuccess) return 'failed';
  switch (circle.cycle.kind) {
    case 'arbitrage':
      return 'gain';
    case 'circular-with-loss':
      return 'loss';
    default:
      return circle.swaps.length === 0 ? 'no-swap' : 'swap';
  }
}
