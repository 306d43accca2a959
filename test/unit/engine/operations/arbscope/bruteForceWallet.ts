import type {
  Competition,
  CompetitionAttempt,
} from '../../../../../src/api/arbscope/competition.ts';
import type {
  WalletCompetition,
  WalletRival,
} from '../../../../../src/api/arbscope/walletCompetition.ts';

/** The competition for one attempt, and what only its transaction tells. */
export interface Tried {
  readonly found: Competition;
  readonly timeSeconds: number;
  /** Of a failure or a success without a swap. */
  readonly paidSol: number;
}

type Figures = Omit<
  WalletCompetition,
  | ('wallet' | 'from' | 'to' | 'compared_from' | 'compared_reason' | 'continues')
  | ('leaders_reason' | 'attempts_unread' | 'slots_unread')
>;

interface Case {
  readonly tried: Tried;
  readonly subject: CompetitionAttempt;
  readonly winner: CompetitionAttempt | null;
  readonly others: readonly CompetitionAttempt[];
}

/** The figures of a wallet from one competition for each attempt, where each wallet is a party. */
export function bruteForceWallet(wallet: string, all: readonly Tried[]): Figures {
  const cases = all.map(toCase);
  const clear = cases.filter(
    ({ subject }) => subject.role === 'winner' || subject.evidence !== 'named',
  );
  const opportunities = [...Map.groupBy(clear, keyOf).values()].map((same) =>
    same.reduce((first, one) => (order(one.subject, first.subject) < 0 ? one : first)),
  );
  const won = opportunities.filter(({ winner }) => winner?.wallet === wallet);
  const lost = opportunities.filter(({ winner }) => winner !== null && winner.wallet !== wallet);
  const contested = won.filter(({ others }) => others.length > 0);
  const costs = cases.map(costOf);
  const rivals = rivalsOf(wallet, opportunities);
  const rated = [...contested, ...lost];
  const rate = <Key>(of: readonly Case[], _key: Key) => ({
    count: of.length,
    won: of.filter(({ winner }) => winner?.wallet === wallet).length,
  });
  const by = <Key>(keyOfCase: (one: Case) => Key) => [...Map.groupBy(rated, keyOfCase)];
  const slotOf = ({ tried, subject }: Case) =>
    tried.found.slots.find(({ slot }) => slot === subject.slot);
  return {
    attempts: cases.length,
    attempts_unclear: cases.length - clear.length,
    uncontested: group(won.filter(({ others }) => others.length === 0)),
    won: group(contested),
    lost: group(lost),
    taken_by_nobody: opportunities.filter(({ winner }) => winner === null).length,
    cost_of_losing_sol: total(costs),
    unknown_costs: costs.filter((cost) => cost === null).length,
    causes: ranked(lost.map(causeOf)).map(([kind]) => ({
      kind,
      ...group(lost.filter((one) => causeOf(one) === kind)),
    })),
    rivals_total: rivals.length,
    rivals: rivals.slice(0, 50),
    by_provider: by(({ subject }) => subject.provider)
      .map(([provider, of]) => ({ provider, ...rate(of, provider) }))
      .sort((a, b) => b.count - a.count || compare(a.provider ?? '', b.provider ?? '')),
    by_leader: by((one) => slotOf(one)?.leader ?? null)
      .map(([leader, of]) => ({
        leader,
        leader_name: of[0] === undefined ? null : (slotOf(of[0])?.leader_name ?? null),
        ...rate(of, leader),
      }))
      .sort((a, b) => b.count - a.count || compare(a.leader ?? '', b.leader ?? '')),
    by_distance: by(({ subject }) => subject.slots_after)
      .map(([slots, of]) => ({ slots_after: slots, ...rate(of, slots) }))
      .sort((a, b) => compare(a.slots_after ?? 99, b.slots_after ?? 99)),
    by_hour: by(({ tried }) => Math.floor(tried.timeSeconds / 3_600))
      .sort(([one], [other]) => one - other)
      .map(([hour, of]) => ({ hour: iso(hour * 3_600), ...rate(of, hour) })),
    tip_curve: curveOf(lost, won),
    losses: lost
      .sort((one, other) => order(other.subject, one.subject))
      .slice(0, 100)
      .map(lossOf),
  };
}

function toCase(tried: Tried): Case {
  const { attempts } = tried.found;
  const subject = attempts.find(({ is_subject: isSubject }) => isSubject);
  if (subject === undefined) throw new Error('the subject is always listed');
  const others = attempts.filter(({ wallet, role, evidence, outcome }) => {
    if (wallet === subject.wallet || role === 'possible' || role === 'none') return false;
    if (role === 'earlier-taker') return outcome === 'gain' || outcome === 'loss';
    return role === 'winner' || evidence !== 'named';
  });
  const winner = attempts.find(({ role }) => role === 'winner') ?? null;
  return { tried, subject, winner, others };
}

function keyOf({ tried, winner, subject }: Case): string {
  const { trigger } = tried.found;
  if (winner !== null) return winner.signature;
  return trigger === null ? subject.signature : `${trigger.signature} at ${trigger.pool}`;
}

function costOf({ subject, tried }: Case): number | null {
  if (subject.role === 'winner') return 0;
  return subject.outcome === 'loss' ? subject.net_gain_sol : -tried.paidSol;
}

