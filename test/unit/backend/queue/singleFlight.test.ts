import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChannelProgress } from '../../../../src/backend/protocol/channelProtocol.ts';
import type { ConnectionCallOptions } from '../../../../src/backend/queue/connectionCallOptions.ts';
import { type InFlightCall, SingleFlight } from '../../../../src/backend/queue/singleFlight.ts';

const options = (more: Partial<ConnectionCallOptions> = {}): ConnectionCallOptions => ({
  signal: new AbortController().signal,
  window: {},
  priority: 'interactive',
  onProgress: () => undefined,
  ...more,
});
const waiting: ChannelProgress = {
  kind: 'waiting',
  operation: 'finder',
  nextCallAtMilliseconds: 1,
  nextCallInSeconds: 14,
  isRefused: false,
};

describe('Identical requests of several callers', () => {
  it('are sent once, and every caller gets the result, including late ones', async () => {
    const answer = Promise.withResolvers<string>();
    const calls: InFlightCall[] = [];
    const shared = new SingleFlight<string>();
    const heard: string[] = [];
    const join = (name: string) =>
      shared.run(
        'key',
        'finder',
        (call) => {
          calls.push(call);
          return answer.promise;
        },
        options({ onProgress: ({ kind }) => heard.push(`${name} ${kind}`) }),
      );
    const first = join('first');
    calls[0]?.onProgress(waiting);
    const second = join('second');
    answer.resolve('answer');
    assert.deepEqual(await Promise.all([first, second]), ['answer', 'answer']);
    assert.equal(calls.length, 1);
    assert.deepEqual(heard, ['first waiting', 'second waiting']);
    await join('third');
    assert.equal(calls.length, 2);
  });

  it('take the highest priority among the callers', async () => {
    const answer = Promise.withResolvers<string>();
    const risen: InFlightCall[] = [];
    const shared = new SingleFlight<string>((call) => risen.push(call));
    let call: InFlightCall | null = null;
    const start = (started: InFlightCall) => {
      call = started;
      const { window, priority, signal } = started;
      started.queued = { window, priority, signal, onExpected: () => undefined };
      return answer.promise;
    };
    const background = shared.run('key', 'finder', start, options({ priority: 'background' }));
    const click = shared.run('key', 'finder', start, options());
    assert.equal(risen.length, 1);
    assert.equal((call as InFlightCall | null)?.queued?.priority, 'interactive');
    answer.resolve('answer');
    await Promise.all([background, click]);
  });

  it('fail for every caller, and are sent again afterwards', async () => {
    const shared = new SingleFlight<string>();
    const failing = () => Promise.reject(new Error('no'));
    const both = ['one', 'two'].map(() => shared.run('key', 'finder', failing, options()));
    for (const each of both) await assert.rejects(each, /no/);
    assert.equal(await shared.run('key', 'finder', async () => 'yes', options()), 'yes');
  });
});
