import type {
  Competition,
  CompetitionAttempt,
  CompetitionCause,
  CompetitionRole,
} from '../../api/arbscope/competition.ts';
import { formatCount, formatLamports, formatSignedSol } from '../../api/format.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

const causes: Readonly<Record<CompetitionCause, string>> = {
  'own-error': 'own error',
  'unknown-error': 'unknown error',
  unprofitable: 'unprofitable by itself',
  'lost-anyway': 'would have lost anyway',
  outbid: 'outbid',
  latency: 'latency or scheduling',
  'later-taker': 'succeeded as well',
};

export const causeText = (kind: CompetitionCause | null): string =>
  kind === null ? 'unknown' : causes[kind];

const nowhere = 'none in the slots that were read';

const sections: readonly (readonly [role: CompetitionRole, title: string])[] = [
  ['earlier-taker', 'Earlier takers'],
  ['rival', 'Rivals'],
  ['own-copy', 'Own copies'],
  ['later-taker', 'Later takers'],
  ['possible', 'Possible'],
];

/** Contains untrusted words of programs: escape each line before printing. */
export function competitionLines(competition: Competition): string[] {
  const { slots, trigger, attempts, signature } = competition;
  const subject = attempts.find(({ is_subject: isSubject }) => isSubject);
  const winner = attempts.find(({ role }) => role === 'winner');
  const unread = slots.filter(({ state }) => state === 'unknown');
  return [
    `Competition for ${signature}`,
    `  Slots: ${slots[0]?.slot} to ${slots.at(-1)?.slot}${unread.length === 0 ? '' : `, ${unread.length} not read`}`,
    `  Trigger: ${trigger === null ? nowhere : triggerText(trigger)}`,
    `  Winner: ${winner === undefined ? nowhere : attemptText(winner, competition)}`,
    ...(subject === undefined || subject === winner
      ? []
      : [`  Asked: ${attemptText(subject, competition)}`]),
    `  Would have won: ${tipText(competition)}`,
    ...sections.flatMap(([role, title]) => section(role, title, competition)),
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

function section(role: CompetitionRole, title: string, competition: Competition): string[] {
  // The transaction that was asked about is printed above, and does not compete with itself.
  const attempts = competition.attempts.filter((one) => one.role === role && !one.is_subject);
  if (attempts.length === 0) return [];
  const lines = attempts.map((one) => `  ${attemptText(one, competition)}`);
  return ['', `${title}: ${attempts.length}`, ...lines];
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
    ...(cause === null ? [] : [`cause: ${causeText(cause.kind)}`]),
    shortAddress(attempt.signature),
  ];
  return words.join(', ');
}

export const botText = (family: string): string =>
  family.length > 20 ? shortAddress(family) : family;

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
