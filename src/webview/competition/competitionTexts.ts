import { t } from '@vscode/l10n';
import type { CompetitionCause } from '../../api/arbscope/competition.ts';
import {
  formatCount,
  formatLamportsAsSol,
  formatRatio,
  formatShortAmount,
  formatSolColumn,
  withPlusSign,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { lamportsToSol } from '../../api/tokenAmounts.ts';
import type { LoadedCompetition, SentAttempt, SentCompetition } from '../messages/competition.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import {
  type CompetitionModel,
  millisecondsBehind,
  priceRatio,
  type Role,
} from './competitionModel.ts';

export const roleLabels: Readonly<Record<Role, () => string>> = {
  trigger: () => t('trigger'),
  'earlier-taker': () => t('earlier taker'),
  winner: () => t('winner'),
  rival: () => t('rival'),
  'own-copy': () => t('own copy'),
  'later-taker': () => t('later taker'),
  possible: () => t('possible'),
  none: () => t('attempt'),
};

export const causeLabels: Readonly<Record<CompetitionCause, () => string>> = {
  'own-error': () => t('Own error'),
  'unknown-error': () => t('Unknown error'),
  unprofitable: () => t('Unprofitable by itself'),
  'lost-anyway': () => t('Would have lost anyway'),
  outbid: () => t('Outbid'),
  latency: () => t('Latency or scheduling'),
  'later-taker': () => t('Not a loss: took it later'),
};

export const causeLabel = ({ kind }: NonNullable<SentAttempt['cause']>): string =>
  kind === null ? t('Cause unknown') : causeLabels[kind]();

/** Sign, style and words of an outcome. */
export interface OutcomeLook {
  readonly sign: string;
  readonly style: string;
  readonly text: string;
}

export function outcomeLook(attempt: SentAttempt): OutcomeLook {
  const { outcome, role, failure } = attempt;
  switch (outcome) {
    case 'gain':
      return { sign: '▲', style: 'up', text: role === 'winner' ? t('won') : t('gain') };
    case 'loss':
      return { sign: '▽', style: 'down', text: t('loss') };
    case 'swap':
      return { sign: '◆', style: '', text: t('swap') };
    case 'no-swap':
      return { sign: '⊖', style: 'dim', text: t('no swap: it found no gain') };
    case 'failed':
      return { sign: '⊘', style: 'down', text: failureText(failure) };
    case 'not-landed':
      return { sign: '○', style: 'dim', text: t('never landed') };
  }
}

const failureKinds = {
  slippage: () => t('slippage'),
  'no-profit': () => t('no profit left'),
  own: () => t('own error'),
  unknown: () => t('unknown error'),
} as const;

function failureText(failure: SentAttempt['failure']): string {
  if (failure === null) return t('failed');
  const { kind, name, text, code, is_inferred: isInferred } = failure;
  const known = name ?? (code === null ? text : t('error {0}', code));
  const about = isInferred ? [known, t('inferred from the loss of its circle')] : [known];
  const words = joinList(about.map((part) => sanitizeText(part, 80)));
  const label = joinLabel(t('failed'), failureKinds[kind]());
  return words === '' ? label : joinNote(label, words);
}

/** In SOL, in brackets if it was offered and not paid. */
export function tipText({ tip, is_tip_offered: isOffered }: SentAttempt): string {
  if (tip === null) return t('unknown');
  if (tip === '0') return '–';
  const text = formatSolColumn(lamportsToSol(BigInt(tip)));
  return isOffered ? `(${text})` : text;
}

const priceText = (lamports: string | null): string =>
  lamports === null ? t('an unknown price') : formatLamportsAsSol(BigInt(lamports));

export const millisecondsText = (milliseconds: number | null): string =>
  milliseconds === null ? t('unknown') : `≈ ${formatCount(milliseconds).replace('-', '−')} ms`;

export const botText = (
  { bot }: Pick<SentAttempt, 'bot'>,
  { programs }: Pick<LoadedCompetition, 'programs'>,
): string =>
  bot === null
    ? t('unknown')
    : bot.family === bot.program
      ? sanitizeText(programs[bot.program] ?? shortSafeAddress(bot.program))
      : sanitizeText(bot.family);

export const walletLabel = (
  wallet: string,
  { tracked }: Pick<LoadedCompetition, 'tracked'>,
): string => sanitizeText(tracked[wallet] ?? shortSafeAddress(wallet), 40);

