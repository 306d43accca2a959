import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbitrageSummary } from '../../../../src/api/arbscope/arbitrages.ts';
import {
  type AlertContext,
  AlertEngine,
  type AlertEvent,
} from '../../../../src/extension/alerts/alertEngine.ts';
import { parseAlertRules } from '../../../../src/extension/alerts/alertRules.ts';

const rival = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';
const other = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const start = Date.UTC(2026, 0, 2, 12);
const minute = 60_000;

const context = (minutes: number, changes: Partial<AlertContext> = {}): AlertContext => ({
  nowMilliseconds: start + minutes * minute,
  isHidden: false,
  isMuted: () => false,
  isTracked: (wallet) => wallet === rival,
  ...changes,
});

function engineOf(...rules: readonly object[]): AlertEngine {
  const parsed = parseAlertRules(rules);
  assert.deepEqual(parsed.problems, []);
  const engine = new AlertEngine();
  engine.setRules(parsed.rules);
  return engine;
}

/** An arbitrage at a minute after the start. */
const arbitrage = (minutes: number, changes: Partial<ArbitrageSummary> = {}) =>
  ({
    signature: `${minutes}`,
    timestamp: new Date(start + minutes * minute).toISOString(),
    outcome: 'gain',
    wallet: rival,
    net_gains_usd: 7,
    net_gains_sol: 0.05,
    mints: [],
    pools: [],
    ...changes,
  }) as unknown as ArbitrageSummary;

const seen = (
  of: 'wallet' | 'token' | 'pool',
  ...arbitrages: readonly ArbitrageSummary[]
): AlertEvent => ({ kind: 'arbitrages', of, arbitrages });

const ranked = (before: string | null, now: string, change: string | null = null): AlertEvent => ({
  kind: 'finder',
  before: before === null ? null : before.split(''),
  now: now.split(''),
  change,
});

describe('An alert on gains', () => {
  const rule = { when: 'gain', wallet: 'tracked', aboveUsd: 5 };

  test('comes for the highest gain above the threshold of a tracked wallet', () => {
    const best = arbitrage(0, { net_gains_usd: 9 });
    const [alert, ...more] = engineOf(rule).handle(
      seen('wallet', arbitrage(0), best, arbitrage(0, { wallet: other, net_gains_usd: 50 })),
      context(0),
    );
    assert.deepEqual(alert?.cause, { kind: 'gain', arbitrage: best });
    assert.deepEqual(more, []);
  });

  test('does not come for a gain that is lower, unknown, old or of another scope', () => {
    const engine = engineOf(rule, { ...rule, aboveUsd: 0 });
    for (const [event, at] of [
      [seen('wallet', arbitrage(0, { net_gains_usd: 0 })), 0],
      [seen('wallet', arbitrage(0, { net_gains_usd: -3 })), 0],
      [seen('wallet', arbitrage(0)), 6],
      [seen('token', arbitrage(0)), 0],
    ] as const)
      assert.deepEqual(engine.handle(event, context(at)), []);
    assert.equal(engine.handle(seen('wallet', arbitrage(0)), context(0)).length, 2);
  });

  test('can be on a token or a pool of the route', () => {
    const { wallet: _, ...base } = rule;
    const engine = engineOf({ ...base, token: other }, { ...base, pool: rival });
    const routed = arbitrage(0, {
      mints: [{ mint: other, symbol: 'USDC' }],
      pools: [{ pool: rival, amm: other }],
    });
    assert.equal(engine.handle(seen('token', arbitrage(0), routed), context(0)).length, 1);
    assert.equal(engine.handle(seen('pool', arbitrage(0), routed), context(0)).length, 1);
  });
});

describe('An alert on failures', () => {
  const rule = { when: 'failures', wallet: rival, times: 3, minutes: 10, everyMinutes: 1 };
  const failed = (minutes: number) =>
    seen('wallet', arbitrage(minutes, { outcome: 'failed', net_gains_usd: -0.01 }));

  test('comes when a wallet has failed that often within the period, then counts anew', () => {
    const engine = engineOf(rule);
    const cameAt = [0, 8, 11, 12, 13, 14, 15].filter(
      (at) => engine.handle(failed(at), context(at)).length > 0,
    );
    assert.deepEqual(cameAt, [12, 15]);
  });

  test('counts each tracked wallet on its own', () => {
    const engine = engineOf({ ...rule, wallet: 'tracked' });
    const both = context(0, { isTracked: () => true });
    const of = (wallet: string) => arbitrage(0, { outcome: 'failed', wallet });
    const mixed = [rival, other, rival, other, rival].map(of);
    const [alert] = engine.handle(seen('wallet', ...mixed), both);
    assert.deepEqual(alert?.cause, { kind: 'failures', wallet: rival, times: 3 });
  });
});

