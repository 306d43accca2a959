import { formatCsv } from '../../api/sanitizeText.ts';
import type { SentAttempt, SentCompetition } from '../messages/competition.ts';
import type { CompetitionModel } from './competitionModel.ts';

const header = [
  ...['part', 'signature', 'slot', 'position', 'slots_after', 'positions_after'],
  ...['estimated_ms_after', 'wallet', 'party', 'bot', 'provider', 'outcome', 'failure', 'error'],
  ...['tip_lamports', 'tip_offered', 'priority_fee_lamports', 'micro_lamports_per_unit'],
  ...['compute_units', 'compute_unit_limit', 'result', 'net_gain_sol', 'evidence', 'weak', 'cause'],
  ...['slots_behind', 'positions_behind', 'at_winners_rates', 'this'],
];

/** One row for each transaction, possible attempts included; unknown figures are empty. */
export function competitionCsv({ entries, possible }: CompetitionModel): string {
  const rows = entries.map(({ role, place, attempt }) =>
    attempt === null ? placeCells(role, place) : attemptCells(attempt),
  );
  // The transaction itself has an entry, whatever its role.
  const others = possible.filter(({ is_subject }) => !is_subject).map(attemptCells);
  return formatCsv([header, ...rows, ...others]);
}

type Place = NonNullable<SentCompetition['trigger']> | SentAttempt;

const placeCells = (part: string, place: Place): unknown[] => [
  ...[part, place.signature, place.slot, place.position, place.slots_after],
  ...[place.positions_after, place.estimated_ms_after, place.wallet],
];

function attemptCells(attempt: SentAttempt): unknown[] {
  const { party, bot, provider, outcome, failure, cause } = attempt;
  return [
    ...placeCells(attempt.role, attempt),
    ...[party, bot?.program ?? null, provider, outcome, failure?.kind ?? null],
    failure === null ? null : (failure.name ?? failure.text),
    ...[attempt.tip, attempt.is_tip_offered, attempt.priority_fee],
    ...[attempt.micro_lamports_per_unit, attempt.compute_units, attempt.compute_unit_limit],
    attempt.result.map(({ mint, amount }) => `${mint} ${amount}`).join('; '),
    ...[attempt.net_gain_sol, attempt.evidence, attempt.is_weak],
    cause === null ? null : (cause.kind ?? 'unknown'),
    ...[cause?.slots_behind ?? null, cause?.positions_behind ?? null],
    ...[cause?.at_winners_rates ?? null, attempt.is_subject],
  ];
}
