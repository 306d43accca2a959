import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serviceTiers } from '../../../../src/api/limits.ts';
import { tierCapacities } from '../../../../src/api/tiers.ts';
import { ApiKeys, defaultScopes } from '../../../../src/backend/server/apiKeys.ts';
import { KeyShares } from '../../../../src/backend/server/keyShares.ts';
import { digestApiKey } from '../../../../src/http/loopbackProof.ts';

const nextTick = promisify(process.nextTick);
const never = new AbortController().signal;

/** Keys named by their tiers; `free` has none. */
function openShares(...tiers: readonly (string | undefined)[]) {
  const entryOf = (tier: string | undefined, at: number) => ({
    name: `${tier ?? 'free'}-${at}`,
    sha256: digestApiKey(`key-${at}`),
    tier: serviceTiers.find((one) => one === tier),
    scopes: defaultScopes,
  });
  const keys = new ApiKeys(tiers.map(entryOf));
  const found = tiers.map((_, at) => {
    const key = keys.find(`key-${at}`);
    assert.ok(key !== null);
    return key;
  });
  return { shares: new KeyShares(keys, undefined), keys, found };
}

describe('A key', () => {
  it('may open the streams and WebSockets of its tier, and leaves the others theirs', () => {
    for (const kind of ['streams', 'webSockets'] as const) {
      const { shares, found } = openShares('low', 'low', 'high', undefined);
      const [low, other, high, free] = found;
      assert.ok(low && other && high && free);
      const end = shares.open(low, kind);
      for (let at = 1; at < tierCapacities.low[kind]; at += 1) shares.open(low, kind);
      assert.throws(() => shares.open(low, kind), { kind: 'rate-limited', message: /At most \d/ });
      shares.open(other, kind);
      end();
      end();
      shares.open(low, kind);
      assert.throws(() => shares.open(low, kind), { kind: 'rate-limited' });
      for (const key of [high, free]) {
        for (let at = 0; at < tierCapacities.high[kind]; at += 1) shares.open(key, kind);
        assert.throws(() => shares.open(key, kind), { kind: 'rate-limited' });
      }
    }
  });

  it('runs as many requests at a time as its tier allows, further ones in their order', async () => {
    const { shares, found } = openShares('low', 'low');
    const [low, other] = found;
    assert.ok(low && other);
    const [first, second] = [await shares.start(low, never), await shares.start(low, never)];
    const begun: string[] = [];
    const start = (name: string, signal = never) =>
      shares.start(low, signal).then((end) => {
        begun.push(name);
        return end;
      });
    const third = start('third');
    const leaving = new AbortController();
    const fourth = start('fourth', leaving.signal);
    const fifth = start('fifth');
    await shares.start(other, never);
    leaving.abort();
    await assert.rejects(fourth, { kind: 'cancelled' });
    assert.deepEqual(begun, []);
    first();
    first();
    (await third)();
    await fifth;
    assert.deepEqual(begun, ['third', 'fifth']);
    second();
    await start('sixth');
  });

  it('lets requests of other keys come between its own that waited', async () => {
    const { shares, found } = openShares('low', 'low');
    const [low] = found;
    assert.ok(low);
    const running = [await shares.start(low, never), await shares.start(low, never)];
    const waiting = [shares.start(low, never), shares.start(low, never), shares.start(low, never)];
    const begun: number[] = [];
    for (const [at, start] of waiting.entries()) void start.then(() => begun.push(at));
    for (const end of running) end();
    await nextTick();
    assert.deepEqual(begun, []);
    await setImmediate();
    assert.deepEqual(begun, [0, 1]);
  });

  it('is refused when far more of its requests wait than it can read', async () => {
    const { shares, found } = openShares('low', 'low');
    const [low, other] = found;
    assert.ok(low && other);
    const waiting = [];
    for (let at = 0; at < 64 + tierCapacities.low.requests; at += 1) {
      waiting.push(shares.start(low, never));
    }
    await assert.rejects(shares.start(low, never), { kind: 'rate-limited' });
    await shares.start(other, never);
    assert.equal(waiting.length, 66);
  });

  it('is refused after the time that its body may wait, and others take its place', async () => {
    const { shares, found } = openShares('low', 'low');
    const [low] = found;
    assert.ok(low);
    const running = [await shares.start(low, never), await shares.start(low, never)];
    await assert.rejects(shares.start(low, never, 1), { kind: 'rate-limited' });
    const next = shares.start(low, never, 60_000);
    for (const end of running) end();
    (await next)();
  });

  it('keeps its open connections when its tier changes', () => {
    const { shares, keys, found } = openShares('middle', 'low');
    const [key] = found;
    assert.ok(key);
    for (let at = 0; at < tierCapacities.low.streams; at += 1) shares.open(key, 'streams');
    keys.replace([{ ...key, tier: 'low' }]);
    const lower = keys.find('key-0');
    assert.ok(lower !== null);
    assert.throws(() => shares.open(lower, 'streams'), { kind: 'rate-limited' });
  });

  it('without a tier has the whole server if it is the only key', async () => {
    const { shares, found } = openShares(undefined);
    const [only] = found;
    assert.ok(only);
    for (let at = 0; at < 1_000; at += 1) {
      shares.open(only, 'streams');
      await shares.start(only, never);
    }
  });
});