describe('An alert on the Finder', () => {
  test('comes when a token enters the top, but not after a change of filters', () => {
    const engine = engineOf({ when: 'topToken', top: 2 });
    for (const event of [ranked(null, 'abc'), ranked('abc', 'bac'), ranked('abc', 'abx')])
      assert.deepEqual(engine.handle(event, context(0)), []);
    const [alert] = engine.handle(ranked('abc', 'acb'), context(0));
    assert.deepEqual(alert?.cause, { kind: 'topToken', mint: 'c', rank: 2 });
  });

  test('comes when the recommendation changes', () => {
    const engine = engineOf({ when: 'recommendation' });
    assert.deepEqual(engine.handle(ranked('ab', 'ab'), context(0)), []);
    assert.equal(engine.handle(ranked('ab', 'ab', 'Now.'), context(0)).length, 1);
  });
});

describe('Any alert', () => {
  const paused: AlertEvent = { kind: 'exportPaused', path: '/a', reason: 'refused' };
  const rule = { when: 'exportPaused', everyMinutes: 30 };

  test('comes at most once in its period, which survives changes of other rules', () => {
    const engine = engineOf(rule);
    const cameAt = [0, 1, 29, 30, 59, 61].filter((at) => {
      if (at === 29) engine.setRules(parseAlertRules([{ when: 'recommendation' }, rule]).rules);
      return engine.handle(paused, context(at)).length > 0;
    });
    assert.deepEqual(cameAt, [0, 30, 61]);
  });

  test('comes for each file on its own', () => {
    const engine = engineOf(rule);
    const other: AlertEvent = { kind: 'exportPaused', path: '/b', reason: 'refused' };
    assert.deepEqual(
      [paused, other, paused].map((event) => engine.handle(event, context(0)).length),
      [1, 1, 0],
    );
  });

  test('waits for the window and is muted without using up its period', () => {
    const engine = engineOf(rule);
    assert.deepEqual(engine.handle(paused, context(0, { isHidden: true })), []);
    assert.deepEqual(engine.handle(paused, context(0, { isMuted: () => true })), []);
    assert.equal(engine.handle(paused, context(0)).length, 1);
    const always = engineOf({ ...rule, whileHidden: true });
    assert.equal(always.handle(paused, context(0, { isHidden: true })).length, 1);
  });

  test('comes for its own kind of event only', () => {
    const engine = engineOf({ when: 'programUpgrade' });
    assert.deepEqual(engine.handle(paused, context(0)), []);
    const upgraded: AlertEvent = { kind: 'programUpgrade', program: other, slot: 5 };
    assert.deepEqual(engine.handle(upgraded, context(0))[0]?.cause, upgraded);
  });
});

describe('An alert on several wallets', () => {
  const both = { isTracked: () => true };
  const failure = (minutes: number, wallet: string) =>
    arbitrage(minutes, { outcome: 'failed', wallet });
  const walletsOf = (engine: AlertEngine, event: AlertEvent, minutes: number) =>
    engine
      .handle(event, context(minutes, both))
      .map(({ cause }) => (cause.kind === 'failures' ? cause.wallet : cause.kind));

  test('comes for each wallet that gained, however short a time after another', () => {
    const engine = engineOf({ when: 'gain', wallet: 'tracked', aboveUsd: 5 });
    const gain = (wallet: string) => seen('wallet', arbitrage(0, { wallet }));
    assert.equal(engine.handle(gain(rival), context(0, both)).length, 1);
    assert.equal(engine.handle(gain(other), context(0, both)).length, 1);
    assert.equal(engine.handle(gain(rival), context(0, both)).length, 0);
  });

  test('comes for a wallet that fails beside one that fails more often', () => {
    const engine = engineOf({ when: 'failures', wallet: 'tracked', times: 2, minutes: 10 });
    const batch = (at: number, ...of: readonly string[]) =>
      seen('wallet', ...of.map((wallet) => failure(at, wallet)));
    assert.deepEqual(walletsOf(engine, batch(0, rival, rival, rival), 0), [rival]);
    assert.deepEqual(walletsOf(engine, batch(1, rival, other, rival), 1), []);
    assert.deepEqual(walletsOf(engine, batch(2, rival, other, rival), 2), [other]);
  });

  test('counts a failure once if two rules are equal, and goes on when another rule is added', () => {
    const rule = { when: 'failures', wallet: rival, times: 3, minutes: 10 };
    const engine = engineOf(rule, rule);
    const once = (at: number) => engine.handle(seen('wallet', failure(at, rival)), context(at));
    assert.deepEqual([...once(0), ...once(1)], []);
    engine.setRules(parseAlertRules([rule, { ...rule, times: 50 }]).rules);
    assert.equal(once(2).length, 1);
  });
});
