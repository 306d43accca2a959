import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { ArbitrageEvent } from '../../../../src/api/arbscope/arbitrages.ts';
import type { ArbscopeOperationName } from '../../../../src/api/arbscope/arbscopeOperations.ts';
import { maxSimulatedTransactions } from '../../../../src/api/arbscope/simulate.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ChannelServer } from '../../../../src/backend/channel/channelServer.ts';
import type { ConnectionPools } from '../../../../src/backend/connectionBase/connectionPools.ts';
import { engineArbscope } from '../../../../src/backend/connections/engineConnection.ts';
import type { CallResponse } from '../../../../src/backend/protocol/callProtocol.ts';
import { ArbscopeDouble, arbscopeParameters, arbscopeSample } from '../../../arbscopeDouble.ts';
import { FakeWindow } from '../../../fakeWindow.ts';

const secret = randomBytes(32).toString('hex');
const forever = 600_000;

describe('Over the channel, a window', { timeout: 60_000 }, () => {
  let directory = '';
  let path = '';
  let double: ArbscopeDouble;
  let server: ChannelServer;
  let window: FakeWindow;
  let connectionId = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-watch-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));
  beforeEach(async () => {
    path = join(directory, `${randomBytes(4).toString('hex')}.sock`);
    double = new ArbscopeDouble();
    server = new ChannelServer({
      secret,
      version: '9.9.9',
      openConnection: async () => ({
        call: () => Promise.reject(new Error('not asked for')),
        arbscope: engineArbscope(double),
        pools: {} as ConnectionPools,
        close: async () => undefined,
      }),
      checkConnection: () => Promise.reject(new Error('not asked for')),
      gracePeriods: { firstWindow: forever, afterGoodbye: forever, afterBreak: forever },
      onEnd: () => undefined,
    });
    await server.listen(path);
    window = await FakeWindow.open(path, secret);
    connectionId = await window.open();
  });
  afterEach(async () => {
    window.socket.destroy();
    await server.close();
  });

  /** A stream that records its events; `next` resolves with the new ones. */
  function watch(parameters: object = {}, by = window) {
    const events: ArbitrageEvent[] = [];
    let wake = Promise.withResolvers<void>();
    const { answer, cancel } = by.request<null>(
      'watchArbitrages',
      { connectionId, parameters },
      (progress) => {
        if (progress.kind !== 'arbitrages') return;
        events.push(progress.event);
        wake.resolve();
        wake = Promise.withResolvers();
      },
    );
    answer.catch(() => undefined);
    const count = async (number: number): Promise<readonly ArbitrageEvent[]> => {
      while (events.length < number) await wake.promise;
      return events;
    };
    return { answer, cancel, count };
  }
  const signaturesIn = (events: readonly ArbitrageEvent[]) =>
    events.flatMap(({ arbitrages }) => arbitrages.map(({ signature }) => signature));

  it('gets the responses of Arbscope’s own operations, with every digit of raw amounts', async () => {
    for (const operation of Object.keys(arbscopeParameters) as ArbscopeOperationName[]) {
      const { answer } = window.request<{ result: object }>('arbscopeCall', {
        connectionId,
        operation,
        parameters: arbscopeParameters[operation],
      });
      const { result } = await answer;
      assert.deepEqual(Object.keys(result), Object.keys(arbscopeSample(operation)));
    }
    double.publish('one');
    const { answer } = window.request<{ result: { arbitrages: { fees: unknown }[] } }>(
      'arbscopeCall',
      { connectionId, operation: 'arbitrages' },
    );
    assert.equal((await answer).result.arbitrages[0]?.fees, 1n);
  });

  it('gets the name of an invalid parameter, and no request is sent', async () => {
    const { answer } = window.request('arbscopeCall', {
      connectionId,
      operation: 'arbitrages',
      parameters: { limit: 100_000 },
    });
    await assert.rejects(answer, /^Error: limit must be a whole number from 1 to 200/);
    const { answer: watching } = watch({ pools: ['nowhere'] });
    await assert.rejects(watching, /pools/);
    assert.deepEqual(double.asked, []);
  });

  it('can have bundle-sized transactions simulated, until it cancels', async () => {
    const simulate = (transactions: readonly string[]) =>
      window.request<CallResponse>('arbscopeCall', {
        connectionId,
        operation: 'simulate',
        parameters: { transactions },
      });
    const bundle = Array.from({ length: maxSimulatedTransactions }, () => '1'.repeat(25_000));
    const { result } = await simulate(bundle).answer;
    assert.deepEqual(result, arbscopeSample('simulate'));
    assert.deepEqual(double.asked.at(-1)?.parameters, { transactions: bundle });
    await assert.rejects(simulate([...bundle, '1']).answer, /^Error: transactions must be/);
    await assert.rejects(
      simulate(['1'.repeat(25_001)]).answer,
      /^Error: transactions\[0\] must be/,
    );
    assert.equal(double.asked.length, 1);

    double.holdNext();
    const { answer, cancel } = simulate(bundle);
    const cancelled = assert.rejects(answer);
    await double.until(() => double.asked.length === 2);
    cancel();
    await cancelled;
    await double.until(() => double.cancelled === 1);
  });

  it('receives arbitrages as they happen, from the start of the stream', async () => {
    double.publish('before');
    const { count, cancel, answer } = watch();
    const [opened] = await count(1);
    assert.deepEqual(opened, { arbitrages: [], newest: '1', skipped: 0 });
    double.publish('one');
    await count(2);
    double.publish('two', 'three');
    assert.deepEqual(signaturesIn(await count(3)), ['one', 'three', 'two']);
    cancel();
    await answer.catch(() => undefined);
    await double.until(() => double.streams === 0);
  });

  it('continues at a cursor', async () => {
    double.publish('one', 'two');
    const { count } = watch({ cursor: '1' });
    assert.deepEqual(signaturesIn(await count(2)), ['two']);
  });

  it('gets the reason why a stream ended', async () => {
    const { answer, count } = watch();
    await count(1);
    double.failWith(new MarketError('not-offered', 'Not here'));
    await assert.rejects(answer, { data: { kind: 'not-offered', message: 'Not here' } });
    await assert.rejects(watch({ cursor: 'x' }).answer, {
      data: { kind: 'bad-parameter', message: 'cursor is unknown', parameter: 'cursor' },
    });
  });

  it('ends its streams by disconnecting', async () => {
    const { count } = watch();
    await count(1);
    assert.equal(double.streams, 1);
    window.socket.destroy();
    await double.until(() => double.streams === 0);
  });

  it('gets no more events while it does not read, and all of them afterwards', async () => {
    const reader = await FakeWindow.open(path, secret);
    connectionId = await reader.open();
    const slow = watch();
    const quick = watch({}, reader);
    await Promise.all([slow.count(1), quick.count(1)]);
    const before = double.handedOut;
    window.socket.pause();
    // More than any socket can buffer: each event is about a megabyte.
    const events = 60;
    const long = 'x'.repeat(10_000);
    const all: string[] = [];
    for (let number = 0; number < events; number += 1) {
      const signatures = Array.from({ length: 100 }, (_, index) => `${number}:${index}:${long}`);
      all.push(...signatures.toReversed());
      double.publish(...signatures);
      await quick.count(number + 2);
    }
    const handedToSlow = double.handedOut - before - events;
    assert.ok(handedToSlow < events / 2, `${handedToSlow} events were made for it`);
    window.socket.resume();
    while (signaturesIn(await slow.count(1)).length < all.length) {
      await slow.count((await slow.count(1)).length + 1);
    }
    const got = signaturesIn(await slow.count(1));
    assert.deepEqual(got.map(place).sort(), all.map(place).sort());
    reader.socket.destroy();
  });
});

const place = (signature: string): string => signature.slice(0, 10);