type Mints = Pick<SentCompetition, 'symbols' | 'decimals'>;

const symbolText = (mint: string, { symbols }: Mints): string =>
  sanitizeText(symbols[mint] ?? '') || shortSafeAddress(mint);

export function amountText(mint: string, amount: string, mints: Mints): string {
  const { [mint]: decimals } = mints.decimals;
  const raw = BigInt(amount);
  const text =
    decimals === undefined
      ? t('{0} (raw)', formatCount(raw).replace('-', '−'))
      : formatShortAmount(raw, decimals);
  return `${withPlusSign(text)} ${symbolText(mint, mints)}`;
}

/** What the circle returned, or where it broke. */
export function resultText({ result, swaps }: SentAttempt, mints: Mints): string {
  if (result.length > 0) {
    return joinList(result.map(({ mint, amount }) => amountText(mint, amount, mints)));
  }
  const broken = swaps.findIndex(({ state }) => state === 'broke');
  if (broken >= 0) return t('broke at leg {0} of {1}', broken + 1, swaps.length);
  return swaps.length === 0 ? t('no swap seen') : t('unknown');
}

export const slotsText = (count: number): string =>
  count === 1 ? t('1 slot') : t('{0} slots', formatCount(count));
const positionsText = (count: number): string =>
  count === 1 ? t('1 position') : t('{0} positions', formatCount(count));
export const attemptsText = (count: number): string =>
  count === 1 ? t('1 attempt') : t('{0} attempts', formatCount(count));
export const partiesText = (count: number): string =>
  count === 1 ? t('1 party') : t('{0} parties', formatCount(count));

/** `same slot, 212 positions`. Both are of the same sign. */
export function distanceText(slots: number, positions: number | null): string {
  const inSlots = slots === 0 ? t('same slot') : slotsText(Math.abs(slots));
  const inPositions =
    positions === null ? t('positions unknown') : positionsText(Math.abs(positions));
  return joinList([inSlots, inPositions]);
}

/** Distance to the winner, if there is one, with the estimated time. */
export function behindText(attempt: SentAttempt, model: CompetitionModel): string {
  const { cause } = attempt;
  if (model.winner === null) return t('nobody took it');
  if (cause === null || cause.slots_behind === null) return t('unknown');
  const { slots_behind: slots, positions_behind: positions } = cause;
  const isAhead = slots < 0 || (slots === 0 && positions !== null && positions < 0);
  const distance = distanceText(slots, positions);
  const text = isAhead ? t('{0} ahead', distance) : t('{0} behind', distance);
  const milliseconds = millisecondsBehind(model, attempt);
  return milliseconds === null ? text : joinNote(text, millisecondsText(Math.abs(milliseconds)));
}

/** `0.0002 SOL against 0.00042 SOL (2.1×)`, tip and priority fee together. */
export function pricesText(attempt: SentAttempt, model: CompetitionModel): string {
  const { winner } = model;
  const ratio = priceRatio(model, attempt);
  const text = t('{0} against {1}', priceText(attempt.price), priceText(winner?.price ?? null));
  const compared = ratio === null ? text : joinNote(text, formatRatio(ratio));
  return attempt.cause?.is_price_mixed === true
    ? joinList([compared, t('by compute unit the other way round')])
    : compared;
}

export function anywayText(attempt: SentAttempt, model: CompetitionModel): string {
  const { cause, swaps } = attempt;
  const mint = swaps[0]?.input_mint;
  const amount = cause?.at_winners_rates ?? null;
  const facts = [
    amount === null || mint === undefined
      ? ''
      : t('{0} at the winner’s rates', amountText(mint, amount, model.competition)),
    cause?.same_circle == null
      ? ''
      : t('the same circle lost ahead: {0}', shortSafeAddress(cause.same_circle)),
  ];
  return joinList(facts) || t('its result at the winner’s rates is unknown');
}

/** The figures that show the cause. */
export function causeFigures(attempt: SentAttempt, model: CompetitionModel): string {
  const { cause } = attempt;
  switch (cause?.kind) {
    case 'own-error':
    case 'unknown-error':
      return outcomeLook(attempt).text;
    case 'lost-anyway':
      return anywayText(attempt, model);
    case 'outbid':
      return pricesText(attempt, model);
    case 'latency':
      return joinList([behindText(attempt, model), pricesText(attempt, model)]);
    case null:
      return pricesText(attempt, model);
    case undefined:
      return '';
    default:
      return behindText(attempt, model);
  }
}
