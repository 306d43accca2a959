import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SlotLeader } from '../../../../../src/engine/chain/slotReader.ts';
import type {
  MetAttempt,
  OwnCompetition,
  WinningAttempt,
} from '../../../../../src/engine/competition/wallet/opportunities.ts';
import { walletFigures } from '../../../../../src/engine/competition/wallet/walletFigures.ts';

const hour = 1_790_000_000 - (1_790_000_000 % 3_600);
const sol = 1e9;

/** By a wallet of one letter; the name is its signature. */
function attempt(name: string, wallet: string, members: Partial<MetAttempt> = {}): MetAttempt {
  return {
    signature: name,
    slot: 100,
    position: 5,
    wallet,
    accounts: [wallet],
    bot: null,
    provider: null,
    price: 1_000n,
    ...members,
  };
}

/** Earned 0.01 SOL, of which 0.002 were the tip. */
const winning = (one: MetAttempt, members: Partial<WinningAttempt> = {}): WinningAttempt => ({
  ...one,
  gainSol: 0.008,
  beforeTipSol: 0.01,
  tip: 2_000_000n,
  ...members,
});

function own(one: MetAttempt, members: Partial<OwnCompetition> = {}): OwnCompetition {
  const { winner = null, others = [] } = members;
  return {
    attempt: one,
    timeSeconds: hour + 60,
    isClear: true,
    costSol: winner?.signature === one.signature ? 0 : -0.000005,
    trigger: { signature: 'trigger', pool: 'pool', slot: 100 },
    cause: null,
    leastTip: 'none',
    ...members,
    winner,
    others: winner === null ? others : [winner, ...others],
  };
}

const won = (name: string, others: readonly MetAttempt[], members: Partial<MetAttempt> = {}) => {
  const mine = attempt(name, 'W', members);
  return own(mine, { winner: winning(mine), others });
};
const lost = (name: string, winner: WinningAttempt, members: Partial<OwnCompetition> = {}) =>
  own(attempt(name, 'W'), { cause: 'outbid', winner, ...members });

const figuresOf = (
  competitions: readonly OwnCompetition[],
  leaders: ReadonlyMap<number, SlotLeader> = new Map(),
) => walletFigures('W', competitions, leaders);
const near = (one: number | undefined, other: number) =>
  assert.ok(one !== undefined && Math.abs(one - other) < 1e-12, `${one} is not ${other}`);

