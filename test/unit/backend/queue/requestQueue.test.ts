import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { type Permit, RequestQueue } from '../../../../src/backend/queue/requestQueue.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('The request queue', () => {
  let queue: RequestQueue;
  let sent: string[] = [];
  const turns = new Map<string, Permit>();
  const expected = new Map<string, number[]>();

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    queue = new RequestQueue({ rate: { requests: 2, perSeconds: 60 }, now: () => Date.now() });
    sent = [];
    turns.clear();
    expected.clear();
  });
  afterEach(() => mock.timers.reset());

  const windows = { one: {}, two: {} };

  function ask(
    name: string,
    {
      window = windows.one,
      priority = 'interactive' as 'interactive' | 'background',
      signal = new AbortController().signal,
    } = {},
  ) {
    const times: number[] = [];
    expected.set(name, times);
    const request = { window, priority, signal, onExpected: (at: number) => times.push(at) };
    const taken = queue.acquire(request).then((turn) => {
      sent.push(name);
      turns.set(name, turn);
    });
    return { request, taken };
  }

  async function pass(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds);
    await settled();
  }

  it('sends at once while there is budget, and otherwise reports the expected time', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name);
    await settled();
    assert.deepEqual(sent, ['a', 'b']);
    turns.get('a')?.release();
    await pass(10_000);
    turns.get('b')?.release();
    assert.deepEqual(expected.get('a'), []);
    assert.deepEqual(expected.get('c')?.at(-1), 60_000);
    assert.deepEqual(expected.get('d')?.at(-1), 70_000);
    assert.deepEqual(expected.get('e')?.at(-1), 120_000);
    assert.deepEqual(queue.state(), { left: 0, waiting: 3, nextAtMilliseconds: 120_000 + 10_000 });
    await pass(49_000);
    assert.deepEqual(sent, ['a', 'b']);
    await pass(1_001);
    assert.deepEqual(sent, ['a', 'b', 'c']);
    await pass(10_000);
    assert.deepEqual(sent, ['a', 'b', 'c', 'd']);
  });

  it('counts a request from sending until one window after its response', async () => {
    ask('slow');
    ask('quick');
    await settled();
    turns.get('quick')?.release();
    await pass(59_000);
    turns.get('slow')?.release();
    ask('third');
    ask('fourth');
    await pass(1_001);
    assert.deepEqual(sent, ['slow', 'quick', 'third']);
    await pass(58_000);
    assert.deepEqual(sent, ['slow', 'quick', 'third']);
    await pass(1_001);
    assert.deepEqual(sent, ['slow', 'quick', 'third', 'fourth']);
  });

  it('sends interactive requests before a background refresh that has waited longer', async () => {
    for (const name of ['a', 'b']) ask(name);
    await settled();
    for (const turn of turns.values()) turn.release();
    ask('refresh', { priority: 'background' });
    ask('click');
    await pass(60_001);
    assert.deepEqual(sent, ['a', 'b', 'click', 'refresh']);
  });

  it('raises a background request when an interactive caller joins it', async () => {
    for (const name of ['a', 'b']) ask(name);
    await settled();
    turns.get('a')?.release();
    const { request } = ask('refresh', { priority: 'background' });
    ask('click');
    ask('later click');
    request.priority = 'interactive';
    queue.reschedule();
    await pass(60_001);
    assert.deepEqual(sent, ['a', 'b', 'refresh']);
  });

  it('alternates between two windows, however many requests one of them makes', async () => {
    queue.rate = { requests: 1, perSeconds: 10 };
    for (const name of ['a1', 'a2', 'a3']) ask(name);
    for (const name of ['b1', 'b2']) ask(name, { window: windows.two });
    for (let round = 0; round < 5; round += 1) {
      await settled();
      for (const turn of turns.values()) turn.release();
      await pass(10_001);
    }
    assert.deepEqual(sent, ['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('drops cancelled requests without sending, and gives their budget to others', async () => {
    for (const name of ['a', 'b']) ask(name);
    await settled();
    for (const turn of turns.values()) turn.release();
    const leaving = new AbortController();
    const { taken } = ask('gone', { signal: leaving.signal });
    ask('next');
    leaving.abort();
    await assert.rejects(taken, (error) => MarketError.is(error, 'cancelled'));
    await pass(60_001);
    assert.deepEqual(sent, ['a', 'b', 'next']);
  });

  it('pauses for as long as the service requires', async () => {
    ask('a');
    await settled();
    queue.block(14_000);
    turns.get('a')?.release();
    ask('b');
    await settled();
    assert.deepEqual(sent, ['a']);
    assert.deepEqual(expected.get('b'), [14_000]);
    await pass(14_001);
    assert.deepEqual(sent, ['a', 'b']);
  });

  it('never exceeds the rate limit in any sliding window, for any arrival pattern', async () => {
    queue.rate = { requests: 3, perSeconds: 7 };
    const times: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      ask(`${index}`).taken.then(
        () => times.push(Date.now()),
        () => undefined,
      );
    }
    for (let step = 0; step < 400; step += 1) {
      await pass(250);
      for (const [name, turn] of turns) if (step % (Number(name) % 5 || 1) === 0) turn.release();
    }
    assert.equal(times.length, 40);
    for (const [index, at] of times.entries()) {
      const fourth = times[index + 3];
      assert.ok(fourth === undefined || fourth - at >= 7_000, `${at} ${fourth}`);
    }
  });

  it('has a maximum length', async () => {
    for (let index = 0; index < 502; index += 1) ask(`${index}`);
    await assert.rejects(ask('one too many').taken, (error) =>
      MarketError.is(error, 'rate-limited'),
    );
  });
});
