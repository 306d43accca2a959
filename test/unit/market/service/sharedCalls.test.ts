import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskOptions } from '../../../../src/market/connections/askOptions.ts';
import type { ChannelProgress } from '../../../../src/market/protocol.ts';
import { type SharedCall, SharedCalls } from '../../../../src/market/service/sharedCalls.ts';

const options = (more: Partial<AskOptions> = {}): AskOptions => ({
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
};

describe('The same question of several', () => {
  it('is asked once, and everyone hears what becomes of it, also who comes later', async () => {
    const answer = Promise.withResolvers<string>();
    const calls: SharedCall[] = [];
    const shared = new SharedCalls<string>();
    const heard: string[] = [];
    const join = (name: string) =>
      shared.join(
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

  it('becomes as urgent as the most urgent of them', async () => {
    const answer = Promise.withResolvers<string>();
    const risen: SharedCall[] = [];
    const shared = new SharedCalls<string>((call) => risen.push(call));
    let call: SharedCall | null = null;
    const start = (started: SharedCall) => {
      call = started;
      const { window, priority, signal } = started;
      started.waiting = { window, priority, signal, onExpected: () => undefined };
      return answer.promise;
    };
    const background = shared.join('key', 'finder', start, options({ priority: 'background' }));
    const click = shared.join('key', 'finder', start, options());
    assert.equal(risen.length, 1);
    assert.equal((call as SharedCall | null)?.waiting?.priority, 'interactive');
    answer.resolve('answer');
    await Promise.all([background, click]);
  });

  it('fails for everyone, and is asked anew afterwards', async () => {
    const shared = new SharedCalls<string>();
    const failing = () => Promise.reject(new Error('no'));
    const both = ['one', 'two'].map(() => shared.join('key', 'finder', failing, options()));
    for (const each of both) await assert.rejects(each, /no/);
    assert.equal(await shared.join('key', 'finder', async () => 'yes', options()), 'yes');
  });
});
