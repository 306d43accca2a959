import type {
  Competition,
  CompetitionAttempt,
  CompetitionCause,
} from '../../api/arbscope/competition.ts';
import { formatCount, formatLamports, formatSignedSol } from '../../api/format.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

const causes: Readonly<Record<CompetitionCause, string>> = {
  'own-error': 'own error',
  'unknown-error': 'unknown error',
  unprofitable: 'ahead of the winner, without a gain',
  'lost-anyway': 'would have lost anyway',
  outbid: 'outbid',
  latency: 'latency or scheduling',
  'later-taker': 'succeeded as well',
};

/** Contains untrusted words of programs: escape each line before printing. */
export function competitionLines(competition: Competition): string[] {
  const { slots, trigger, subject, winner } = competition;
  const [first, last] = [slots[0]?.slot ?? subject.slot, slots.at(-1)?.slot ?? subject.slot];
  const unread = slots.filter(({ state }) => state === 'unknown');
  return [
    `Competition for ${subject.signature}`,
    `  Slots: ${first} to ${last}${unread.length === 0 ? '' : `, ${unread.length} not read`}`,
    `  Trigger: ${trigger === null ? 'none in these slots' : triggerText(trigger)}`,
    `  Winner: ${winner === null ? 'none in these slots' : attemptText(winner, competition)}`,
    ...(subject.is_winner ? [] : [`  Asked: ${attemptText(subject, competition)}`]),
    `  Would have won: ${tipText(competition)}`,
    ...section('Earlier takers', competition.earlier_takers, competition),
    ...section('Rivals', competition.rivals, competition),
    ...section('Own copies', competition.own_copies, competition),
    ...section('Later takers', competition.later_takers, competition),
    ...section('Possible', competition.possible, competition),
    '',
    'Bundles and transactions that never reached a block cannot be seen. Times are estimated from positions.',
  ];
}

function triggerText({ kind, pool, slot, position, wallet, transactions }: Trigger): string {
  const others = transactions.length - 1;
  const more = others === 0 ? '' : `, with ${others} before it`;
  return `${kind} at pool ${shortAddress(pool)}, slot ${slot}, position ${position}, by ${shortAddress(wallet)}${more}`;
}

type Trigger = NonNullable<Competition['trigger']>;

function section(
  title: string,
  attempts: readonly CompetitionAttempt[],
  competition: Competition,
): string[] {
  if (attempts.length === 0) return [];
  return [
    '',
    `${title}: ${attempts.length}`,
    ...attempts.map((one) => `  ${attemptText(one, competition)}`),
  ];
}

function attemptText(attempt: CompetitionAttempt, { slots }: Competition): string {
  const { cause } = attempt;
  const leader = slots.find(({ slot }) => slot === attempt.slot);
  const words = [
    `${attempt.slot}:${attempt.position}`,
    ...(attempt.positions_after === null ? [] : [`+${formatCount(attempt.positions_after)}`]),
    ...(attempt.estimated_ms_after === null ? [] : [`≈ ${attempt.estimated_ms_after} ms`]),
    shortAddress(attempt.wallet),
    attempt.bot === null ? 'unknown bot' : botText(attempt.bot.family),
    `leader ${leader?.leader_name ?? (leader?.leader ? shortAddress(leader.leader) : 'unknown')}`,
    outcomeText(attempt),
    `price ${priceText(attempt)}`,
    ...(attempt.is_weak ? ['shares hubs only'] : []),
    ...(cause === null ? [] : [`cause: ${cause.kind === null ? 'unknown' : causes[cause.kind]}`]),
    shortAddress(attempt.signature),
  ];
  return words.join(', ');
}

const botText = (family: string): string => (family.length > 20 ? shortAddress(family) : family);

function outcomeText({ outcome, failure, net_gain_sol: net }: CompetitionAttempt): string {
  if (outcome === 'failed') return `failed: ${failure?.name ?? failure?.text ?? 'unknown'}`;
  return net === null ? outcome : `${outcome} ${formatSignedSol(net)}`;
}

/** In brackets: offered, not paid. */
function priceText({ price, is_tip_offered: isOffered, provider }: CompetitionAttempt): string {
  if (price === null) return 'unknown';
  const text = formatLamports(price);
  return `${isOffered ? `(${text})` : text}${provider === null ? '' : ` ${provider}`}`;
}

function tipText({ would_have_won: won, would_have_won_reason: reason }: Competition): string {
  if (won === null) return `unknown. ${reason}`;
  const left = (sol: number | null) => (sol === null ? 'unknown' : formatSignedSol(sol));
  const byUnit =
    won.tip_by_unit === null
      ? ''
      : `; by requested compute unit ${formatLamports(won.tip_by_unit)}, net gain ${left(won.net_gain_by_unit_sol)}`;
  const rule =
    won.ranking === 'by-unit'
      ? `${won.provider} ranks by compute unit (${won.source ?? ''})`
      : `how ${won.provider} ranks is unknown`;
  return `a tip of ${formatLamports(won.tip)}, net gain ${left(won.net_gain_sol)}${byUnit}; ${rule}`;
}
