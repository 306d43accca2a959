import { fewOpportunities } from '../../api/arbscope/fewOpportunities.ts';
import type {
  LostOpportunity,
  WalletCompetition,
  WalletRival,
} from '../../api/arbscope/walletCompetition.ts';
import { formatCount, formatLamports, formatPercent, formatSignedSol } from '../../api/format.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { botText, causeText } from './competitionLines.ts';

const printed = { rivals: 10, leaders: 10, losses: 20 } as const;

/** The figures of the JSON that a reader needs first. */
export function walletCompetitionLines(found: WalletCompetition): string[] {
  const { won, lost, uncontested, tip_curve: curve } = found;
  const contested = won.count + lost.count;
  return [
    `Competition of ${found.wallet}`,
    `  Window: ${found.from} to ${found.to}`,
    `  Compared: ${attemptsText(found)}`,
    `  Contested: ${formatCount(contested)}, won ${rateText(won.count, contested)}`,
    `  Won: ${groupText(won)}`,
    `  Lost: ${groupText(lost)}`,
    `  Uncontested: ${groupText(uncontested)}`,
    `  Taken by nobody: ${formatCount(found.taken_by_nobody)}`,
    `  Cost of losing: ${formatSignedSol(found.cost_of_losing_sol)}${unknownText(found.unknown_costs)}`,
    ...section(
      'Lost by cause',
      found.causes.map((one) => `${causeText(one.kind)}: ${groupText(one)}`),
    ),
    ...section(
      `Rivals: ${formatCount(found.rivals_total)}`,
      found.rivals.slice(0, printed.rivals).map(rivalText),
    ),
    ...section(
      'Win rate by provider',
      found.by_provider.map((one) => `${one.provider ?? 'no tip, or unknown'}: ${wonText(one)}`),
    ),
    ...section(
      `Win rate by leader${found.leaders_reason === '' ? '' : ` (${found.leaders_reason})`}`,
      found.by_leader
        .slice(0, printed.leaders)
        .map((one) => `${leaderText(one.leader, one.leader_name)}: ${wonText(one)}`),
    ),
    ...section(
      'Win rate by slots after the trigger',
      found.by_distance.map((one) => `${one.slots_after ?? 'no trigger'}: ${wonText(one)}`),
    ),
    ...section(
      'Win rate by hour',
      found.by_hour.map((one) => `${one.hour ?? 'unknown'}: ${wonText(one)}`),
    ),
    ...section(
      `Tips in percent of the gain before it, of ${formatCount(curve.count)} lost, at most${unknownText(curve.unknown)}`,
      curve.points
        .filter(({ percent }) => curve.count > 0 && percent > 0 && percent % 10 === 0)
        .map(pointText),
    ),
    ...section('Lost, newest first', found.losses.slice(0, printed.losses).map(lossText)),
    '',
    'Bundles and transactions that never reached a block cannot be seen.',
  ];
}

function attemptsText(found: WalletCompetition): string {
  const { attempts, attempts_unclear: unclear, compared_from: since } = found;
  const { attempts_unread: unread, slots_unread: slots } = found;
  const words = [
    `${formatCount(attempts)} attempts`,
    ...(unclear === 0 ? [] : [`${formatCount(unclear)} of them only name pools`]),
    ...(unread === 0 ? [] : [`${formatCount(unread)} more could not be read`]),
    ...(slots === 0 ? [] : [`${formatCount(slots)} slots around them could not be read`]),
    ...(since === null ? [] : [`since ${since}: ${found.compared_reason}`]),
  ];
  return words.join(', ');
}

type Group = WalletCompetition['won'];

const groupText = ({ count, gain_sol: gain, unknown_gains: unknown }: Group): string =>
  `${formatCount(count)}, net gain ${formatSignedSol(gain)}${unknownText(unknown)}`;

const unknownText = (count: number): string =>
  count === 0 ? '' : `, unknown for ${formatCount(count)}`;

/** A share of a few says little. */
function rateText(won: number, count: number): string {
  const share = count < fewOpportunities ? 'few' : formatPercent(won / count);
  return `${formatCount(won)} (${share})`;
}

const wonText = ({ count, won }: { readonly count: number; readonly won: number }): string =>
  `${rateText(won, count)} of ${formatCount(count)}`;

const leaderText = (address: string | null, name: string | null): string =>
  name ?? (address === null ? 'unknown' : shortAddress(address));

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function rivalText(rival: WalletRival): string {
  const { wallets, bot, causes, providers } = rival;
  const price = (lamports: bigint | null) =>
    lamports === null ? 'unknown' : formatLamports(lamports);
  const words = [
    `${rival.wallet}${wallets.length === 1 ? '' : ` and ${wallets.length - 1} more`}`,
    bot === null ? 'unknown bot' : botText(bot),
    `met ${formatCount(rival.meetings)}`,
    `the wallet won ${formatCount(rival.won)}`,
    `they won ${formatCount(rival.lost)}`,
    `median price ${price(rival.median_price)}, the wallet’s ${price(rival.own_median_price)}`,
    ...causes.slice(0, 1).map(({ kind }) => `mostly ${causeText(kind)}`),
    ...providers.slice(0, 1).map(({ provider }) => provider ?? 'no tip'),
  ];
  return words.join(', ');
}

type Point = WalletCompetition['tip_curve']['points'][number];

const pointText = (point: Point): string =>
  `${point.percent}%: would have won ${formatCount(point.won)}, net gain ${formatSignedSol(point.gain_sol)}, ` +
  `cost where the wallet won ${formatSignedSol(-point.extra_cost_sol)}`;

function lossText(loss: LostOpportunity): string {
  const { gain_sol: gain, tip_percent: percent } = loss;
  const words = [
    loss.iso_time ?? `slot ${loss.slot}`,
    gain === null ? 'unknown gain' : formatSignedSol(gain),
    `won by ${shortAddress(loss.winner_wallet)}`,
    causeText(loss.cause),
    ...(percent === null ? [] : [`tip needed ${formatPercent(percent / 100)} of the gain`]),
    loss.signature,
  ];
  return words.join(', ');
}