describe('A wallet sees of its competition', () => {
  it('what it won against others, what nobody contested, and what others took, with the gains', () => {
    const a = attempt('a', 'A');
    const found = figuresOf([
      won('1', [a]),
      won('2', []),
      lost('3', winning(a)),
      lost('4', winning(attempt('b', 'B'), { gainSol: null, beforeTipSol: null })),
    ]);
    assert.deepEqual(found.won, { count: 1, gain_sol: 0.008, unknown_gains: 0 });
    assert.deepEqual(found.uncontested, { count: 1, gain_sol: 0.008, unknown_gains: 0 });
    assert.deepEqual(found.lost, { count: 2, gain_sol: 0.008, unknown_gains: 1 });
    assert.equal(found.attempts, 4);
  });

  it('several attempts at one arbitrage once, with the first one behind the trigger', () => {
    const winner = winning(attempt('a', 'A'));
    const first = attempt('3', 'W', { position: 2, provider: 'JITO' });
    const found = figuresOf([
      lost('2', winner, { cause: 'latency' }),
      lost('1', winner, { attempt: first, cause: 'unprofitable' }),
    ]);
    assert.equal(found.lost.count, 1);
    assert.deepEqual(found.causes, [
      { kind: 'unprofitable', count: 1, gain_sol: 0.008, unknown_gains: 0 },
    ]);
    assert.deepEqual(found.by_provider, [{ provider: 'JITO', count: 1, won: 0 }]);
    assert.equal(found.losses[0]?.signature, '3');
    assert.equal(found.attempts, 2);
  });

  it('what nobody took apart from what it lost: once for each trigger and pool', () => {
    const same = { signature: 'trigger', pool: 'other pool', slot: 100 };
    const found = figuresOf([
      own(attempt('1', 'W')),
      own(attempt('2', 'W'), { others: [attempt('a', 'A')] }),
      own(attempt('3', 'W'), { trigger: same }),
      own(attempt('4', 'W'), { trigger: null }),
      own(attempt('5', 'W'), { trigger: null }),
    ]);
    assert.equal(found.taken_by_nobody, 4);
    assert.equal(found.lost.count + found.won.count + found.uncontested.count, 0);
    assert.deepEqual(found.by_provider, []);
  });

  it('attempts that only name pools in the cost alone', () => {
    const found = figuresOf([lost('1', winning(attempt('a', 'A')), { isClear: false })]);
    assert.deepEqual(
      [found.attempts, found.attempts_unclear, found.lost.count, found.rivals_total],
      [1, 1, 0, 0],
    );
    near(found.cost_of_losing_sol, -0.000005);
  });

  it('what losing cost, with the attempts whose cost is not known', () => {
    const winner = winning(attempt('a', 'A'));
    const found = figuresOf([
      won('1', []),
      lost('2', winner),
      lost('3', winner, { costSol: -0.001 }),
      lost('4', winner, { costSol: null }),
    ]);
    near(found.cost_of_losing_sol, -0.001005);
    assert.equal(found.unknown_costs, 1);
  });

  it('the causes of its losses, which add up to them', () => {
    const by = (name: string) => winning(attempt(name, 'A'));
    const found = figuresOf([
      lost('1', by('a')),
      lost('2', by('b')),
      lost('3', by('c'), { cause: 'own-error' }),
      lost('4', by('d'), { cause: null }),
    ]);
    assert.deepEqual(
      found.causes.map(({ kind, count }) => [kind, count]),
      [
        ['outbid', 2],
        [null, 1],
        ['own-error', 1],
      ],
    );
  });

  it('the fee payers of one party as one rival, in whichever arbitrage they met', () => {
    const one = attempt('a', 'A', { accounts: ['A', 'boss'], bot: 'SMB' });
    const two = attempt('b', 'B', { accounts: ['B', 'boss'] });
    const found = figuresOf([lost('1', winning(one)), lost('2', winning(two)), won('3', [one])]);
    assert.equal(found.rivals_total, 1);
    const [rival] = found.rivals;
    assert.deepEqual(
      [rival?.wallet, rival?.wallets, rival?.bot, rival?.meetings, rival?.won, rival?.lost],
      ['A', ['A', 'B'], 'SMB', 3, 1, 2],
    );
  });

  it('a second fee payer of its own party as itself', () => {
    const mine = attempt('1', 'W', { accounts: ['W', 'boss'] });
    const other = attempt('a', 'A', { accounts: ['A', 'boss'] });
    const found = figuresOf([own(mine, { winner: winning(other), cause: 'outbid' })]);
    assert.deepEqual([found.lost.count, found.uncontested.count, found.rivals_total], [0, 1, 0]);
  });

  it('for each rival who wins, at which median prices, and why, most losses first', () => {
    const a = (name: string, price: bigint | null, provider: string | null) =>
      attempt(name, 'A', { price, provider });
    const found = figuresOf([
      lost('1', winning(a('a', 1_000n, 'JITO'))),
      lost('2', winning(a('b', 4_000n, 'JITO')), {
        attempt: attempt('2', 'W', { price: 3_000n }),
        cause: 'latency',
      }),
      // Of its two attempts in this one the first counts, as neither won.
      won('3', [a('c', 2_000n, null), attempt('d', 'A', { position: 9, price: 9_000n })]),
      lost('4', winning(attempt('e', 'B'))),
      own(attempt('5', 'W'), {
        trigger: { signature: 'another', pool: 'pool', slot: 100 },
        others: [a('f', null, null)],
      }),
    ]);
    const [first, second] = found.rivals;
    assert.deepEqual(first, {
      wallet: 'A',
      wallets: ['A'],
      bot: null,
      meetings: 4,
      won: 1,
      lost: 2,
      gain_lost_sol: 0.016,
      unknown_gains: 0,
      median_price: 2_000n,
      own_median_price: 1_000n,
      causes: [
        { kind: 'latency', count: 1 },
        { kind: 'outbid', count: 1 },
      ],
      providers: [
        { provider: null, count: 2 },
        { provider: 'JITO', count: 2 },
      ],
    });
    assert.equal(second?.wallet, 'B');
  });

  it('the mean of the two middle prices as the median, and none where no price is known', () => {
    const by = (name: string, price: bigint | null) => winning(attempt(name, 'A', { price }));
    const found = figuresOf([lost('1', by('a', 1_000n)), lost('2', by('b', 4_001n))]);
    assert.equal(found.rivals[0]?.median_price, 2_500n);
    assert.equal(figuresOf([lost('1', by('a', null))]).rivals[0]?.median_price, null);
  });

  it('how often it wins by provider, leader, distance to the trigger and hour', () => {
    const a = attempt('a', 'A');
    const leaders = new Map([
      [100, { address: 'leader 1', name: 'Kestrel' }],
      [102, { address: 'leader 2', name: null }],
    ]);
    const found = figuresOf(
      [
        won('1', [a], { provider: 'JITO' }),
        won('2', [a], { provider: 'JITO', slot: 102 }),
        lost('3', winning(attempt('b', 'B')), { timeSeconds: hour + 3_700 }),
        lost('4', winning(attempt('c', 'B')), {
          attempt: attempt('4', 'W', { slot: 104 }),
          trigger: null,
          timeSeconds: null,
        }),
      ],
      leaders,
    );
    assert.deepEqual(found.by_provider, [
      { provider: null, count: 2, won: 0 },
      { provider: 'JITO', count: 2, won: 2 },
    ]);
    assert.deepEqual(found.by_leader, [
      { leader: 'leader 1', leader_name: 'Kestrel', count: 2, won: 1 },
      { leader: null, leader_name: null, count: 1, won: 0 },
      { leader: 'leader 2', leader_name: null, count: 1, won: 1 },
    ]);
    assert.deepEqual(found.by_distance, [
      { slots_after: 0, count: 2, won: 1 },
      { slots_after: 2, count: 1, won: 1 },
      { slots_after: null, count: 1, won: 0 },
    ]);
    const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
    assert.deepEqual(found.by_hour, [
      { hour: iso(hour), count: 2, won: 2 },
      { hour: iso(hour + 3_600), count: 1, won: 0 },
      { hour: null, count: 1, won: 0 },
    ]);
  });

  it('the share of its losses that a higher tip would have won, at most, and what it would cost', () => {
    const winner = (name: string, members: Partial<WinningAttempt> = {}) =>
      winning(attempt(name, 'A'), members);
    const found = figuresOf([
      // 25 and 75 percent of 0.01 SOL.
      lost('1', winner('a'), { leastTip: BigInt(0.0025 * sol) }),
      lost('2', winner('b'), { leastTip: BigInt(0.0075 * sol) }),
      // More than it earned.
      lost('3', winner('c'), { leastTip: BigInt(0.02 * sol) }),
      lost('4', winner('d'), { cause: 'own-error' }),
      lost('5', winner('e'), { leastTip: 'unknown' }),
      lost('6', winner('f', { beforeTipSol: null, gainSol: null }), { leastTip: 1n }),
      // It paid 20 percent, contested or not.
      won('7', [attempt('g', 'A')]),
      won('8', []),
      own(attempt('9', 'W'), { winner: winning(attempt('9', 'W'), { tip: null }) }),
    ]);
    const { count, unknown, unknown_costs: unknownCosts, points } = found.tip_curve;
    assert.deepEqual([count, unknown, unknownCosts], [6, 2, 1]);
    assert.deepEqual([points.length, points[0]?.percent, points[100]?.percent], [101, 0, 100]);
    assert.deepEqual(
      [0, 24, 25, 74, 75, 100].map((percent) => points[percent]?.won),
      [0, 0, 1, 1, 2, 2],
    );
    near(points[25]?.gain_sol, 0.0075);
    near(points[75]?.gain_sol, 0.005);
    near(points[20]?.extra_cost_sol, 0);
    near(points[50]?.extra_cost_sol, 0.006);
    const percents = new Map(found.losses.map((one) => [one.signature, one.tip_percent]));
    near(percents.get('1') ?? undefined, 25);
    near(percents.get('3') ?? undefined, 200);
    for (const name of ['4', '5', '6']) assert.equal(percents.get(name), null);
  });

  it('its losses, newest first, with both prices', () => {
    const found = figuresOf([
      lost('1', winning(attempt('a', 'A', { price: 7_000n }))),
      lost('2', winning(attempt('b', 'A')), { attempt: attempt('2', 'W', { slot: 101 }) }),
    ]);
    const [newest, older] = found.losses;
    assert.equal(newest?.signature, '2');
    assert.equal(newest.slots_after, 1);
    assert.deepEqual(
      [older?.price, older?.winner_price, older?.winner_wallet, older?.winner_signature],
      [1_000n, 7_000n, 'A', 'a'],
    );
  });

  it('zeros and no shares where it attempted nothing', () => {
    const found = figuresOf([]);
    assert.deepEqual([found.attempts, found.cost_of_losing_sol, found.by_hour], [0, 0, []]);
    assert.ok(found.tip_curve.points.every(({ won: gained }) => gained === 0));
  });
});