const causeOf = ({ subject }: Case) =>
  subject.role === 'earlier-taker' ? 'unprofitable' : (subject.cause?.kind ?? null);

function group(cases: readonly Case[]) {
  const gains = cases.map(({ winner }) => winner?.net_gain_sol ?? null);
  return {
    count: cases.length,
    gain_sol: total(gains),
    unknown_gains: gains.filter((gain) => gain === null).length,
  };
}

function rivalsOf(wallet: string, opportunities: readonly Case[]): WalletRival[] {
  const wallets = new Set(opportunities.flatMap(({ others }) => others.map((one) => one.wallet)));
  const all = [...wallets].map((rival): WalletRival => {
    const met = opportunities.filter(({ others }) => others.some((one) => one.wallet === rival));
    const lost = met.filter(({ winner }) => winner?.wallet === rival);
    const theirs = met.map(({ others, winner }) => {
      const own = others.filter((one) => one.wallet === rival).sort(order);
      return own.find(({ signature }) => signature === winner?.signature) ?? own[0];
    });
    const attempts = met.flatMap(({ others }) => others.filter((one) => one.wallet === rival));
    const gains = lost.map(({ winner }) => winner?.net_gain_sol ?? null);
    return {
      wallet: rival,
      wallets: [rival],
      bot: ranked(attempts.flatMap(({ bot }) => bot?.family ?? []))[0]?.[0] ?? null,
      meetings: met.length,
      won: met.filter(({ winner }) => winner?.wallet === wallet).length,
      lost: lost.length,
      gain_lost_sol: total(gains),
      unknown_gains: gains.filter((gain) => gain === null).length,
      median_price: median(theirs.flatMap((one) => one?.price ?? [])),
      own_median_price: median(met.flatMap(({ subject }) => subject.price ?? [])),
      causes: ranked(lost.map(causeOf)).map(([kind, count]) => ({ kind, count })),
      providers: ranked(theirs.map((one) => one?.provider ?? null)).map(([provider, count]) => ({
        provider,
        count,
      })),
    };
  });
  return all.sort(
    (a, b) => b.lost - a.lost || b.meetings - a.meetings || compare(a.wallet, b.wallet),
  );
}

/** `null`: no tip would have won; `undefined`: it is not known. */
function percentOf({ tried, winner, subject }: Case): number | null | undefined {
  const cause = causeOf({ tried, winner, subject, others: [] });
  if (cause !== null && cause !== 'outbid' && cause !== 'unknown-error') return null;
  const { would_have_won: tip } = tried.found;
  const earned = earnedBy(winner);
  if (tip === null || earned === null || earned <= 0) return undefined;
  const byUnit = tip.tip_by_unit ?? tip.tip;
  const offered = subject.provider === tip.provider ? (subject.tip ?? 0n) : 0n;
  const tips = tip.ranking === 'by-unit' ? [byUnit] : [byUnit, tip.tip];
  const [least] = tips.filter((one) => one > offered).sort(compare);
  return least === undefined ? undefined : (Number(least) / 1e9 / earned) * 100;
}

function earnedBy(winner: CompetitionAttempt | null): number | null {
  const { net_gain_sol: gain = null, tip = null } = winner ?? {};
  return gain === null || tip === null ? null : gain + Number(tip) / 1e9;
}

function curveOf(lost: readonly Case[], won: readonly Case[]): WalletCompetition['tip_curve'] {
  const known = won.filter(({ winner }) => earnedBy(winner) !== null);
  return {
    count: lost.length,
    unknown: lost.filter((one) => percentOf(one) === undefined).length,
    unknown_costs: won.length - known.length,
    points: Array.from({ length: 101 }, (_, percent) => {
      const gained = lost.filter((one) => (percentOf(one) ?? 999) <= percent);
      const left = gained.map(({ winner }) => (earnedBy(winner) ?? 0) * (1 - percent / 100));
      const more = known.map(({ winner }) => {
        const bid = ((earnedBy(winner) ?? 0) * percent) / 100;
        return Math.max(0, bid - Number(winner?.tip ?? 0n) / 1e9);
      });
      return { percent, won: gained.length, gain_sol: total(left), extra_cost_sol: total(more) };
    }),
  };
}

function lossOf(one: Case): WalletCompetition['losses'][number] {
  const { subject, winner, tried } = one;
  return {
    signature: subject.signature,
    slot: subject.slot,
    iso_time: iso(tried.timeSeconds),
    cause: causeOf(one),
    winner_signature: winner?.signature ?? '',
    winner_wallet: winner?.wallet ?? '',
    gain_sol: winner?.net_gain_sol ?? null,
    slots_after: subject.slots_after,
    provider: subject.provider,
    price: subject.price,
    winner_price: winner?.price ?? null,
    tip_percent: percentOf(one) ?? null,
  };
}

const order = (one: CompetitionAttempt, other: CompetitionAttempt): number =>
  one.slot - other.slot || one.position - other.position;
const compare = <Value extends string | number | bigint>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const ranked = <Value extends string | null>(values: readonly Value[]): [Value, number][] =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, same]): [Value, number] => [value, same.length])
    .sort((one, other) => other[1] - one[1] || compare(one[0] ?? '', other[0] ?? ''));

function median(values: readonly bigint[]): bigint | null {
  const sorted = values.toSorted(compare);
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0n, sorted[Math.floor(middle)] ?? 0n];
  return (low + high) / 2n;
}
